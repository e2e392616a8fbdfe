# How scripts/mutate-tests.py breaks a program: tokens, clauses and statements of
# a pragma and the loop behind it.
#
# Part of the OmpScan project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import re

TOKEN = re.compile(
    r"""\s+|//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'
        |[A-Za-z_]\w*|\.?\d(?:[eEpP][+-]|[\w.])*
        |<<=|>>=|\.\.\.|->|\+\+|--|<<|>>|[-+*/%&|^<>=!]=|&&|\|\||::|.""",
    re.S | re.X)
# Of an OpenMP directive, perhaps in a macro, not of another pragma.
SCAN = re.compile(r"""(?:\#\s*pragma\s+omp\b|PRAGMA\(omp\b|_Pragma\(\s*"\s*omp\b)
                      (?:[^\n\\]|\\.)*?(?:\bscan\s*\(|\binscan\b)""", re.S | re.X)


def tokens(text):
    return TOKEN.findall(text)


# What may stand in each other's place.
FAMILIES = [
    "+ - * / % & | ^ << >> < > <= >= == != && ||".split(),
    "= += -= *= |= &= ^= <<=".split(),
    "++ --".split(),
    ". ->".split(),
    "private firstprivate lastprivate shared map reduction scan if collapse "
    "schedule order device nowait num_threads depend linear".split(),
    "to from tofrom alloc always present close".split(),
    "inclusive exclusive".split(),
    "int short long char unsigned float double _Bool size_t int8_t uint8_t "
    "int16_t uint16_t int32_t uint32_t int64_t uint64_t".split(),
    "break continue return goto".split(),
    "min max fmin fmax fminf fmaxf".split(),
    "parallel target teams distribute simd for".split(),
]
KEYWORDS = {word for family in FAMILIES for word in family} | set(
    "omp pragma for if while do switch const static void struct else sizeof inscan declare template "
    "typename auto default none restrict volatile".split())


def is_word(token):
    return token[0].isalpha() or token[0] == "_"


def role(parts, at):
    """How the name at a place is used, which what comes next shows."""
    following = next((part for part in parts[at + 1:] if not is_space(part)),
                     "")
    return following if following in "[(." else "in a list" if (
        following in ":," and following) else ""


def alternatives(at, parts):
    """What could stand in the place of a token of a region."""
    token = parts[at]
    for family in FAMILIES:
        if token in family:
            return family
    if token[0].isdigit():
        return ["0", "1", "2", "3", "8", "-1", token + " + 1"]
    if is_word(token):
        return [part for other, part in enumerate(parts)
                if is_word(part) and part not in KEYWORDS
                and role(parts, other) == role(parts, at)] or [token]
    return [token]


def maps(parts):
    """The places of what stands in `map` clauses."""
    found = set()
    for at, part in enumerate(parts):
        if part != "map":
            continue
        depth = 0
        for inside in range(at + 1, len(parts)):
            depth += parts[inside].count("(") - parts[inside].count(")")
            found.add(inside)
            if depth <= 0:
                break
    return found


def statements(parts, fixed):
    """(begin, end) of what ends with a semicolon and has no braces."""
    begin, depth = fixed, 0
    for at in range(fixed, len(parts)):
        depth += parts[at].count("(") - parts[at].count(")")
        header = parts[at] == ")" and "for" in parts[begin:at]
        if depth == 0 and (parts[at] in "{};" or header
                           or parts[at].startswith("#")):
            if parts[at] == ";":
                yield begin, at + 1
            begin = at + 1


def is_space(token):
    return not token.strip() or token.startswith(("//", "/*"))


def regions(text):
    """(begin, end) of every OpenMP pragma together with the loop behind it."""
    for pragma in re.finditer(r"^[ \t]*#pragma omp (?:[^\n]*\\\n)*[^\n]*\n",
                              text, re.M):
        end = pragma.end()
        loop = re.compile(r"\s*(?:\{\s*)?(?:#pragma[^\n]*\n\s*)*for\s*\(").match(
            text, end)
        if loop:
            end, depth, seen_header = loop.end(), 1, False
            while end < len(text):
                c = text[end]
                depth += c in "({[" and 1 or c in ")}]" and -1 or 0
                end += 1
                if depth == 0 and (c == "}" or (c == ";" and seen_header)):
                    break
                seen_header |= depth == 0 and c == ")"
        yield pragma.start(), end


def mutate(text, dice):
    """A mutant of the program \\p text, and what was done to it."""
    spans = list(regions(text))
    if not spans:
        return None
    begin, end = dice.choice(spans)
    parts = tokens(text[begin:end])
    # The words that make it a pragma stay, so that there is one.
    fixed = 0
    for at, part in enumerate(parts):
        if part == "omp":
            fixed = at + 1
            break
    done = []
    # Half of them are such that Clang alone may have nothing against them.
    kinds = ("replace",) * 6 + ("clause", "statement") * 2
    rounds = 1
    if dice.random() < 0.5:
        kinds += ("delete", "duplicate", "swap", "move")
        rounds = dice.choice((1, 1, 2, 3))
    for _ in range(rounds):
        solid = [at for at in range(fixed, len(parts))
                 if not is_space(parts[at])]
        if len(solid) < 2:
            break
        mapped = maps(parts)
        solid = [at for at in solid if at not in mapped] or solid
        at = dice.choice(solid)
        kind = dice.choice(kinds)
        if kind == "delete":
            done.append(f"delete {parts[at]}")
            parts[at] = " "
        elif kind == "duplicate":
            done.append(f"duplicate {parts[at]}")
            parts.insert(at, parts[at] + " ")
        elif kind == "swap":
            near = dice.choice([other for other in solid if other != at
                                and abs(other - at) < 12] or solid)
            done.append(f"swap {parts[at]} and {parts[near]}")
            parts[at], parts[near] = parts[near], parts[at]
        elif kind == "move":
            other = parts[dice.choice(solid)]
            done.append(f"replace {parts[at]} by {other}")
            parts[at] = other
        elif kind == "replace":
            at = dice.choice([other for other in solid if len(
                set(alternatives(other, parts))) > 1] or solid)
            other = dice.choice(alternatives(at, parts))
            done.append(f"replace {parts[at]} by {other}")
            parts[at] = other
        elif kind == "clause":
            names = [part for part in parts
                     if is_word(part) and part not in KEYWORDS] or ["y"]
            name = dice.choice(names)
            clause = dice.choice(
                ("private({0})", "firstprivate({0})", "lastprivate({0})",
                 "reduction(+ : {0})", "reduction(max : {0})", "if({0})",
                 "shared({0})", "scan(+ : {0})", "collapse(2)",
                 "default(none)", "default(firstprivate)", "map(to : {0})",
                 "map(tofrom : {0}[0 : {1}])")).format(name,
                                                       dice.choice(names))
            line = next((other for other in solid
                         if "\n" in "".join(parts[other + 1:other + 2])), at)
            done.append(f"add {clause}")
            parts[line] += " " + clause
        else:
            found = list(statements(parts, fixed))
            if not found:
                continue
            first = dice.choice(found)
            last = dice.choice(found)
            text_of = ["".join(parts[slice(*one)]) for one in (first, last)]
            if first == last or dice.random() < 0.3:
                done.append(f"delete {text_of[0].strip()}")
                parts[slice(*first)] = [";"]
            else:
                done.append(f"copy {text_of[1].strip()} to "
                            f"{text_of[0].strip()}")
                parts.insert(first[0], text_of[1])
    region = "".join(parts)
    mutant = text[:begin] + region + text[end:]
    line = text.count("\n", 0, begin) + 1
    # Other parallel loops may not do what the sequential ones do.
    still_scans = SCAN.search(region) is not None
    return None if mutant == text else (mutant, f"line {line}: "
                                        + "; ".join(done), still_scans)
