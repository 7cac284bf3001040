"""The names of moves: `C3-E3` in papamu's protocol, `c3e3` in OpenSpiel, which does not skip the letter i."""

from __future__ import annotations

import re

LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
"""The letters of columns in the protocol."""


def to_papamu(name: str) -> str:
    """A move of OpenSpiel in the protocol: C3-E3 for c3e3, and J9 for i9. Other text stays as it is."""
    if not re.fullmatch(r"(?:[a-y][0-9]+)+", name, re.IGNORECASE):
        return name
    vertices = re.findall(r"([a-y])([0-9]+)", name.lower())
    return "-".join(f"{LETTERS[ord(letter) - ord('a')]}{row}" for letter, row in vertices)


def to_openspiel(token: str) -> str:
    """A move of the protocol in OpenSpiel: c3e3 for C3-E3, i9 for J9, and pass for PASS. Other text stays as it is."""
    if token.lower() in ("pass", "resign"):
        return token.lower()
    if not re.fullmatch(r"[A-HJ-Z][0-9]+(?:-[A-HJ-Z][0-9]+)*", token):
        return token
    return "".join(f"{chr(ord('a') + LETTERS.index(vertex[0]))}{vertex[1:]}" for vertex in token.split("-"))
