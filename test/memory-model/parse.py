"""Reads litmus programs in the form in which program.py prints them.

    x.rlx=1; r=y.acq; if r==1 {s=D.na} else {fence sc} || r=x.add(1).ar; lock m
"""

import re

from program import (Cas, Create, Fence, If, Join, Load, Lock, Program, Store,
                     TryLock, Unlock, Update)

WORDS = {"fence": Fence, "lock": Lock, "unlock": Unlock,
         "create": lambda word: Create(int(word)),
         "join": lambda word: Join(int(word))}


def pieces(text, separator):
    """Splits at separators that are not in braces."""
    found, depth, last = [], 0, ""
    for part in re.split(r"(\|\||[;{}])", text):
        depth += (part == "{") - (part == "}")
        if part == separator and depth == 0:
            found.append(last)
            last = ""
        else:
            last += part
    return [part.strip() for part in found + [last] if part.strip()]


def value(word):
    return int(word) if word.isdigit() else word


def operation(text):
    if text.startswith("if "):
        match = re.fullmatch(r"if (\w+)==(\d+) *\{(.*?)\}(?: else \{(.*)\})?", text)
        if not match or match[3].count("{") != match[3].count("}"):
            match = re.fullmatch(r"if (\w+)==(\d+) *\{(.*)\}()", text)
        return If(match[1], int(match[2]), body(match[3]), body(match[4] or ""))
    word, _, rest = text.partition(" ")
    if word in WORDS:
        return WORDS[word](rest)
    left, right = text.split("=", 1)
    if "." in left:
        cell, order = left.split(".")
        return Store(cell, value(right), order)
    if right.startswith("trylock "):
        return TryLock(left, right.split()[1])
    match = re.fullmatch(r"(\w+)\.cas\((\w+),(\w+)\)\.(\w+)/(\w+)", right)
    if match:
        return Cas(left, match[1], int(match[2]), value(match[3]), match[4], match[5])
    match = re.fullmatch(r"(\w+)\.(add|swap)\((\w+)\)\.(\w+)", right)
    if match:
        return Update(left, match[1], match[2], value(match[3]), match[4])
    cell, order = right.split(".")
    return Load(left, cell, order)


def body(text):
    return [operation(part) for part in pieces(text, ";")]


def parse(text, name="given"):
    """Threads between `||`; cells of the outcome behind `finals:`. A first thread
    that creates others is main."""
    text, _, finals = text.partition("finals:")
    threads = [body(part) for part in pieces(text, "||")]
    hasMain = any(isinstance(one, Create) for one in threads[0])
    return Program(name, threads, finals.split(), hasMain)
