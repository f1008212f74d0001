#!/usr/bin/env python3
"""Measures answers on recorded edits of 9x9 variants, and compares every answer with a separate run.

    python3 bench/live/edits.py PROGRAM [--puzzles 20] [--edits 50] [--seed 1] [--fresh] [--surface NAME=PATH]

Every other puzzle starts empty, the others with 30 clues. An edit adds a clue that holds in a hidden solution (one in 25 is wrong), removes one, or undoes
edits. After each edit, the client requests the verdict, the true candidates, the true candidates with counts up to 8, and
the next step. The output is the median and the 99th percentile of the time until the answer, per query. Afterwards, `count`
and `candidates --counts` answer the same puzzles in one process of their own, and all answers must be equal. With --fresh,
each request has a connection of its own, so that nothing is known about earlier states.

The answers are those of `PROGRAM listen`, or of another surface:

    library=libfarandole.so        the C library in this process
    module=farandole-variants.wasm the WebAssembly module in Node.js
    iss=CHECKOUT                   Interactive Sudoku Solver in Node.js; CHECKOUT is a copy of sigh/Interactive-Sudoku-Solver
                                   (MIT). It has no steps for people. Its time includes reading the constraint text, and is
                                   limited to 2 s; a query without an answer is open
"""

import argparse
import base64
import ctypes
import json
import os
import random
import socket
import subprocess
import sys
import tempfile
import time

LINES = {
    "thermometer": lambda path: sorted(set(path)) == path,
    "renban": lambda path: max(path) - min(path) == len(set(path)) - 1 == len(path) - 1,
    "whispers": lambda path: all(abs(a - b) >= 5 for a, b in zip(path, path[1:])),
    "palindrome": lambda path: path == path[::-1],
}


class Socket:
    """A client with one connection and messages of text."""

    def __init__(self, address):
        host, port = address.split(":")
        self.stream = socket.create_connection((host, int(port)))
        self.stream.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        key = base64.b64encode(os.urandom(16)).decode()
        head = f"GET / HTTP/1.1\r\nHost: {address}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        self.stream.sendall(f"{head}Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode())
        self.file = self.stream.makefile("rb")
        assert b"101" in self.file.readline()
        while self.file.readline() != b"\r\n":
            pass

    def send(self, text):
        data = text.encode()
        # The mask is zero, so that the data remain unchanged.
        self.stream.sendall(b"\x81\xff" + len(data).to_bytes(8, "big") + bytes(4) + data)

    def receive(self):
        length = self.file.read(2)[1] & 127
        if length > 125:
            length = int.from_bytes(self.file.read(2 if length == 126 else 8), "big")
        return json.loads(self.file.read(length))


def solved(draw):
    """Returns a random solution: a pattern with permuted digits, rows and columns."""
    order = lambda: [3 * band + line for band in draw.sample(range(3), 3) for line in draw.sample(range(3), 3)]
    rows, cols, digits = order(), order(), draw.sample(range(1, 10), 9)
    return [[digits[(3 * (r % 3) + r // 3 + c) % 9] for c in cols] for r in rows]


def path(draw, length, steps):
    """Returns a random path of cells without repeats."""
    cells = [(draw.randrange(9), draw.randrange(9))]
    while len(cells) < length:
        row, col = cells[-1]
        near = [(row + a, col + b) for a, b in steps if 0 <= row + a < 9 and 0 <= col + b < 9]
        near = [cell for cell in near if cell not in cells]
        if not near:
            return path(draw, length, steps)
        cells.append(draw.choice(near))
    return cells


def clue(draw, grid):
    """Returns a key of f-puzzles and an entry that holds in the grid."""
    name = lambda cell: f"R{cell[0] + 1}C{cell[1] + 1}"
    sides = [(0, 1), (1, 0), (0, -1), (-1, 0)]
    while True:
        key = draw.choice(["given", "marks", "killercage", "arrow", "dot", "quadruple", "sandwichsum", *LINES])
        if key in LINES:
            cells = path(draw, draw.randint(3, 5), sides + [(1, 1), (1, -1), (-1, 1), (-1, -1)])
            values = [grid[row][col] for row, col in cells]
            if LINES[key](values):
                return key, {"lines": [[name(cell) for cell in cells]]}
            continue
        cells = path(draw, draw.randint(2, 4), sides)
        values = [grid[row][col] for row, col in cells]
        if key in ("given", "marks"):
            wrong = draw.random() < 0.04
            digits = [draw.randint(1, 9) if wrong else values[0]]
            return key, (cells[0], digits if key == "given" else sorted({*digits, draw.randint(1, 9), draw.randint(1, 9)}))
        if key == "killercage" and len(set(values)) == len(values):
            return key, {"cells": [name(cell) for cell in cells], "value": str(sum(values))}
        if key == "arrow" and values[0] == sum(values[1:]):
            return key, {"cells": [name(cells[0])], "lines": [[name(cell) for cell in cells]]}
        if key == "dot":
            entry = {"cells": [name(cell) for cell in cells[:2]]}
            if abs(values[0] - values[1]) == 1:
                return "difference", entry
            if max(values[:2]) == 2 * min(values[:2]):
                return "ratio", entry
            if values[0] + values[1] in (5, 10):
                return "xv", {**entry, "value": "V" if values[0] + values[1] == 5 else "X"}
        if key == "quadruple":
            row, col = draw.randrange(8), draw.randrange(8)
            square = [(row, col), (row, col + 1), (row + 1, col), (row + 1, col + 1)]
            shown = draw.sample([grid[r][c] for r, c in square], draw.randint(1, 3))
            return key, {"cells": [name(cell) for cell in square], "values": sorted(shown)}
        if key == "sandwichsum":
            line, cell = (grid[cells[0][0]], f"R{cells[0][0] + 1}C0")
            first, last = sorted((line.index(1), line.index(9)))
            return key, {"cell": cell, "value": str(sum(line[first + 1:last]))}


def puzzle(clues):
    """Returns the object of f-puzzles."""
    cells = [[{} for _ in range(9)] for _ in range(9)]
    board = {"size": 9, "grid": cells}
    for key, entry in clues:
        if key in ("given", "marks"):
            (row, col), digits = entry
            given = {"value": digits[0], "given": True} if key == "given" else {"givenPencilMarks": digits}
            cells[row][col] = given
        elif entry not in board.setdefault(key, []):
            board[key].append(entry)
    return board


def edits(draw, number, start):
    """Yields the clues after each edit. `start` is the number of clues at the beginning."""
    grid, earlier = solved(draw), []
    clues = [clue(draw, grid) for _ in range(start)]
    for _ in range(number):
        choice = draw.random()
        if choice < 0.15 and earlier:
            clues = earlier.pop()
        else:
            earlier.append(clues)
            if choice < 0.3 and clues:
                left_out = draw.randrange(len(clues))
                clues = clues[:left_out] + clues[left_out + 1:]
            else:
                clues = [*clues, clue(draw, grid)]
        yield clues


class Listening:
    """A connection to `farandole listen`. After `start`, `ask` returns the answer and the time that it takes."""

    def __init__(self, program, fresh):
        self.server = subprocess.Popen([program, "listen", "--port", "0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.address, self.fresh = self.server.stdout.readline().strip()[5:], fresh
        self.socket = Socket(self.address)

    def ask(self, query, request):
        if self.fresh:
            self.socket.file.close()
            self.socket.stream.close()
            self.socket = Socket(self.address)
        start = time.perf_counter()
        self.socket.send(json.dumps(request))
        answer = self.socket.receive()
        return answer, time.perf_counter() - start

    def close(self):
        self.server.kill()


class Library:
    """The C library."""

    def __init__(self, path):
        self.library = ctypes.CDLL(path)
        self.library.farandole_text_data.restype = ctypes.c_void_p
        self.library.farandole_text_length.restype = ctypes.c_size_t

    def ask(self, query, request):
        data = b'{"op":"live"}\n' + json.dumps(request).encode()
        text, error = ctypes.c_void_p(), ctypes.c_void_p()
        start = time.perf_counter()
        code = self.library.farandole_request(data, ctypes.c_size_t(len(data)), ctypes.byref(text), ctypes.byref(error))
        spent = time.perf_counter() - start
        assert code == 0, code
        answer = ctypes.string_at(self.library.farandole_text_data(text), self.library.farandole_text_length(text))
        self.library.farandole_text_free(text)
        return json.loads(answer), spent

    def close(self):
        pass


class Node:
    """A script that reads one request per line, and answers with the answer and the milliseconds that it took."""

    def __init__(self, script, path):
        script = os.path.join(os.path.dirname(os.path.abspath(__file__)), script)
        self.child = subprocess.Popen(["node", script, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        # The puzzle as constraint text, for programs that read no f-puzzles.
        self.text = None

    def ask(self, query, request):
        line = request if self.text is None else {"query": query, "nonce": request["nonce"], "text": self.text}
        self.child.stdin.write(json.dumps(line) + "\n")
        self.child.stdin.flush()
        answer = json.loads(self.child.stdout.readline())
        return answer["answer"], answer["ms"] / 1000

    def close(self):
        self.child.kill()


def surface(program, fresh, choice):
    name, _, path = (choice or "socket").partition("=")
    return {
        "socket": lambda: Listening(program, fresh),
        "library": lambda: Library(os.path.abspath(path)),
        "module": lambda: Node("module.mjs", path),
        "iss": lambda: Node("iss.mjs", path),
    }[name]()


class Client:
    def __init__(self, surface):
        self.surface, self.nonce, self.times = surface, 0, {}

    def ask(self, query, command, board):
        self.nonce += 1
        request = {"nonce": self.nonce, "command": command, "dataType": "fpuzzles", "data": json.dumps(board)}
        answer, spent = self.surface.ask(query, request)
        self.times.setdefault(query, []).append(spent)
        assert answer["nonce"] == self.nonce, answer
        return answer


def shown(clues):
    return {**puzzle(clues), "title": "T", "text": [{"cells": ["R1C1"], "value": "?", "size": 0.7}]}


def session(client, clues):
    """Requests the four answers about a puzzle with a drawing and a title."""
    board = shown(clues)
    verdict = client.ask("verdict", "check", board)
    truths = client.ask("true candidates", "truecandidates", board)
    counts = client.ask("counts up to 8", "truecandidates", {**board, "truecandidatesoptions": ["truecandidatesnumsolutions=8"]})
    if getattr(client.surface, "text", None) is not None:
        return verdict, truths, counts, {"type": "none"}
    first = client.ask("first marks", "step", board)
    for number, cell in enumerate(first.get("cells", [])):
        if not cell["value"]:
            board["grid"][number // 9][number % 9]["centerPencilMarks"] = cell["candidates"]
    step = client.ask("next step", "step", board)
    return verdict, truths, counts, step


def expected(program, boards, *options):
    """Returns the lines that a command prints for the boards."""
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        file.writelines(json.dumps(board) + "\n" for board in boards)
        file.flush()
        run = subprocess.run([program, *options, file.name], capture_output=True, text=True)
    return run.stdout.splitlines()


def compare(program, boards, answers):
    """Returns the number of answers of each kind that differ from those of a separate run."""
    parsed = lambda *options: [json.loads(line) for line in expected(program, boards, *options, "--json")]
    counts, candidates = parsed("count", "--limit", "2"), parsed("candidates", "--counts", "8")
    assert len(counts) == len(candidates) == len(boards), (len(counts), len(candidates), len(boards))
    wrong, refused, totals = 0, 0, [0, 0, 0]
    for board, count, cells, (verdict, truths, numbers, step) in zip(boards, counts, candidates, answers):
        number = int(count.get("solutions", 0))
        totals[number] += 1
        flat = [0] * 729
        for cell, (values, times) in enumerate(zip(cells.get("candidates", []), cells.get("counts", []))):
            for value, solutions in zip(values, times):
                flat[9 * cell + value - 1] = solutions
        once = [min(1, count) for count in flat]
        is_equal = [verdict["type"] == "open" or verdict.get("count") == number]
        for answer, right in ((truths, once), (numbers, flat)):
            if number:
                is_equal.append(answer["type"] == "open" or answer.get("solutionsPerCandidate") == right)
            else:
                is_equal.append(answer["type"] == "open" or answer.get("message") == "No solutions found.")
        refused += sum(answer["type"] == "invalid" for answer in (verdict, step)) + (number > 0 and truths["type"] == "invalid")
        if not all(is_equal):
            wrong += 1
            print("differs:", is_equal, json.dumps(board), json.dumps(count), verdict, file=sys.stderr)
    return wrong, refused, totals


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    for name, default in (("--puzzles", 20), ("--edits", 50), ("--seed", 1)):
        parser.add_argument(name, type=int, default=default)
    parser.add_argument("--fresh", action="store_true")
    parser.add_argument("--surface")
    args = parser.parse_args()
    numbers = range(args.puzzles)
    states = [clues for it in numbers for clues in edits(random.Random(args.seed + it), args.edits, 30 * (it % 2))]
    boards = [puzzle(clues) for clues in states]
    texts = [None] * len(boards)
    if args.surface and args.surface.startswith("iss="):
        texts = [text for text in expected(args.program, boards, "convert", "--to", "iss") if text]
        assert len(texts) == len(boards), (len(texts), len(boards))
    client, answers, steps = Client(surface(args.program, args.fresh, args.surface)), [], {}
    try:
        for clues, text in zip(states, texts):
            client.surface.text = text
            answers.append(session(client, clues))
            message = answers[-1][3].get("message", "")
            known = ("Board is invalid!", "No logical steps found", "Initial candidates.")
            kind = next((kind for kind in known if message.startswith(kind)), "a step")
            steps[kind] = steps.get(kind, 0) + 1
    finally:
        client.surface.close()
    for query, times in client.times.items():
        times = sorted(1000 * each for each in times)
        at = lambda share: times[min(len(times) - 1, int(share * len(times)))]
        print(f"{query:16} p50 {at(0.5):8.1f} ms   p99 {at(0.99):8.1f} ms   max {times[-1]:8.1f} ms")
    is_open = lambda answer: answer["type"] == "open"
    print("steps:", steps, "open:", [sum(map(is_open, kind)) for kind in list(zip(*answers))[:3]])
    wrong, refused, totals = compare(args.program, boards, answers)
    print(f"{len(boards)} edits: {wrong} wrong, {refused} refused; {totals} with no, one and several solutions")
    return wrong > 0 or refused > 0


if __name__ == "__main__":
    sys.exit(main())
