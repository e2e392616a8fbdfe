#!/usr/bin/env python3
"""Writes a small C or C++ program by a grammar: anything that may stand around a scan.

The same seed gives the same program. It has records, functions, operators and one
to three functions with a nest of loops under a directive: of any spelling, on any
construct, with clauses that may contradict each other, and bodies of declarations,
assignments, conditions, switches, loops, calls, lambdas, containers and jumps. A
compiler may refuse each of them. The program prints what its variables hold in the
end, which is what it prints without OpenMP, if it is accepted.

  generate_anything.py --seed 7 --language c++ > program.cpp

C++ is C++20. scripts/mutate-tests.py --grammar compiles and runs such programs.
"""

import argparse
import random

UNSIGNED = ["unsigned", "unsigned", "uint64_t", "uint8_t", "uint16_t"]
KINDS = UNSIGNED + ["int", "long", "short", "double", "float", "_Bool", "record"]
# Operators with types of the item, and updates by the inputs E, F under C.
UPDATES = {
    "+": (UNSIGNED + ["int", "double"], ["v += E;", "v = v + E;", "v++;",
                                         "if (C) v -= E;", "v = E + v + F;"]),
    "*": (UNSIGNED, ["v *= E | 1;", "v = v * 3;"]),
    "max": (["int", "long", "unsigned", "double"], [
        "v = v > E ? v : E;", "if (v < E) v = E;", "v = MAX(v, E);"]),
    "min": (["int", "unsigned"], ["v = E < v ? E : v;"]),
    "^": (UNSIGNED, ["v ^= E;", "v = E ^ v;"]),
    "|": (UNSIGNED, ["v |= E;"]),
    "&": (UNSIGNED, ["v &= E | 240;"]),
    "&&": (["int", "_Bool"], ["v = v && E;"]),
    "||": (["int", "_Bool"], ["v = v || E > 14;"]),
    "affine": (UNSIGNED, ["v = v * 3 + E;", "v = C ? 0 : v + 1;", "v = E - v;",
                          "if (C) v = E; else v += F;", "v = E * v + F;"]),
    "last": (KINDS[:-1], ["if (C) v = E;", "v = C ? E : v;"]),
    "maxplus": (["int"], ["v = v + E > 0 ? v + E : 0;"]),
    "bits": (UNSIGNED, ["v = (v & E) | F;", "if (C) v = ~v;", "v = v ^ E;"]),
    "join": (["record"], ["v = join(v, made(E, F));", "if (C) v = join(v, REC);"]),
}
NAMES = ["scan"] * 6 + ["reduction", "private", "firstprivate", "lastprivate",
                        "shared"]
CONSTRUCTS = [
    "parallel for", "parallel for", "parallel for", "parallel for simd", "for",
    "simd", "parallel loop", "target parallel for",
    "target teams distribute parallel for", "target\n#pragma omp parallel for",
    "teams distribute parallel for simd", "parallel\n#pragma omp for",
    "target teams\n#pragma omp distribute parallel for",
    "target simd", "target loop", "target teams distribute", "loop", "teams loop",
    "taskloop", "sections", "for ordered", "distribute", "parallel master taskloop"]
ODD_CLAUSES = [
    "schedule(static, 3)", "num_threads(2)", "if(n > 20)", "if(parallel : 1)",
    "nowait", "ordered", "collapse(2)", "order(concurrent)", "safelen(4)",
    "order(reproducible : concurrent)", "default(none)", "default(shared)",
    "linear(k)", "linear(k : 2)", "device(0)", "proc_bind(close)", "depend(in : x)",
    "allocate(s)", "simdlen(8)", "aligned(x)", "nontemporal(y)", "bind(parallel)",
    "map(to : x[0 : N])", "map(tofrom : y)", "defaultmap(none)", "num_teams(3)",
    "thread_limit(2)", "copyin(s)", "untied", "grainsize(4)", "lastprivate(k)",
    "scan()", "scan(+)", "scan(: s)", "scan(+ : s[0 : 2])", "scan(+ : x[i])",
    "scan(plus : s)", "reduction(inscan, + : s)", "reduction(task, + : s)",
    "inclusive(s)", "uses_allocators()", "is_device_ptr(x)", "private(i)",
    "in_reduction(+ : s)", "schedule(simd : dynamic)", "hint(0)", "scan(+ : s,)",
    "scan(+ : undeclared)", "scan(join : s)", "scan(+ : r)", "scan(+ : s, s)"]
HEAD = """#include <stdint.h>
#include <stdio.h>
{includes}
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define TWICE(e) (2 * (e))
enum {{ N = {size}, n_half = N / 2 }};
typedef struct {{ unsigned a; unsigned short b : 9; int c[3]; struct {{ uint8_t d; }} in; }} part;
typedef struct {{ unsigned low, high; }} record;
static unsigned x[2 * N], y[2 * N];
static int idx[2 * N];
static part parts[2 * N];
static uint64_t z[2 * N];
static double g[2 * N];
static unsigned m[6][2 * N];
static record rs[2 * N];
static inline record made(unsigned low, unsigned high) {{ record r = {{low, high}}; return r; }}
static inline record join(record p, record q) {{ return made(p.low * q.low, p.high * q.low + q.high); }}
{operator}
static inline unsigned step(unsigned q) {{ return q % 2 ? 3 * q + 1 : q / 2; }}
static inline void split(unsigned q, unsigned *low, unsigned *high) {{ *low = q & 7; *high = q >> 3; }}
unsigned opaque(unsigned q);
"""
HEAD_CXX = """struct box {
  unsigned v; int w[4];
  unsigned operator()(unsigned q) const { return q + v; }
  int &operator[](int j) { return w[j & 3]; }
  unsigned get() const { return v; }
  box &add(unsigned q) { v += q; return *this; }
};
static box boxes[2 * N];
"""
OPERATORS = [
    "#pragma omp declare scan(join : record : omp_out = join(omp_out, omp_in)) "
    "initializer(omp_priv = {1, 0})",
    "#pragma omp declare reduction(join : record : omp_out = join(omp_out, omp_in))"
    " initializer(omp_priv = {1, 0})",
    "#pragma omp declare scan(join : record : omp_out = join(omp_in, omp_out)) "
    "initializer(omp_priv = omp_orig)",
    "#pragma omp declare scan(join : record : omp_out.low += omp_in.low) "
    "initializer(omp_priv = {0, 0})",
    "#pragma omp declare scan(join : record : omp_out = lost(omp_out))", ""]
END = """
unsigned opaque(unsigned q) { return q ^ 21; }
static unsigned long mixed(unsigned long h, unsigned long v) { return (h ^ v) * 1099511628211u; }
"""


class Program:
    def __init__(self, rng, cxx):
        self.rng, self.cxx = rng, cxx
        self.depth = 1
        self.loops = 0
        self.count = 0
        self.wild = rng.choice([0, 0, 0, 1, 2, 6])  # percent of what is odd
        self.is_plain = rng.randrange(3) == 0  # nothing that only C++ has
        self.uses_containers = cxx and not self.is_plain and rng.randrange(3) == 0

    def chance(self, percent):
        return self.rng.randrange(100) < percent

    def odd(self, times=1):
        return self.rng.randrange(1000) < 10 * self.wild * times

    def fresh(self, prefix):
        self.count += 1
        return f"{prefix}{self.count}"

    # --- Expressions

    def subscript(self):
        i = self.counter
        choices = [i] * 8 + [
            f"{i} + 1", f"{i} - 1", f"n - 1 - {i}", f"2 * {i}", f"idx[{i}]",
            f"{i} + n_half", f"({i} & 7)", "3", f"{i} * 3 % N", f"(unsigned char){i}"]
        if self.indexes:
            choices += self.indexes
        return self.rng.choice(choices)

    def place(self):
        """Something that can be stored to, mostly the iteration's own element."""
        rng, at = self.rng, self.counter
        if self.strays:
            at = self.subscript()
        choices = [f"y[{at}]"] * 3 + [
            f"z[{at}]", f"parts[{at}].a", f"parts[{at}].c[1]", f"parts[{at}].in.d",
            f"g[{at}]", f"m[2][{at}]", f"m[{self.counter} % 6][{self.counter}]",
            f"rs[{at}].high", f"*(y + {at})", f"(&parts[{at}])->a",
            f"parts[{at}].b"]
        if self.recurrence and not self.strays:
            choices = [x for x in choices
                       if not x.lstrip("*(").startswith(self.recurrence)]
        choices += self.places * 3
        if self.items and self.strays:
            choices += [name for name, kind in self.items if kind != "record"]
        if self.cxx and not self.is_plain:
            choices += [f"boxes[{at}].v", f"boxes[{at}][1]"]
        if self.uses_containers:
            choices += [f"vec[{at}]"]
        if self.strays:
            choices += ["c", "x[2]", f"x[{at}]", "n", "idx[i]"]
        return rng.choice(choices)

    def leaf(self):
        rng, at = self.rng, self.subscript()
        choices = [f"x[{at}]"] * 9 + [
            "c", f"(unsigned)({self.counter} % 5)", f"(unsigned)idx[{at}]", "3", "7u",
            f"*(x + {at})", f"m[1][{at}]", f"rs[{at}].low", "n", "(x + 1)[2]"]
        if not self.strays:
            at = self.counter
        choices += [f"y[{at}]", f"parts[{at}].a", f"parts[{at}].b"]
        choices += self.locals * 4
        if self.strays:
            choices += [f"{name}.low" if kind == "record" else name
                        for name, kind in self.items if self.chance(30)]
        if self.cxx and not self.is_plain:
            choices += [f"boxes[{at}].get()", f"boxes[2]({self.counter})"]
            choices += [f"{name}({self.counter})" for name in self.lambdas] * 3
        if self.uses_containers:
            choices += [f"vec[{at}]", f"*(vec.begin() + {self.counter})",
                        f"pairs[{at}].second", "vec.size()"]
        if self.odd(0.2):
            choices = ["undeclared", "x", "&y", "\"text\"", "stdout", "x.a", "f",
                       "y[", "*c", "this", "i", "1.5f", "join", "(void)0", "u8'a'"]
        return rng.choice(choices)

    def value(self, depth=0):
        rng = self.rng
        if depth > 2 or rng.randrange(3) == 0:
            return self.leaf()
        a, b = self.value(depth + 1), self.value(depth + 1)
        forms = [f"({a} + {b})", f"({a} - {b})", f"({a} * {b})", f"({a} ^ {b})",
                 f"({a} > {b} ? {a} : {b})", f"({a} & 15)", f"({a} >> 2)", f"(!{a})",
                 f"((unsigned){a} % 9u)", f"({a} == {b})", f"step((unsigned){a})",
                 f"TWICE({a})", f"MAX({a}, {b})", f"({a} << 1)", f"(({a}) | {b})",
                 f"(uint8_t)({a})", f"(-{a})", f"({a} && {b})"]
        if self.chance(6):
            forms = [f"({{ unsigned t = {a}; t + {b}; }})", f"({a}, {b})",
                     f"opaque({a})", f"made({a}, {b}).high", f"(int)sizeof({a})",
                     f"({a} ?: {b})", f"(*&x[2] + {b})", f"x[{self.counter}]++"]
            if self.cxx:
                forms += [f"static_cast<unsigned>({a})", f"unsigned({a})",
                          f"[&] {{ return {a}; }}()", f"record{{1, 2}}.low"]
            else:
                forms += [f"((record){{{a} & 7, 2}}).low",
                          f"_Generic({a}, unsigned: 1, default: 2)"]
        return rng.choice(forms)

    def condition(self):
        a, b = self.leaf(), self.leaf()
        return self.rng.choice([f"{a} > 6", f"{a} < {b}", f"{a} % 3 == 0", f"{a} & 1",
                                f"{a}", f"{a} > 2 && {b} < 9", f"!({a} & 2)",
                                f"{self.counter} % 4 != 1"])

    # --- Statements, as lists of lines

    def update(self, item=None):
        name, kind = item or self.rng.choice(self.items)
        fitting = [texts for kinds, texts in UPDATES.values() if kind in kinds]
        operator = self.operators.get(name)
        texts = UPDATES[operator][1] if operator in UPDATES and not self.odd(3) \
            else self.rng.choice(fitting or [["v = E;"]])
        text = self.rng.choice(texts)
        cast = "" if kind == "record" else f"({kind})"
        for word, other in (("E", f"{cast}({self.value(1)})"),
                            ("F", f"{cast}({self.value(2)})"),
                            ("C", f"({self.condition()})")):
            text = self.replaced(text, word, other)
        text = text.replace("REC", f"rs[{self.counter}]")
        return [self.replaced(text, "v", name)]

    @staticmethod
    def replaced(text, word, other):
        out, at = "", 0
        while at < len(text):
            before, after = text[at - 1:at], text[at + 1:at + 2]
            whole = not (before.isalnum() or before == "_" or after.isalnum() or
                         after == "_" or before == "\x01")
            if text[at] == word and whole:
                out += other
            else:
                out += text[at]
            at += 1
        return out

    def assignment(self):
        place = self.place()
        op = self.rng.choice(["=", "=", "=", "=", "+=", "-=", "^=", "|="])
        if place.startswith("g["):
            op = "="
        return [f"{place} {op} {self.value()};"]

    def declaration(self):
        rng, name = self.rng, self.fresh("t")
        value = self.value()
        kind = rng.choice(["unsigned", "const unsigned", "int", "uint8_t", "short",
                           "const int", "uint64_t", "_Bool" if not self.cxx else
                           "bool", "double"])
        lines = [f"{kind} {name} = {value};"]
        pick = rng.randrange(14)
        if pick == 0:
            lines = [f"unsigned {name};", f"{name} = {value};"]
        elif pick == 1:
            lines = [f"const unsigned *{name}_p = &x[{self.counter}];",
                     f"unsigned {name} = {name}_p[{rng.choice(['0', '1'])}];"]
        elif pick == 2:
            lines = [f"unsigned {name}_l, {name};",
                     f"split({value}, &{name}_l, &{name});"]
        elif pick == 3:
            lines = [f"unsigned {name}_a[3] = {{{value}, 2}};",
                     f"unsigned {name} = {name}_a[{self.counter} % 3];"]
        elif pick == 4:
            lines = [f"part {name}_s = parts[{self.counter}];",
                     f"unsigned {name} = {name}_s.a + {name}_s.b;"]
        elif self.cxx and not self.is_plain and pick < 8:
            lines = rng.choice([
                [f"auto {name} = {value};"],
                [f"unsigned &{name} = y[{self.counter}];"],
                [f"const auto &{name}_r = parts[{self.counter}];",
                 f"const auto {name} = {name}_r.a;"],
                [f"auto [{name}, {name}_h] = rs[{self.counter}];"],
                [f"auto {name}_f = [&](unsigned q) {{ return q + {self.leaf()}; }};",
                 f"unsigned {name} = {name}_f({self.leaf()});"]])
        if self.odd(2):
            lines = rng.choice([[f"static unsigned {name} = 3;"],
                                [f"volatile unsigned {name} = {value};"],
                                [f"unsigned {name}[n];"], [f"extern int {name};"],
                                [f"unsigned {name} = {name} + 1;"],
                                [f"thread_local unsigned {name};"],
                                [f"struct {{ int q; }} {name};"]])
        self.locals.append(name)
        if not any(word in lines[-1] for word in ("const", "&")):
            self.places.append(name)
        return lines

    def block(self, count=None):
        kept = list(self.locals), list(self.indexes), list(self.places)
        lines = []
        self.depth += 1
        for _ in range(count or self.rng.choice([1, 1, 2, 3])):
            lines += self.statement()
        self.depth -= 1
        self.locals, self.indexes, self.places = kept
        return ["{", *("  " + line for line in lines), "}"]

    def conditional(self):
        lines = [f"if ({self.condition()})", *self.block()]
        while self.chance(20):
            lines += [f"else if ({self.condition()})", *self.block(1)]
        if self.chance(40):
            lines += ["else", *self.block(1)]
        return lines

    def switch(self):
        lines = [f"switch ((unsigned){self.leaf()} % 5u) {{"]
        for label in self.rng.sample(["case 0:", "case 1:", "case 2:", "case 3:",
                                      "default:"], self.rng.choice([1, 2, 3])):
            lines += [label, *self.block(1)]
            if self.chance(75):
                lines.append("break;")
        return lines + ["}"]

    def inner_loop(self):
        j = self.fresh("j")
        most = self.rng.choice(["3", "n % 5", f"(int)(x[{self.counter}] % 4)",
                                f"{self.counter} % 3"])
        self.indexes.append(j)
        header = self.rng.choice([
            f"for (int {j} = 0; {j} < {most}; {j}++)",
            f"for (int {j} = {most}; {j} > 0; {j} -= 2)",
            f"for (int {j} = 0; {j} < 2; ++{j})"])
        inside = self.block()
        self.indexes.remove(j)
        if self.chance(12):
            inside.insert(-1, self.rng.choice([
                f"  if ({self.condition()}) break;",
                f"  if ({self.condition()}) continue;"]))
        lines = [header, *inside]
        if self.chance(15):
            lines = [f"int {j} = {most};", f"while ({j}-- > 0)", *inside]
        elif self.chance(5):
            lines = [f"int {j} = 0;", "do", *inside, f"while (++{j} < 3);"]
        elif self.uses_containers and self.chance(20):
            lines = [f"for (unsigned {j} : arr)", *inside]
        if self.chance(12):
            lines.insert(0, self.rng.choice([
                "#pragma omp simd", "#pragma omp unroll", "#pragma unroll(2)",
                "#pragma omp tile sizes(2)", "#pragma clang loop vectorize(enable)",
                "#pragma omp parallel for", "#pragma omp reverse"]))
        if lines[0].startswith("#") and not lines[1].startswith("for"):
            del lines[0]
        return lines

    def call(self):
        a = self.leaf()
        if not self.strays and self.chance(70):
            return [f"m[3][{self.counter}] = step({a});"]
        if self.strays and self.chance(30):
            return [f"if ({self.condition()}) continue;"]
        return [self.rng.choice([
            f"split({a}, &y[{self.counter}], &m[3][{self.counter}]);",
            f"(void){a};", ";",
            f"y[{self.counter}] = step({a});",
            f"z[{self.counter}]++;", f"--y[{self.counter}];"])]

    def strange(self):
        """What a loop of OpenMP must not have, or that no kernel can do."""
        choices = ["break;", "return;", "goto out;", "#pragma omp barrier",
                   "#pragma omp atomic", "#pragma omp critical", "i++;", "n--;",
                   "printf(\"%d\", 1);", "out: ;", "asm(\"\");", "#pragma omp task",
                   "f0(n, c);", "__builtin_trap();", "#pragma omp flush", "{",
                   "}", "x[i] = = 3;", "#pragma omp scan exclusive(s)", "int;",
                   "unsigned (*fp)(unsigned) = step; s += fp(3);", "else s++;",
                   "__builtin_unreachable();", "static_assert(1, \"\");", "s += ;",
                   "typedef int here; here q = 2;", "if (x[i]) ; else",
                   "case 3: ;", "while (1) ;", "for (;;) { break; }"]
        if self.cxx:
            choices += ["throw 1;", "try { s++; } catch (...) {}", "delete &s;",
                        "auto q = new int; delete q;", "co_return;", "using namespace std;",
                        "struct local { int q; } l{2}; s += l.q;",
                        "if constexpr (sizeof(s) > 2) s++;", "s.~unsigned();"]
        return [self.rng.choice(choices)]

    def statement(self):
        if self.odd(0.6):
            return self.strange()
        kinds = [self.assignment] * 5 + [self.declaration] * 4 + [self.call] * 2
        if self.items and self.strays:
            kinds += [self.update] * 2
        if self.depth < 4:
            kinds += [self.conditional] * 2 + [self.switch, self.inner_loop]
            kinds.append(self.block)
        return self.rng.choice(kinds)()

    # --- The directive and its loops

    def directive(self):
        rng = self.rng
        construct = rng.choice(CONSTRUCTS[:13] if not self.odd(6) else CONSTRUCTS)
        clauses, own = [], self.in_phases
        for name, _ in self.items:
            operator = self.operators[name]
            if self.odd(2):
                operator = rng.choice(["auto", *UPDATES])
            if own:
                clauses.append(f"reduction(inscan, {operator} : {name})")
            else:
                clauses.append(f"scan({operator} : {name})")
        for name in self.arrays:
            clauses.append(f"scan({self.operators[name]} : {name})")
        if "target" in construct and self.chance(85):
            # A map is a promise of the program.
            names = "y, z, parts, g, m, rs, x, idx" + ", boxes" * self.cxx
            construct = construct.replace("target", "TARGET", 1)
            construct += f" map(tofrom : {names})" * ("\n" not in construct)
            construct = construct.replace("\n", f" map(tofrom : {names})\n")
            construct = construct.replace("TARGET", "target")
        if len(self.headers) > 1 and self.chance(60):
            clauses.append(f"collapse({len(self.headers)})")
        if self.privates:
            clauses.append(f"private({', '.join(self.privates)})")
        while self.odd(10):
            clauses.append(rng.choice(ODD_CLAUSES))
        rng.shuffle(clauses)
        text = f"{construct} {' '.join(clauses)}"
        lines = text.split("\n#pragma omp ")
        if self.chance(6):
            if self.cxx and len(lines) == 1 and self.chance(50):
                return [f"[[omp::directive({text})]]"]
            return [f'_Pragma("omp {line}")' for line in lines]
        if self.chance(4):
            return ["#pragma omp " + lines[0].replace(" ", " \\\n ")] + [
                f"#pragma omp {line}" for line in lines[1:]]
        return [f"#pragma omp {line}" for line in lines]

    def header(self, i):
        rng = self.rng
        kind = rng.choice(["int", "int", "int", "long", "unsigned", "size_t"])
        headers = [f"for ({kind} {i} = 1; {i} < n; {i}++)"] * 5 + [
            f"for ({kind} {i} = 1; {i} <= n - 1; ++{i})", f"for (int {i} = n - 1; {i} > 0; {i}--)",
            f"for (int {i} = 2; {i} < n; {i} += 3)",
            f"for ({kind} {i} = 1; {i} != n; {i}++)",
            f"for (int {i} = n - 2; {i} >= 1; {i} -= 2)",
            f"for (int {i} = idx[0] + 1; {i} < n - idx[1] % 3; {i}++)",
            f"for (int {i} = 1; n > {i}; {i} = {i} + 1)"]
        if self.odd(4):
            headers = [f"for (int {i} = 1; {i} < n; {i} *= 2)", f"for (int {i} = 1; ; {i}++)",
                       f"for (double {i} = 1; {i} < n; {i}++)", f"while (n-- > 0)",
                       f"for (int {i} = 1, j = 0; {i} < n; {i}++)", "if (n)",
                       f"for (int {i} = 1; {i} < n; {i} += c)", f"for ({i} = 1; {i} < n; {i}++)",
                       f"for (uint8_t {i} = 1; {i} < n; {i}++)", f"for (;;)",
                       f"for (int {i} = 1; {i} < y[{i}]; {i}++)", "for (auto q : x)",
                       f"for (int {i} = n; {i} < 1; {i}--)"]
        return rng.choice(headers)

    def choose_items(self):
        rng = self.rng
        self.items, self.arrays, self.operators = [], [], {}
        self.before = []
        self.in_phases = self.chance(18) and not self.strays
        for _ in range(rng.choice([0, 1, 1, 1, 1, 2, 2, 3])):
            operator = rng.choice(list(UPDATES))
            kind = rng.choice(UPDATES[operator][0])
            name = "s" if not self.items else self.fresh("s")
            start = "made(1, 2)" if kind == "record" else rng.choice(["0", "1", "5"])
            self.before.append(f"{kind if not self.cxx or kind != '_Bool' else 'bool'}"
                               f" {name} = {start};")
            self.items.append((name, kind))
            self.operators[name] = operator
        if self.chance(35) or not self.items:
            name = rng.choice(["y", "z", "g", "rs", "m"])
            self.arrays.append(name)
            self.operators[name] = "join" if name == "rs" else \
                rng.choice(["+", "+", "affine", "auto", "max"])
            self.recurrence = name
        else:
            self.recurrence = None

    def array_update(self):
        name, i = self.recurrence, self.counter
        back = "- 1" if "+" in self.headers[-1] or "<" in self.headers[-1] else "+ 1"
        if "+= 3" in self.headers[-1]:
            back = "- 3"
        row = "m[2]" if name == "m" else name
        previous, value = f"{row}[{i} {back}]", self.value(1)
        if name == "g":
            value = f"(double)({value})"
        forms = {"+": [f"{previous} + {value}"], "max": [
                     f"{previous} > {value} ? {previous} : {value}"],
                 "join": [f"join({previous}, rs[{i}])"]}
        return [f"{row}[{i}] = " + self.rng.choice(forms.get(
            self.operators[name],
            [f"3 * {previous} + {value}", f"{previous} + {value}"])) + ";"]

    def function(self, number):
        rng = self.rng
        self.counter = "i"
        self.locals, self.indexes, self.lambdas, self.privates = [], [], [], []
        self.places = []
        # Whether elements of other iterations and items are used anywhere.
        self.strays = self.chance(25)
        self.choose_items()
        self.headers = [self.header("i")]
        if self.chance(15):
            self.headers.insert(0, "for (int r = 0; r < 3; r++)")
            self.indexes.append("r * 2")
        if self.chance(10):
            self.before.append("int k = 0;")
            self.operators["k"] = "+"
            self.items.append(("k", "int"))
        if self.chance(12):
            self.before.append("unsigned own = 2;")
            self.privates.append("own")
        if self.cxx and not self.is_plain and self.chance(35):
            self.before.append("const auto twist = [=](unsigned q) "
                               "{ return q * 3 + c; };")
            self.lambdas.append("twist")
        body = []
        self.depth = 1
        for _ in range(rng.choice([0, 1, 1, 2, 3, 4])):
            body += self.statement()
        updates = [self.update(item) for item in self.items]
        if self.recurrence:
            updates.append(self.array_update())
        if any(name == "k" for name, _ in self.items) and self.chance(70):
            updates[-1 - bool(self.recurrence)] = [
                f"if ({self.condition()}) y[k++] = {self.value(1)};"]
        rng.shuffle(updates)
        body += [line for lines in updates for line in lines]
        stores = []
        for name, kind in self.items:
            if self.chance(60):
                shown = f"{name}.high" if kind == "record" else f"(unsigned){name}"
                stores.append(f"y[i] = {shown};" if self.chance(70) else
                              f"z[i] = {shown} + {self.leaf()};")
        if self.in_phases:
            names = ", ".join(name for name, _ in self.items)
            if self.chance(50):
                body.append(f"#pragma omp scan inclusive({names})")
            else:
                body, stores = [
                    *stores, f"#pragma omp scan exclusive({names})", *body], []
        else:
            for _ in range(rng.choice([0, 1, 1, 2])):
                body += self.statement()
        body += stores
        if self.privates:
            body.insert(0, f"own = {self.value(1)};")
        loop = [*self.headers[:-1], self.headers[-1] + " {",
                *("  " + line for line in body), "}"]
        lines = self.directive() + loop
        if self.cxx and not self.is_plain and self.chance(12):
            lines = ["[&] {", *("  " * (not x.startswith("#")) + x for x in lines),
                     "}();"]
        lines += [f"printf(\"%lu \", (unsigned long){name}"
                  f"{'.high' if kind == 'record' else ''});"
                  for name, kind in self.items]
        header = f"static void f{number}(int n, unsigned c)"
        if self.cxx and not self.is_plain and self.chance(20):
            header = "template <typename T> " + header.replace("unsigned c", "T c")
        lines = self.before + lines
        text = "\n".join(("" if line.startswith("#") else "  ") + line
                         for line in lines)
        return f"{header} {{\n{text}\n}}\n"

    def text(self):
        rng = self.rng
        includes = ""
        if self.uses_containers:
            includes = "#include <array>\n#include <utility>\n#include <vector>"
        size = rng.choice([5, 40, 300])
        out = [HEAD.format(includes=includes, size=size,
                           operator=rng.choice(OPERATORS[:2] * 3 + OPERATORS))]
        if self.cxx:
            out.append(HEAD_CXX)
        if self.uses_containers:
            out.append("static std::vector<unsigned> vec(2 * N, 3);\n"
                       "static std::array<unsigned, 8> arr;\n"
                       "static std::vector<std::pair<int, unsigned>> "
                       "pairs(2 * N);\n")
        functions = rng.choice([1, 1, 2])
        out += [self.function(k) for k in range(functions)]
        out.append(END)
        out.append("""int main() {
  unsigned long h = 7;
  for (int i = 0; i < 2 * N; i++) {
    x[i] = (unsigned)i * 7 % 16, y[i] = (unsigned)i % 5, z[i] = i % 3u, g[i] = i % 4;
    idx[i] = i * 7 % N, parts[i].a = (unsigned)i % 9, parts[i].b = i % 300;
    parts[i].c[1] = i % 6, parts[i].in.d = (uint8_t)i, rs[i].low = i % 3u, rs[i].high = 1;
    for (int r = 0; r < 6; r++)
      m[r][i] = (unsigned)(i + r) % 11;
  }
""")
        for number in range(functions):
            out.append(f"  f{number}(N, {rng.choice(['3u', '0u'])});\n")
        more = ""
        if self.cxx:
            more += "h = mixed(h, boxes[i].v), h = mixed(h, boxes[i].w[1]);\n    "
        if self.uses_containers:
            more += "h = mixed(h, vec[i]);\n    "
        out.append(f"""  for (int i = 0; i < 2 * N; i++) {{
    h = mixed(h, y[i]), h = mixed(h, z[i]), h = mixed(h, (unsigned long)(long)g[i]);
    h = mixed(h, parts[i].a), h = mixed(h, parts[i].b), h = mixed(h, parts[i].in.d);
    h = mixed(h, rs[i].high), h = mixed(h, m[2][i]), h = mixed(h, m[3][i]);
    {more}h = mixed(h, x[i]);
  }}
  printf("%lx\\n", h);
}}
""")
        return "".join(out)


def program(seed, language):
    rng = random.Random(f"{seed} {language} anything")
    return (f"/* generate_anything.py --seed {seed} --language {language} */\n"
            + Program(rng, language == "c++").text())


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", default="1")
    parser.add_argument("--language", choices=["c", "c++"], default="c")
    arguments = parser.parse_args()
    print(program(arguments.seed, arguments.language), end="")


if __name__ == "__main__":
    main()
