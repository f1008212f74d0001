"""Puzzles of editors: possible meanings of their drawings and rules in words, and a check by the puzzle's own solution."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, Union

from . import _native
from ._limits import text as check_text
from .errors import PuzzleError
from .puzzle import Puzzle

__all__ = ["Candidate", "Group", "Reading", "Sentence", "read"]

Meanings = Union[str, Mapping[str, Union[str, int]]]
"""Decisions about groups and sentences, such as `"g3=Whisper~5 s2=.AntiKnight"` or `{"g3": "Whisper~5", "g7": "ignore"}`."""


@dataclass(frozen=True)
class Candidate:
    """A possible meaning of a group.

    Attributes
    ----------
    name : str
        The meaning in words, such as `thermometer`.
    text : str
        The meaning as constraint text; empty for decoration.
    reason : {"sentence", "type", "style", "title", "geometry", "solution", "program", "decoration"}
        The reason why the meaning is considered: a sentence of the rules, the style of an editor, shape and position, or
        the stored solution, in which the meaning would be improbable by accident.
    sentence : str or None
        The id of the sentence that names the meaning.
    """

    name: str
    text: str
    reason: Literal["sentence", "type", "style", "title", "geometry", "solution", "program", "decoration"]
    sentence: str | None


@dataclass(frozen=True)
class Group:
    """Drawings that look alike and have one meaning, or a rule without drawings.

    Attributes
    ----------
    id : str
        The id in `meanings`, such as `g1`.
    name : str
        The drawings in words, such as `6 green lines, 9.6 wide`.
    cells : tuple of tuples of str
        The cells of each drawing, such as `R1C2`.
    texts : tuple of str
        The text of each drawing; empty if it has none.
    candidates : tuple of Candidate
        The possible meanings, most plausible first.
    chosen : int or None
        The index of the candidate in this reading; `None` for a meaning that `meanings` states.
    undecided : bool
        True if the group is decoration in this reading although a sentence describes it.
    """

    id: str
    name: str
    cells: tuple[tuple[str, ...], ...]
    texts: tuple[str, ...]
    candidates: tuple[Candidate, ...]
    chosen: int | None
    undecided: bool


@dataclass(frozen=True)
class Sentence:
    """A sentence of the rules.

    Attributes
    ----------
    id : str
        The id in `meanings`, such as `s1`.
    text : str
        The sentence.
    neutral : bool
        True if the sentence adds no constraint.
    accounted : bool
        True if the sentence is neutral, or if constraints of the reading account for it.
    stops : str or None
        The reason why the sentence needs a decision, for example because it suspends the usual rules.
    unknown : tuple of str
        Words that rules about known constraints do not use.
    """

    id: str
    text: str
    neutral: bool
    accounted: bool
    stops: str | None
    unknown: tuple[str, ...]


class Reading:
    """The meaning of an editor's puzzle. `read` returns it.

    Attributes
    ----------
    title, author, rules : str or None
        The texts of the puzzle.
    groups : tuple of Group
        Groups of drawings that look alike, each with its possible meanings, and rules without drawings.
    sentences : tuple of Sentence
        The sentences of the rules.
    unaccounted : tuple of str
        The sentences that no constraint of this reading accounts for.
    confirmed : bool
        True if the reading has exactly one solution, the one that the text contains.
    accepted : bool
        True if the reading is confirmed, or if it has exactly one solution and the text contains none to compare with.
    verdict : str
        The evidence in words.
    meanings : str
        The decision about each group, as `--meanings` of the command line reads it.
    """

    __slots__ = (
        "_inner",
        "accepted",
        "author",
        "confirmed",
        "groups",
        "meanings",
        "rules",
        "sentences",
        "title",
        "unaccounted",
        "verdict",
    )

    title: str | None
    author: str | None
    rules: str | None
    groups: tuple[Group, ...]
    sentences: tuple[Sentence, ...]
    unaccounted: tuple[str, ...]
    confirmed: bool
    accepted: bool
    verdict: str
    meanings: str

    def __init__(self, inner: _native.Reading, decisions: str) -> None:
        found: dict[str, Any] = json.loads(inner.json(decisions))
        self._inner = inner
        self.title, self.author, self.rules = found.get("title"), found.get("author"), found.get("rules")
        self.groups = tuple(map(_group, found["groups"]))
        self.sentences = tuple(map(_sentence, found["sentences"]))
        self.unaccounted = tuple(found["unaccounted"])
        self.confirmed, self.accepted, self.verdict = found["confirmed"], found["accepted"], found["verdict"]
        self.meanings = found["meanings"]

    def decide(self, meanings: Meanings) -> Reading:
        """Return the reading with further decisions.

        Parameters
        ----------
        meanings : str or mapping
            For each id of a group, the number of a candidate counted from 1, a kind of constraint with its first arguments
            (`Whisper~5`), constraint text that begins with a dot, or `ignore`; for each id of a sentence, constraint text or
            `ignore`. A string contains such decisions separated by blanks, as `g3=Whisper~5 s2=.AntiKnight`.

        Raises
        ------
        PuzzleError
            If a decision names an unknown group, sentence or candidate, or if its constraint text is wrong.
        """
        return Reading(self._inner, f"{self.meanings} {_decisions(meanings)}")

    def puzzle(self, meanings: Meanings | None = None) -> Puzzle:
        """Return the puzzle of this reading.

        Parameters
        ----------
        meanings : str or mapping or None
            Decisions, as for `decide`. With decisions, the puzzle is returned even if they are not confirmed.

        Raises
        ------
        PuzzleError
            If there are no decisions and the reading is not accepted, or if a decision does not apply.
        """
        if meanings is None and not self.accepted:
            raise PuzzleError(f"{self.verdict}; pass meanings to decide about the groups and sentences")
        decisions = "" if meanings is None else _decisions(meanings)
        inner = self._inner.puzzle(f"{self.meanings} {decisions}")
        warnings = [f"no constraint accounts for the sentence `{sentence}`" for sentence in self.unaccounted]
        return Puzzle._of(inner, self.title, warnings)

    def __repr__(self) -> str:
        return f"<Reading of {len(self.groups)} groups and {len(self.sentences)} sentences: {self.verdict}>"


def read(text: str, *, meanings: Meanings | None = None) -> Reading:
    """Read a link or an object of SudokuPad, SudokuMaker or f-puzzles.

    Most drawings of these editors have no type: the rules describe a purple line as a renban line. The reading contains
    the groups of drawings with their possible meanings, and the sentences of the rules. The proposed meanings are verified by
    counting solutions and by comparing with the solution that the text contains. Nothing is fetched.

    Parameters
    ----------
    text : str
        A link or JSON. Short links are not supported, since they do not contain the puzzle.
    meanings : str or mapping or None
        Decisions about groups and sentences, as for `Reading.decide`.

    Returns
    -------
    Reading
        The reading that the evidence supports best, with the given decisions.

    Raises
    ------
    ParseError
        If the text is in no such form, or contains parts that are neither understood nor drawings.
    PuzzleError
        If a decision does not apply.
    """
    inner = _native.read_editor(check_text(text, "text"))
    return Reading(inner, "" if meanings is None else _decisions(meanings))


def _decisions(meanings: Meanings) -> str:
    if isinstance(meanings, str):
        return meanings
    if not isinstance(meanings, Mapping):
        raise TypeError(f"meanings is a {type(meanings).__name__}, expected a string or a mapping")
    return " ".join(f"{key}={value}" for key, value in meanings.items())


def _group(found: dict[str, Any]) -> Group:
    return Group(
        id=found["id"],
        name=found["name"],
        cells=tuple(map(tuple, found["cells"])),
        texts=tuple(found["texts"]),
        candidates=tuple(map(_candidate, found["candidates"])),
        chosen=found.get("chosen"),
        undecided=found["undecided"],
    )


def _candidate(found: dict[str, Any]) -> Candidate:
    sentence = found.get("sentence")
    name = None if sentence is None else f"s{sentence + 1}"
    return Candidate(found["name"], found["text"], found["reason"], name)


def _sentence(found: dict[str, Any]) -> Sentence:
    unknown = tuple(found["unknown"])
    return Sentence(found["id"], found["text"], found["neutral"], found["accounted"], found.get("stops"), unknown)
