// The texts of the page in German, by their groups in `en.ts`. They have not been reviewed by a second person. Texts of
// puzzles come from the engine in English.
import type * as en from "./en";

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;
const either = (items: string[]) =>
  [items.slice(0, -1).join(", "), ...items.slice(-1)].filter(Boolean).join(" oder ");
const position = (line: number | undefined, column: number | undefined) =>
  line ? `Textzeile ${line}, Zeichen ${column}: ` : "";

export const common: typeof en.common = {
  unknown: "unbekannt",
  stop: "Abbrechen",
  noSolution: "Das Rätsel hat keine Lösung.",
};

export const main: typeof en.main = {
  needsWasm: "Diese Seite braucht WebAssembly mit SIMD: Chrome 91, Firefox 89, Safari 16.4 oder neuer.",
  notOffline: (error) => `Offline-Nutzung ist nicht möglich: ${String(error)}`,
};

export const engine: typeof en.engine = {
  cancelled: "abgebrochen",
  notStarted: "der Worker konnte nicht gestartet werden",
  notLoaded: (error) => `der Löser konnte nicht geladen werden: ${String(error)}`,
  givenUp: (why) => `${why}; ein Neustart half nicht, bitte die Seite neu laden`,
  noModule: "eine Anfrage kam, bevor das Modul geladen war",
};

export const userscript: typeof en.userscript = {
  title: "Farandole",
  close: "Schließen",
  reading: "Rätsel wird gelesen…",
  noPuzzle: "Auf dieser Seite wurde kein Rätsel gefunden. Füge unten seinen Link oder Text ein.",
  caution: "Einige Zeichnungen oder Regeln werden nicht verstanden; sie haben keine Wirkung.",
  truths: "Wahre Kandidaten",
  step: "Nächster Schritt",
  noStep: "Hier ist kein Schritt bekannt.",
  other: "Anderes Rätsel: Link oder Text",
  page: "In Farandole öffnen",
  notOpen: "die Verbindung ist nicht offen",
  failed: (error) => `Fehler im Löser: ${String(error)}`,
  verdict: (status) =>
    ({ none: "Keine Lösung.", one: "Genau eine Lösung.", several: "Mehrere Lösungen." })[status] ??
    common.unknown,
};

export const link: typeof en.link = {
  tooLong: "der Link ist länger als 1 MiB",
  unknown: "der Link hat ein unbekanntes Format",
  damaged: "der Link ist beschädigt",
  notObject: "kein Objekt",
  picture: "die Zeichnung hat Teile, die nicht verstanden werden",
  fog: "der Nebel hat Teile, die nicht verstanden werden",
  size: "Größe: erwartet wird 1 bis 30",
  sides: (most) => `Zeilen und Spalten: erwartet wird 1 bis ${most}`,
  low: "kleinster Wert: erwartet wird 0 oder 1",
  rules: "Bedingungen: erwartet wird Text",
  symbols: (size) => `Zeichen der Ziffern: erwartet werden ${size} verschiedene`,
  text: (name) => `${name}: erwartet wird Text`,
  caution: "caution: erwartet werden isOpen, sentences und ignored",
  pen: "die Striche des Stifts sind keine Linien und Kreuze des Gitters",
  cosmetics: "die Verzierungen passen nicht zum Gitter",
  numbers: (name, count, most) => `${name}: erwartet werden ${count} ganze Zahlen von 0 bis ${most}`,
  boxes: (size) => `Blöcke: erwartet werden zwei ganze Zahlen von 0 bis ${size}`,
  regions: (count) => `Gebiete: erwartet werden ${count} ganze Zahlen von 0 bis ${count}`,
  diagonals: 'Diagonalen: erwartet wird eine Liste aus "main" und "anti"',
  extra: "Zusatzgebiete: erwartet werden Listen von Zellen",
};

const colourNames = [
  "Rot",
  "Orange",
  "Gelb",
  "Hellgrün",
  "Grün",
  "Cyan",
  "Blau",
  "Violett",
  "Rosa",
  "Braun",
  "Grau",
  "Schwarz",
];

export const app: typeof en.app = {
  views: "Ansicht",
  view: { set: "Erstellen", play: "Spielen", learn: "Lernen" },
  viewTitle: {
    set: "Rätsel erstellen: Vorgaben eingeben, Bedingungen zeichnen, untersuchen",
    play: "Rätsel lösen",
    learn: "Tipps und Lösungsweg",
  },
  more: "Menü",
  share: "Teilen",
  site: "Dokumentation",
  guide: "Anleitung",
  techniques: "Techniken",
  constraints: "Bedingungen",
  modes: "Eingabemodus",
  mode: { digit: "Ziffer", corner: "Ecke", mark: "Mitte", colour: "Farbe", pen: "Stift" },
  colours: "Farben",
  digits: "Ziffern",
  colour: (number) => colourNames[number - 1]!,
  digit: (symbol) => `Ziffer ${symbol}`,
  erase: "Löschen",
  undo: "Rückgängig",
  redo: "Wiederholen",
  check: "Prüfen",
  fill: "Kandidaten",
  fillTitle: "Alle möglichen Ziffern in die Mitte der leeren Zellen schreiben",
  restart: "Von vorn",
  new: "Neu",
  truths: "Wahre Kandidaten zeigen",
  tools: "Werkzeuge",
  tabs: { constraints: "Bedingungen", puzzle: "Rätsel", analyze: "Analyse", generate: "Generieren" },
  panels: {
    share: "Öffnen und teilen",
    batch: "Stapelverarbeitung",
    cover: "Exakte Überdeckung",
    settings: "Einstellungen",
    keys: "Tastenkürzel",
  },
  close: "Schließen",
  notSaved:
    "Dieser Browser hat keinen Platz für das Rätsel: Nach dem Neuladen oder in einem neuen Tab fehlt es. Kopiere seinen Link unter „Teilen“.",
  restarted: (why) => `Der Löser wurde neu gestartet: ${why}`,
  nothingLoaded: (why) => `Nichts geladen: ${why}.`,
  noVariant: (why) => `Nichts geladen:\n${why}`,
  notRead: (line, column, why) => `Das Rätsel ist nicht lesbar: ${position(line, column)}${why}`,
  noPuzzle: "kein Rätsel gefunden",
  firstOf: (count) => `Das erste von ${count} Rätseln ist geladen. „Stapelverarbeitung“ im Menü löst alle.`,
};

export const reading: typeof en.reading = {
  by: (author) => `von ${author}`,
  rules: "Regeln",
  drawings: "Zeichnungen und ihre Bedeutungen",
  original: "Die Zeichnung des Autors zeigen",
  about:
    "Zeige auf eine Gruppe, um sie im Gitter zu sehen. Wähle eine andere Bedeutung, wenn die vorgeschlagene falsch ist.",
  busy: "Zeichnungen und Regeln werden gelesen",
  confirmed: "Bestätigt durch die Lösung, die das Rätsel selbst enthält.",
  unique: "Mit dieser Deutung gibt es genau eine Lösung. Der Text enthält keine Lösung zum Vergleich.",
  open: (why) => (why ? `Nicht bestätigt: ${why}.` : "Nicht bestätigt."),
  sentences: (count) =>
    count === 1
      ? "Zu einem Satz der Regeln gehört keine Bedingung."
      : `Zu ${count} Sätzen der Regeln gehört keine Bedingung.`,
  ignored: (count) =>
    count === 1
      ? "Eine Gruppe von Zeichnungen wird ignoriert, obwohl die Regeln sie beschreiben."
      : `${count} Gruppen von Zeichnungen werden ignoriert, obwohl die Regeln sie beschreiben.`,
  described: "ignoriert, obwohl die Regeln sie beschreiben",
  because: (sentence) => `„${sentence}“`,
  meanings: (name) => `Bedeutung von ${name}`,
  ignore: "ignorieren",
  another: "Andere Bedeutung",
  kind: "Bedingung ohne ihre Zellen, etwa Whisper~5",
  use: "Diese Bedeutung verwenden",
  state: { neutral: "keine Bedingung nötig", accounted: "berücksichtigt", open: "Bedingung fehlt" },
  accounts: (names) => `berücksichtigt durch ${names}`,
  stops: (words) => `keine automatische Deutung: ${words}`,
  dismiss: "Warnung ausblenden",
};

export const status: typeof en.status = {
  given: (givens, cells) =>
    cells
      ? `${counted(givens, "Vorgabe", "Vorgaben")}, Kandidaten in ${counted(cells, "Zelle", "Zellen")}.`
      : `${counted(givens, "Vorgabe", "Vorgaben")}.`,
  none: "Keine Lösung.",
  because: (why) => `Keine Lösung: ${why}.`,
  conflict: (constraints) => `Diese Bedingungen widersprechen sich: ${constraints}.`,
  one: "Genau eine Lösung.",
  blank: "Das Gitter ist leer. Gib Vorgaben ein, oder füge ein Rätsel ein.",
  several: (count) => `Mehrere Lösungen: ${count}.`,
  about: (count) => `etwa ${count}`,
  unknown: "Noch nicht entschieden. „Analyse“ in der Ansicht „Erstellen“ kann weitersuchen.",
  pending: "…",
  solved: "Gelöst: Alle Ziffern sind richtig.",
  wrong: "Das Gitter ist voll, aber mindestens eine Ziffer ist falsch.",
  rating: "Bewertung läuft…",
  er: (isLowerBound) => (isLowerBound ? "ER mindestens" : "ER"),
};

export const home: typeof en.home = {
  name: "Startseite",
  today: "Rätsel des Tages",
  continue: "Weiterspielen",
  solvedIn: (time) => `✓ ${time}`,
  entry: "Rätsel einfügen oder eintippen",
  entryAbout:
    "Alle Ziffern in einer Textzeile, eine Tabelle oder ein Link von SudokuPad, f-puzzles oder einem anderen Programm",
  open: "Öffnen",
  make: "Rätsel erstellen",
  makeAbout: "Käfige, Linien und Hinweise zeichnen und sofort sehen, wie viele Lösungen es gibt",
  learn: "Lernen",
  learnAbout: "Tipps, die jeden Schritt erklären, und Lektionen mit Übungen",
  collection: "Weitere Rätsel",
};

export const play: typeof en.play = {
  checking: "Deine Ziffern werden geprüft",
  wrong: (count, cells) =>
    count === 1 ? `Die Ziffer in ${cells} ist falsch.` : `${count} Ziffern sind falsch: ${cells}.`,
  why: "Warum?",
  notRight: "Das Gitter ist voll, aber mindestens eine Ziffer ist falsch.",
  solved: "Gelöst!",
  complete: "Vollständig",
  unsure: "Einige Regeln dieses Rätsels wurden nicht verstanden und deshalb nicht geprüft.",
  difficulty: (grade, minutes) =>
    minutes === undefined
      ? `Schwierigkeit: ${grade}.`
      : `Schwierigkeit: ${grade}. Geübte brauchen etwa ${counted(Math.max(1, Math.round(minutes)), "Minute", "Minuten")}.`,
  share: "Teilen",
  again: "Noch einmal",
  next: "Nächstes Rätsel",
  shared: (title, time, link) =>
    `Ich habe ${title ? `„${title}“` : "dieses Sudoku"} in ${time} gelöst.\n${link}`,
  copied: "In die Zwischenablage kopiert.",
  notCopied: "Der Browser erlaubt das Kopieren nicht.",
};

export const timer: typeof en.timer = {
  time: "Zeit",
  pause: "Pausieren",
  resume: "Fortsetzen",
  paused: "Pausiert. Das Gitter ist verdeckt.",
};

export const board: typeof en.board = {
  grid: (rows, cols) => `Sudoku, ${rows} mal ${cols}`,
  cell: (row, column) => `Zeile ${row}, Spalte ${column}`,
  noCell: "keine Zelle",
  given: (symbol) => `Vorgabe ${symbol}`,
  empty: "leer",
  allowed: (digits) => `möglich ${digits}`,
  candidates: (digits) => `Mitte ${digits}`,
  notes: (digits) => `Ecke ${digits}`,
  colours: (numbers) => numbers.map((it) => colourNames[it - 1]!.toLowerCase()).join(" und "),
  conflict: "Konflikt",
  fog: "im Nebel",
  highlighted: "hervorgehoben",
};

export const keys: typeof en.keys = {
  caption: "Tastenkürzel im Gitter",
  list: [
    ["Pfeiltasten", "Bewegen; mit Umschalt oder Strg die Auswahl erweitern"],
    ["Ziffern, Buchstaben", "Den Wert mit diesem Zeichen in der gewählten Eingabemodus eingeben"],
    ["Umschalt + Ziffer oder Buchstabe", "Eine Notiz in die Ecke schreiben"],
    ["Strg + Ziffer", "Eine Notiz in die Mitte schreiben; Tipps lesen sie als Kandidaten"],
    ["Z X C V, Leertaste", "Zu Ziffer, Ecke, Mitte, Farbe wechseln; zur nächsten Eingabemodus"],
    ["Alt + Buchstabe", "Die Taste eines Buchstabens, der auch ein Wert ist, etwa Alt + C für Mitte"],
    ["B", "Zum Stift wechseln: entlang von Mitten oder Rändern ziehen für Linien, klicken für ein Kreuz"],
    ["Entf, Rücktaste, 0", "Löschen"],
    ["Strg + Z, Strg + Y", "Rückgängig; wiederholen"],
    [
      "Strg + A, Escape",
      "Alle Zellen auswählen; das Panel schließen oder nur eine Zelle auswählen und den Schritt ausblenden",
    ],
    ["Pos1, Ende", "Zum Anfang oder Ende der Zeile; mit Strg zum Anfang oder Ende des Gitters"],
    ["H", "Tipp: wo, was, warum"],
    ["/", "Die Bedingungen durchsuchen (Erstellen); die Eingabetaste wählt die erste gefundene"],
    [
      "Eingabetaste",
      "Mit dem gewählten Werkzeug in den ausgewählten Zellen zeichnen; noch einmal für die nächste Seite eines Hinweises außerhalb",
    ],
    ["Doppelklick", "Alle Zellen mit derselben Ziffer oder denselben Kandidaten auswählen"],
    ["Strg + V", "Ein Rätsel in beliebigem Format oder einen Link einfügen"],
    ["?", "Diese Liste zeigen"],
  ],
};

export const learn: typeof en.learn = {
  title: "Nächster Schritt",
  lesson: "Lektion zu dieser Technik",
  lessons: "Lektionen",
  lessonsAbout: "Jede Technik mit einem gezeichneten Beispiel und Stellungen zum Üben.",
  openLessons: "Lektionen öffnen",
  check: "Mein Gitter prüfen",
  hint: { where: "Tipp: wo?", what: "Tipp: was?", why: "Tipp: warum?" },
  similar: "Ähnliche Schritte",
  path: "Lösungsweg zeigen",
  apply: "Schritt ausführen",
  scale: "Bewertungsskala",
  se: "Sudoku Explainer",
  hodoku: "HoDoKu",
  letters: (symbols, low) =>
    `In Tipps stehen Werte als Zahlen: ${[...symbols].flatMap((it, i) => (it === String(low + i) ? [] : [`${it} ist ${low + i}`])).join(", ")}.`,
  noRating: "Bewertet werden nur klassische 9×9-Rätsel.",
  pathTitle: (steps) => `Lösungsweg: ${counted(steps, "Schritt", "Schritte")}`,
  techniques: "Verwendete Techniken",
  technique: "Technik",
  uses: "Anzahl",
  rating: "Schwierigkeit",
  next: "Der nächste Schritt wird gesucht",
  slow: "Suche läuft noch: Das Gitter wird geprüft, einfache Schritte werden versucht",
  shortChains: "Suche läuft noch: Kein einfacher Schritt gefunden, kurze Ketten werden versucht",
  longChains: "Suche läuft noch: Lange Ketten werden versucht; das kann dauern",
  contradictions:
    "Suche läuft noch: Kein einfacher Schritt gefunden, Kandidaten werden auf Widersprüche geprüft",
  allContradictions: "Suche läuft noch: Alle Kandidaten werden auf Widersprüche geprüft; das kann dauern",
  checking: "Das Gitter wird geprüft",
  verifying: "Deine Ziffern und Kandidaten werden geprüft",
  finding: "Der Lösungsweg wird gesucht",
  applying: "Der Schritt wird ausgeführt",
  noStepYet: "Noch ist kein Schritt bekannt.",
  undecided:
    "Noch ist kein Schritt bekannt, und keine Suche konnte eine Zelle festlegen. Beide Suchen laufen weiter.",
  fewest: (cell, digits) =>
    digits.length === 1
      ? `In ${cell} ist nur noch ${digits[0]} möglich.`
      : `Beginne mit ${cell}, der Zelle mit den wenigsten Kandidaten: ${either(digits)}.`,
  trialWhere: (cell, candidates) =>
    `Sieh dir ${cell} an: ${candidates === 1 ? "dort ist ein Kandidat" : `von ihren ${candidates} Kandidaten gehört nur einer zu einer Lösung`}.`,
  trialWhat: (cell, digit) => `Eine Suche zeigt, dass in ${cell} die ${digit} steht.`,
  trialWhy: (cell, digit, others) =>
    `Eine Suche zeigt, dass in ${cell} die ${digit} steht${others.length ? `: Mit ${either(others)} dort findet sie keine Lösung` : ""}.`,
  solvedIn: (steps, numbers) => `Gelöst in ${counted(steps, "Schritt", "Schritten")}${numbers}.`,
  stuckAfter: (steps, numbers) =>
    `Nach ${counted(steps, "Schritt", "Schritten")} greift keine Technik mehr${numbers}.`,
  erEpEd: (er, ep, ed) => `: ER ${er}, EP ${ep}, ED ${ed}`,
  score: (score, level) => `: ${score} Punkte, ${level}`,
  noStep: "kein Schritt auszuführen",
  noRung: "keine Suche nach Schritten ist eingerichtet",
  checked: {
    ok: "Bisher keine Fehler.",
    none: "Die Vorgaben haben keine Lösung.",
    several: "Das Rätsel hat mehrere Lösungen, und mindestens eine passt zu allen deinen Ziffern.",
    "gave up": "Die Prüfung hat ihre Rechengrenze überschritten.",
  },
  wrongDigits: (count) =>
    count === 1 ? "1 deiner Ziffern ist falsch." : `${count} deiner Ziffern sind falsch.`,
  missing: (count) =>
    `Deine Kandidaten schließen in ${counted(count, "Zelle", "Zellen")} die richtige Ziffer aus.`,
  noMatch: "Keine Lösung passt zu allen deinen Ziffern.",
};

export const lessons: typeof en.lessons = {
  loading: "Wird geladen",
  checking: "Dein Schritt wird geprüft",
  level: (level) => level,
  topics: "Varianten",
  all: "Alle Lektionen",
  practise: "Üben",
  check: "Meinen Schritt prüfen",
  show: "Zeigen",
  next: "Nächste Stellung",
  task: (at) =>
    `Stellung ${at}. Gib eine Ziffer ein, oder streiche Kandidaten mit „Mitte“, sodass diese Technik der Grund ist.`,
  nothing: "Noch hat sich nichts geändert: Gib eine Ziffer ein, oder streiche einen Kandidaten.",
  right: "Richtig.",
};

export const puzzle: typeof en.puzzle = {
  about: "Titel und Regeln",
  title: "Titel",
  author: "Autor",
  rules: "Regeln",
  write: "Regeln aus den Bedingungen ableiten",
};

export const analyze: typeof en.analyze = {
  grid: "Gitter",
  size: "Größe",
  sizes: (size) => `${size}×${size}`,
  diagonals: "Diagonalen",
  region: "Auswahl zum Gebiet machen",
  extra: "Auswahl zum Zusatzgebiet machen",
  usual: "Übliche Gebiete wiederherstellen",
  solutions: "Lösungen",
  count: "Alle zählen",
  estimate: "Schätzen",
  truths: "Wahre Kandidaten",
  redundant: "Überflüssige Vorgaben",
  solve: "Lösen",
  counting: "Lösungen werden gezählt",
  estimating: "Die Anzahl der Lösungen wird geschätzt",
  findingRedundant: "Überflüssige Vorgaben werden gesucht",
  solving: "Lösung wird gesucht",
  findingTruths: "Wahre Kandidaten werden gesucht",
  counted: (count, isOne, seconds, name) =>
    `${count} Lösung${isOne ? "" : "en"} (${seconds} s${name ? `, Löser ${name}` : ""}).`,
  countedSoFar: (count) => `Bisher mehr als ${count} Lösungen.`,
  estimated: (count, error, dives) =>
    `Etwa ${count} Lösungen (Standardfehler ${error}, ${dives} zufällige Suchläufe).`,
  redundantGivens: (count, cells) =>
    `${counted(count, "überflüssige Vorgabe", "überflüssige Vorgaben")}, jede für sich entfernbar: ${cells}.`,
  redundantItems: (count, isExact, items) => {
    const found = counted(
      count,
      "überflüssige Vorgabe oder Bedingung",
      "überflüssige Vorgaben oder Bedingungen",
    );
    return `${isExact ? "" : "Mindestens "}${found}, jede für sich entfernbar: ${items}.`;
  },
  minimal: "Minimal: Jede Vorgabe ist nötig.",
  minimalVariant: "Minimal: Jede Vorgabe und jede Bedingung ist nötig.",
  only: "Das ist die einzige Lösung.",
  oneOfSeveral: "Das ist eine von mehreren Lösungen.",
  truthsShown: "Die Kandidaten sind die Ziffern, die in mindestens einer Lösung vorkommen.",
};

export const constraints: typeof en.constraints = {
  add: "Per Formular hinzufügen",
  form: "Jede Art von Bedingung mit ihren Werten und Zellen",
  kind: "Art",
  cells: "Wähle die Zellen im Gitter der Reihe nach aus: Ziehe, oder klicke mit Strg.",
  cell: "Wähle die Zelle im Gitter aus.",
  text: "Text der Bedingung (änderbar)",
  addKind: (name) => `${name} hinzufügen`,
  example: "Beispiel laden",
  list: "Bedingungen",
  empty: "Keine Bedingungen außer den Gebieten.",
  remove: (text) => `${text} entfernen`,
  adding: "Bedingung wird hinzugefügt",
  removing: "Bedingung wird entfernt",
  added: (name) => `${name} hinzugefügt.`,
  removed: "Bedingung entfernt.",
};

export const drawing: typeof en.drawing = {
  title: "Im Gitter zeichnen",
  none: "Wähle ein Werkzeug, um im Gitter zu zeichnen.",
  search: "Alle Bedingungen durchsuchen",
  noMatch: "Keine Bedingung heißt so.",
  others: "Weitere Bedingungen",
  grid: "Bedingungen des ganzen Gitters",
  families: [
    "Käfige, Thermometer und Pfeile",
    "Linien",
    "Punkte und Zeichen",
    "Hinweise außerhalb des Gitters",
    "Zellen",
  ],
  falling: { button: "diagonal ↘", also: "x sudoku main negative hauptdiagonale" },
  how: {
    line: "Ziehe entlang der Linie, oder wähle ihre Zellen der Reihe nach aus und drücke die Eingabetaste. Klicke eine Linie an, um sie zu ändern; ziehe an ihrem Ende, um sie zu verlängern oder zu kürzen. Mit Umschalt beginnt dort eine neue Linie.",
    area: "Ziehe über die Zellen, oder wähle sie aus und drücke die Eingabetaste. Klicke einen Bereich an, um ihn zu ändern.",
    region:
      "Ziehe in einem oder mehreren Zügen über die Zellen eines Gebiets, oder wähle sie aus und drücke die Eingabetaste. Die übrigen Zellen bilden das letzte Gebiet. Klicke eine markierte Zelle an, um sie herauszunehmen.",
    edge: "Klicke die Kante zwischen zwei Zellen an, oder ziehe von einer zur anderen. Klicke noch einmal, um das Zeichen zu entfernen. Tastatur: zwei Zellen auswählen, Eingabetaste.",
    corner:
      "Klicke eine Ecke an, und tippe die Ziffern. Tastatur: die Zelle links oben auswählen, Eingabetaste.",
    outside:
      "Klicke neben das Gitter, und tippe den Hinweis. Tastatur: eine Zelle am Rand auswählen; die Eingabetaste wechselt die Seite.",
    diagonal:
      "Klicke neben das Gitter, und tippe die Summe. Tastatur: eine Zelle am Rand auswählen, Eingabetaste.",
  },
  value: "Wert",
  current: (kind) => `Gewählt: ${kind}`,
  reverse: "Umkehren",
  move: (arrow) => `Nach ${{ "←": "links", "↑": "oben", "↓": "unten", "→": "rechts" }[arrow]} verschieben`,
  erase: "Bedingung löschen",
  added: (kind) => `${kind} hinzugefügt.`,
  removed: "Bedingung entfernt.",
};

export const cosmetics: typeof en.cosmetics = {
  title: "Verzierungen",
  about:
    "Verzierungen wirken sich nicht auf die Lösung aus. Sie sind Teil von Links, Bildern und Ausdrucken sowie von Exporten nach SudokuPad, SudokuMaker und f-puzzles.",
  kinds: { cell: "Zellfarbe", line: "Linie", circle: "Kreis", square: "Quadrat", text: "Text" },
  how: {
    cell: "Klicke eine Zelle an, oder ziehe über mehrere. Klicke eine gefärbte Zelle an, um sie zu ändern.",
    line: "Ziehe entlang von Mitten oder Rändern der Zellen. Klicke eine Linie an, um sie zu ändern.",
    circle: "Klicke eine Mitte, eine Kante oder eine Ecke an. Klicke einen Kreis an, um ihn zu ändern.",
    square: "Klicke eine Mitte, eine Kante oder eine Ecke an. Klicke ein Quadrat an, um es zu ändern.",
    text: "Klicke eine Mitte, eine Kante oder eine Ecke an, und tippe den Text. Klicke einen Text an, um ihn zu ändern.",
  },
  initial: "Text",
  text: "Text",
  current: (kind) => `Verzierungen: ${kind}`,
  named: (kind, text, cell) => `${kind}${text && ` „${text}“`}, ${cell}`,
  add: "In den ausgewählten Zellen hinzufügen",
  erase: "Verzierung löschen",
  remove: (name) => `${name} entfernen`,
};

export const generate: typeof en.generate = {
  title: "Rätsel generieren",
  about: "Das Rätsel hat genau eine Lösung und dieselbe Form wie das Gitter.",
  kind: "Art",
  kinds: [
    ["classic", "klassisch"],
    ["killer", "Killer"],
    ["thermo", "Thermometer"],
    ["arrow", "Pfeile"],
    ["kropki", "Kropki-Punkte"],
    ["xv", "X und V"],
    ["sandwich", "Sandwichsummen"],
    ["little-killer", "Little Killer"],
    ["skyscraper", "Hochhäuser"],
    ["jigsaw-killer", "Jigsaw-Killer"],
    ["mixed", "drei Arten gemischt"],
  ],
  symmetry: "Symmetrie",
  symmetries: [
    ["none", "keine"],
    ["180", "halbe Drehung"],
    ["90", "Vierteldrehung"],
    ["h", "Spiegelung oben-unten"],
    ["v", "Spiegelung links-rechts"],
  ],
  difficulty: "Schwierigkeit",
  level: {
    any: "beliebig",
    easy: "leicht",
    medium: "mittel",
    hard: "schwer",
    tough: "sehr schwer",
    chains: "extrem schwer",
  },
  range: (level, range) =>
    generate.level[level] +
    (range ? `: ${range.map((tenths) => (tenths / 10).toFixed(1).replace(".", ",")).join(" bis ")}` : ""),
  technique: "Technik",
  anyTechnique: "beliebig",
  from: "Vorgaben von",
  to: "bis",
  run: "Generieren",
  surprise: "Überrasche mich",
  running: "Ein Rätsel wird generiert",
  done: (clues, givens, difficulty, seed, attempt) =>
    `Rätsel generiert: ${clues ? `${counted(clues, "Hinweis", "Hinweise")} und ` : ""}` +
    `${counted(givens, "Vorgabe", "Vorgaben")}${difficulty} (Startwert ${seed}, Versuch ${attempt}).`,
  er: (er) => `, ER ${er}`,
  hardest: (hardest) => `, schwerster Schritt ${hardest}`,
  progress: (attempts) => `Bisher ${attempts} Versuche.`,
  failed: (attempts) =>
    `kein Rätsel in ${attempts} Versuchen gefunden; versuche es mit weniger Einschränkungen`,
  finish: {
    title: "Dieses Rätsel fertigstellen",
    about:
      "Fügt Hinweise und Vorgaben hinzu, bis genau eine Lösung übrig ist. Was schon im Gitter steht, bleibt. Kein neuer Hinweis ist überflüssig.",
    add: "Hinzufügen",
    kinds: [
      ["Given", "Vorgaben"],
      ["Cage", "Käfige"],
      ["Thermo", "Thermometer"],
      ["Arrow", "Pfeile"],
      ["Whisper", "Flüsterlinien"],
      ["Renban", "Renban-Linien"],
      ["Palindrome", "Palindrome"],
      ["Between", "Zwischenlinien"],
      ["WhiteDot", "weiße Punkte"],
      ["BlackDot", "schwarze Punkte"],
      ["X", "X"],
      ["V", "V"],
      ["Sandwich", "Sandwichsummen"],
      ["XSum", "X-Summen"],
      ["Skyscraper", "Hochhäuser"],
      ["LittleKiller", "Little Killer"],
    ],
    run: "Für mich fertigstellen",
    running: "Hinweise werden hinzugefügt",
    none: "wähle, was hinzugefügt werden soll",
  },
};

export const batch: typeof en.batch = {
  title: "Eine Datei mit Rätseln",
  about:
    "Lege eine Datei hier ab: ein Rätsel je Zeile oder Rätsel in einem anderen Format nacheinander. " +
    "Sie darf mit gzip oder zstd komprimiert sein. Sie bleibt auf deinem Rechner.",
  what: "Berechnen",
  whats: {
    solve: "Lösungen",
    count: "Anzahl der Lösungen: 0, 1 oder 2+",
    rate: "Bewertungen: ER, EP, ED",
  },
  choose: "Datei wählen",
  again: "Noch einmal",
  progress: "Fortschritt",
  running: (name, count, seconds) => `${name}: ${count} Rätsel, ${seconds} s`,
  rate: (count) => `, ${count} je Sekunde`,
  save: "Ergebnisse speichern",
  done: (count, seconds) => `${count} Datensätze in ${seconds} Sekunden.`,
  stopped: "abgebrochen",
};

export const cover: typeof en.cover = {
  title: "Exakte Überdeckung",
  about:
    "Wähle Optionen, die jedes Hauptelement genau einmal überdecken. Elemente nach einem Strich sind Nebenelemente: " +
    "Sie dürfen höchstens einmal überdeckt werden oder mehrmals in derselben Farbe.",
  problem: "Problem in Knuths Format, als Matrix oder als JSON",
  example: "Knuths erstes Beispiel: Elemente, dann eine Option je Zeile",
  run: "Zählen und auflisten",
  running: "Suche läuft",
  failed: (line, column, why) => `${position(line, column)}${why}`,
  said: (count) => `${count} ${count === 1 ? "Lösung" : "Lösungen"}`,
  counted: (count, isOne) => `${count} Lösung${isOne ? "" : "en"}.`,
  numbers: (options, items, primary, nodes) =>
    `${options} Optionen, ${items} Elemente (${primary} Hauptelemente), ${nodes} Knoten der Suche.`,
  first: "Die erste Lösung",
  solutions: "Lösungen",
};

export const share: typeof en.share = {
  read: "Öffnen",
  input: "Ein Rätsel in beliebigem Format, hier oder irgendwo auf der Seite eingefügt",
  readIt: "Öffnen",
  share: "Teilen",
  link: "Link zum Rätsel und zu deinem Stand. Der Teil nach # wird nie an einen Server gesendet.",
  copyLink: "Link kopieren",
  others: "Links für andere Programme",
  openIn: (name) => `In ${name} öffnen`,
  notElsewhere: (name, why) => `${name} kann dieses Rätsel nicht darstellen: ${why}`,
  format: "Textformat",
  sheet: "sheet: Vorgaben, Ziffern und Kandidaten eines 9×9-Gitters",
  text: "Rätsel als Text",
  copyText: "Text kopieren",
  saveText: "Text speichern",
  pictures: "Bild und Druck",
  print: "Drucken",
  drawing: "Bild wird gezeichnet",
  copied: "Kopiert.",
  notCopied: "Der Browser erlaubt das Kopieren nicht.",
};

export const settings: typeof en.settings = {
  title: "Einstellungen",
  names: {
    theme: "Farbschema",
    contrast: "Kontrast",
    language: "Sprache",
    tidy: "Kandidaten automatisch streichen, wenn eine Ziffer gesetzt wird",
  },
  values: {
    auto: "wie System",
    light: "hell",
    dark: "dunkel",
    usual: "normal",
    high: "hoch",
    en: "English",
    de: "Deutsch (ungeprüft)",
  },
  languages: "Übersetzt sind die Bedienelemente. Tipps, Namen und Regeln der Rätsel sind englisch.",
  saved: "Gespeicherte Daten",
  about:
    "Das Rätsel, seine Schritte zum Rückgängigmachen und die Einstellungen sind nur in diesem Browser gespeichert.",
  clear: "Gespeicherte Daten löschen",
  texts: "Dokumentation für die Offline-Nutzung speichern",
  saving: "Die Dokumentation wird gespeichert",
  textsSaved: "Die Dokumentation ist offline verfügbar.",
  textsFailed: "Einige Seiten der Dokumentation konnten nicht gespeichert werden.",
};

export const update: typeof en.update = {
  ready: "Eine neue Version dieser Seite ist bereit. Dein Rätsel bleibt erhalten.",
  load: "Neue Version laden",
};
