"""Turns a page of docs/ into the body of a manual page."""

import re


def escaped(text):
    """Text as roff reads it literally."""
    text = text.replace("\\", r"\e").replace("-", r"\-").replace("'", r"\(aq").replace("`", r"\(ga").replace("^", r"\(ha").replace("~", r"\(ti")
    text = "".join(c if c < "\x7f" else rf"\[u{ord(c):04X}]" for c in text)
    return "\n".join("\\&" + line if line.startswith((".", "'")) else line for line in text.split("\n"))


def inline(text):
    """Code and strong text are bold, emphasis is italic; of a link its words are left."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text)
    parts = []
    for part in re.split(r"(`+[^`]+`+|\*\*[^*]+\*\*|(?<![\w*])\*[^*\s][^*]*\*(?!\w))", text):
        if part.startswith("`"):
            parts.append(rf"\fB{escaped(part.strip('`'))}\fR")
        elif part.startswith("**"):
            parts.append(rf"\fB{escaped(part[2:-2].replace('`', ''))}\fR")
        elif part.startswith("*") and part.endswith("*") and len(part) > 2:
            parts.append(rf"\fI{escaped(part[1:-1])}\fR")
        else:
            parts.append(escaped(re.sub(r"\\([|*_`\[\]])", r"\1", part)))
    result = "".join(parts)
    return "\\&" + result if result.startswith((".", "'")) else result


def literal(lines):
    return "\n".join([".PP", ".RS 4", ".nf", *(escaped(line) or "\\&" for line in lines), ".fi", ".RE"])


def cells(line):
    """The cells of a row; a bar in code or behind a backslash is text."""
    return [cell.strip() for cell in re.split(r"(?<!\\)\|(?=(?:[^`]*`[^`]*`)*[^`]*$)", line.strip().strip("|"))]


def table(lines):
    """Rows as tagged paragraphs: the first cell is the tag, the others follow with the names of their columns."""
    head = cells(lines[0])
    result = []
    for line in lines[2:]:
        row = cells(line)
        rest = [(name, cell) for name, cell in zip(head[1:], row[1:]) if cell]
        text = inline(rest[0][1]) if len(head) == 2 and rest else "\n.br\n".join(f"{inline(name)}: {inline(cell)}" for name, cell in rest)
        result.append(f".TP\n{inline(row[0])}\n{text}")
    return "\n".join(result)


def body(markdown):
    """Everything below the page's title."""
    lines = markdown.split("\n")
    result, block, at = [], [], 0

    def end_paragraph():
        if block:
            result.append(".PP\n" + inline(" ".join(line.strip() for line in block)))
            block.clear()

    while at < len(lines):
        line = lines[at]
        if line.lstrip().startswith("```"):
            end_paragraph()
            end = next(i for i in range(at + 1, len(lines)) if lines[i].lstrip().startswith("```"))
            result.append(literal(lines[at + 1 : end]))
            at = end
        elif line.startswith("# "):
            end_paragraph()
        elif line.startswith("## "):
            end_paragraph()
            result.append(f".SH {inline(line[3:].replace('`', '')).upper()}")
        elif line.startswith("###"):
            end_paragraph()
            result.append(f".SS {inline(line.lstrip('#').strip().replace('`', ''))}")
        elif line.startswith("|") and at + 1 < len(lines) and re.match(r"\|[ :|-]+\|$", lines[at + 1].strip()):
            end_paragraph()
            end = at
            while end < len(lines) and lines[end].startswith("|"):
                end += 1
            result.append(table(lines[at:end]))
            at = end - 1
        elif re.match(r"\s*([-*]|\d+\.) ", line):
            end_paragraph()
            mark, text = re.match(r"\s*([-*]|\d+\.) (.*)", line).groups()
            while at + 1 < len(lines) and lines[at + 1].startswith("  ") and not re.match(r"\s*([-*]|\d+\.) |\s*```", lines[at + 1]):
                at += 1
                text += " " + lines[at].strip()
            result.append(f".IP {chr(92)}(bu 2\n{inline(text)}" if mark in "-*" else f".IP {mark} 4\n{inline(text)}")
        elif not line.strip():
            end_paragraph()
        else:
            block.append(line)
        at += 1
    end_paragraph()
    return "\n".join(result)
