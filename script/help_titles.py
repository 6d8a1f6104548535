"""Titles of the groups of options in the program's help, which are in capitals, as headings."""

ABBREVIATIONS = {"API", "TLS"}


def in_sentence_case(title):
    words = " ".join(word if word in ABBREVIATIONS else word.lower() for word in title.split())
    return words[:1].upper() + words[1:]
