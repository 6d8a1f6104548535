"""Finds the places of a Swift file that can be mutated, and writes the file with all of its mutations built in.

Every mutation is compiled into the program, and `UNDERSTUDY_MUTATION` chooses the one that is on. So hundreds of mutations need one build.

A site is found by form, not by syntax: a line has to look like a condition or a statement. A mutation that does not compile is dropped later.
"""

import re
from dataclasses import dataclass, field

# What an operator becomes: a bound moves by one, a condition is negated, one of two conditions is enough.
OPERATORS = {
    "<": "<=", "<=": "<", ">": ">=", ">=": ">",
    "==": "!=", "!=": "==", "===": "!==", "!==": "===",
    "&&": "||", "||": "&&",
}  # fmt: skip
# Swift's operators cannot hold digits, so the number of a mutation is written in these.
DIGITS = "~^%|"


@dataclass
class Edit:
    start: int
    end: int
    text: str


@dataclass
class Site:
    """One mutation of one file. `edits` refer to offsets in the file as it is."""

    module: str
    path: str
    line: int
    kind: str
    change: str
    source: str
    # Which of its kind in its line.
    nth: int
    # Functions of the mutation's number.
    make: object
    number: int = 0
    # The operator and its replacement, when the mutation needs an operator of its own.
    operator: str = ""
    result: dict = field(default_factory=dict)

    @property
    def identity(self):
        """Stays the same when lines above the site move."""
        return f"{self.path}|{self.source}|{self.kind}|{self.change}|{self.nth}"

    def __str__(self):
        return f"{self.path}:{self.line}: {self.change}: {self.source}"


def code_mask(text):
    """For each character whether it is code: neither comment nor string nor regular expression."""
    mask = bytearray(b"\x01" * len(text))
    index = 0

    def hide(start, end):
        mask[start:end] = bytes(end - start)

    while index < len(text):
        if text.startswith("//", index):
            end = text.find("\n", index)
            end = len(text) if end < 0 else end
        elif text.startswith("/*", index):
            end = text.find("*/", index)
            end = len(text) if end < 0 else end + 2
        elif match := re.compile(r'(#*)("""|")').match(text, index):
            end = string_end(text, match)
        elif match := re.compile(r"(#+)/").match(text, index):
            end = text.find("/" + match[1], match.end())
            end = len(text) if end < 0 else end + 1 + len(match[1])
        else:
            index += 1
            continue
        hide(index, end)
        index = end
    return mask


def string_end(text, opening):
    """The offset behind a string literal, interpolations and the strings in them included."""
    hashes, quote = opening[1], opening[2]
    index = opening.end()
    while index < len(text):
        if text.startswith(quote + hashes, index):
            return index + len(quote + hashes)
        if text.startswith("\\" + hashes + "(", index):
            index, depth = index + len(hashes) + 2, 1
            while index < len(text) and depth:
                if inner := re.compile(r'(#*)("""|")').match(text, index):
                    index = string_end(text, inner)
                    continue
                depth += {"(": 1, ")": -1}.get(text[index], 0)
                index += 1
        elif text.startswith("\\" + hashes, index):
            index += len(hashes) + 2
        else:
            index += 1
    return index


def spelled(number):
    """A number in characters that an operator may have."""
    digits = ""
    while True:
        digits += DIGITS[number % 4]
        number //= 4
        if not number:
            return digits


def find(module, path, text):
    """All sites of a file, in the order of their places."""
    return Finder(module, path, text).sites


class Finder:
    def __init__(self, module, path, text):
        self.module, self.path, self.text = module, path, text
        self.mask = code_mask(text)
        self.sites = []
        # Code only, with blanks in the place of the rest.
        self.code = "".join(c if on or c == "\n" else " " for c, on in zip(text, self.mask))
        starts = [0] + [match.end() for match in re.finditer("\n", text)]
        self.lines = [(start, self.code[start : self.code.find("\n", start) if "\n" in self.code[start:] else len(text)]) for start in starts]
        for number, (start, line) in enumerate(self.lines):
            if self.declares(line):
                continue
            self.operators(number, start, line)
            self.conditions(number, start, line)
            self.statement(number, start, line)

    @staticmethod
    def declares(line):
        return re.search(r"\b(func|init|subscript|typealias|associatedtype|where|import|operator|extension|protocol)\b", line) or line.lstrip().startswith(("@", "#"))

    def add(self, number, kind, change, make, operator=""):
        nth = sum(site.line == number + 1 and site.kind == kind and site.change == change for site in self.sites)
        source = self.text[self.lines[number][0] :].split("\n", 1)[0].strip()
        self.sites.append(Site(self.module, self.path, number + 1, kind, change, source, nth, make, operator=operator))

    def operators(self, number, start, line):
        for match in re.finditer(r"(?<= )(<=|>=|===|!==|==|!=|<|>|&&|\|\|)(?= )", line):
            at, operator = start + match.start(), match[1]
            kind = "bound" if operator[0] in "<>" else "condition"
            self.add(
                number, kind, f"{operator} → {OPERATORS[operator]}",
                lambda n, at=at, operator=operator: [Edit(at, at + len(operator), operator + spelled(n))], operator,
            )  # fmt: skip
        for match in re.finditer(r"(?<= )([+-]) 1\b(?![.\w])", line):
            at = start + match.end() - 1
            self.add(number, "bound", f"{match[1]} 1 → {match[1]} 0", lambda n, at=at: [Edit(at, at + 1, f"Mutation.step({n})")])
        for match in re.finditer(r"(?<=[ (\[])!(?=[\w(])", line):
            at = start + match.start()
            self.add(number, "condition", "! dropped", lambda n, at=at: [Edit(at, at + 1, "!" + spelled(n))], "!")

    def conditions(self, number, start, line):
        match = re.match(r"\s*(?:\} else )?(if|guard|while) ", line)
        if not match:
            return
        depth, clauses, begin, end = 0, [], match.end(), None
        for index in range(match.end(), len(line)):
            letter = line[index]
            if depth == 0 and (letter == "{" or line.startswith("else {", index)):
                end = index
                break
            depth += letter in "([{"
            depth -= letter in ")]}"
            if depth == 0 and letter == ",":
                clauses.append((begin, index))
                begin = index + 1
        if end is None:
            return
        clauses.append((begin, end))
        for begin, end in clauses:
            clause = self.text[start + begin : start + end]
            if clause.strip() in ("", "true") or re.match(r"\s*(let|var|case|unsafe (let|var)|#)", clause):
                continue
            left = start + begin + len(clause) - len(clause.lstrip())
            right = start + end - (len(clause) - len(clause.rstrip()))
            for change, name in (("condition negated", "negated"), ("condition dropped", "dropped")):
                self.add(
                    number, "condition", change,
                    lambda n, left=left, right=right, name=name: [Edit(left, left, f"Mutation.{name}({n}, "), Edit(right, right, ")")],
                )  # fmt: skip

    def statement(self, number, start, line):
        body = line.strip()
        if not re.match(r"(try |await |unsafe |self\.|_ = )*[A-Za-z_][\w.?!\[\]]*(\(|\[| (=|[-+*|&^]=|&[-+]=) |\.)", body):
            return
        if re.match(r"(let|var|return|case|if|for|while|guard|switch|throw|repeat|defer|default|else|do|catch|in|where|struct|enum|class|static|private|public|package|internal|fileprivate|final|mutating|override|convenience|indirect|lazy|weak|super|break|continue|fallthrough)\b", body):  # fmt: skip
            return
        if not re.search(r"[\w)\]!?\"]$", body.rstrip()) and self.mask[start + len(line.rstrip()) - 1]:
            return
        if any(body.count(a) != body.count(b) for a, b in ("()", "[]", "{}")):
            return
        if not self.stands_alone(number):
            return
        left = start + len(line) - len(line.lstrip())
        whole = self.text[start : self.text.find("\n", start)]
        if "//" in whole and "//" not in line:
            return
        right = start + len(whole.rstrip())
        self.add(
            number, "statement", "dropped",
            lambda n: [Edit(left, left, f"if Mutation.keeps({n}) {{ "), Edit(right, right, " }")],
        )  # fmt: skip

    def stands_alone(self, number):
        """Whether the line is no part of an expression of several lines, as far as its neighbours tell."""
        before = next((line.strip() for _, line in reversed(self.lines[:number]) if line.strip()), "")
        after = next((line.strip() for _, line in self.lines[number + 1 :] if line.strip()), "")
        if re.match(r"[.?:&|+\-*/=<>,)\]]", after):
            return False
        return bool(re.search(r"[{}:;]$|\bin$", before)) or (bool(re.search(r"[\w)\]]$", before)) and not before.endswith(("return", "=")))


def rewritten(text, sites):
    """The file with these mutations in it. Lines stay where they are."""
    edits = sorted((edit for site in sites for edit in site.make(site.number)), key=lambda edit: (edit.start, edit.end))
    # Of edits at one place, what opens around others comes first, what closes last; the order of insertion decides that.
    pieces, at = [], 0
    for edit in edits:
        pieces += [text[at : edit.start], edit.text]
        at = edit.end
    return "".join(pieces) + text[at:]


def support(sites):
    """A file for the module: which mutation is on, and the operators of the module's mutations."""
    lines = [SUPPORT]
    for site in sites:
        if not site.operator:
            continue
        name, n, old, new = site.operator + spelled(site.number), site.number, site.operator, OPERATORS.get(site.operator)
        if old == "!":
            lines += [f"prefix operator {name}", f"prefix func {name} (a: Bool) -> Bool {{ Mutation.isOn({n}) ? a : !a }}"]
        elif old in ("&&", "||"):
            group = "LogicalConjunctionPrecedence" if old == "&&" else "LogicalDisjunctionPrecedence"
            lines += [
                f"infix operator {name}: {group}",
                f"func {name} (a: Bool, b: @autoclosure () throws -> Bool) rethrows -> Bool {{ Mutation.isOn({n}) ? try a {new} b() : try a {old} b() }}",
            ]
        else:
            lines.append(f"infix operator {name}: ComparisonPrecedence")
            generics = "<T: Equatable>" if old in ("==", "!=") else "<T: Comparable>"
            operands = "(a: T, b: T)"
            if old in ("===", "!=="):
                generics, operands = "", "(a: AnyObject?, b: AnyObject?)"
            lines.append(f"func {name} {generics}{operands} -> Bool {{ Mutation.isOn({n}) ? a {new} b : a {old} b }}")
            if old in ("==", "!="):
                # What cannot be compared can still be compared with nil.
                operands = "(a: T?, b: _OptionalNilComparisonType)"
                lines.append(f"@_disfavoredOverload func {name} <T>{operands} -> Bool {{ Mutation.isOn({n}) ? a {new} b : a {old} b }}")
    return "\n".join(lines) + "\n"


SUPPORT = """\
private import Glibc

/// Which mutation is on: `UNDERSTUDY_MUTATION`. In the folder `UNDERSTUDY_MUTATIONS_REACHED` a file is made for each one that is reached.
enum Mutation {
    static let chosen: Int = unsafe getenv("UNDERSTUDY_MUTATION").flatMap { unsafe Int(String(cString: $0)) } ?? 0
    private static let folder: String? = unsafe getenv("UNDERSTUDY_MUTATIONS_REACHED").map { unsafe String(cString: $0) }

    /// One byte a mutation: whether it was reached. That threads may see it late does no harm.
    private nonisolated(unsafe) static let reached = unsafe UnsafeMutablePointer<UInt8>.allocate(capacity: 1 << 16)

    @inline(never)
    static func isOn(_ number: Int) -> Bool {
        if let folder, unsafe reached[number] != 1 {
            unsafe reached[number] = 1
            let kept = errno
            let file = open(folder + "/" + String(number), O_CREAT | O_WRONLY, 0o600)
            if file >= 0 { close(file) }
            errno = kept
        }
        return number == chosen
    }

    static func negated(_ number: Int, _ condition: Bool) -> Bool { isOn(number) != condition }
    static func dropped(_ number: Int, _ condition: Bool) -> Bool { isOn(number) || condition }
    static func keeps(_ number: Int) -> Bool { !isOn(number) }
    static func step<T: Numeric>(_ number: Int) -> T { isOn(number) ? 0 : 1 }
}
"""
