#!/usr/bin/env python3
"""Writes a C or C++ program of random loops on scalar items, each with its oracle.

The same seed gives the same program. A loop has up to three items, each with an
operator and one or several updates; inputs are elements at names of the
iteration, calls, and values of other items; values are stored before and after
the updates. All of it is exact. The oracle is the loop without its directive.

  generate_items.py --seed 7 --loops 50 --language c > loops.c
  clang -fopenmp -fplugin=... loops.c -lompscan

The program takes the largest number of iterations as an argument and prints
"ok", or the first mismatch.
"""

import argparse
import random

TRIPS = [0, 1, 2, 3, 17, 255, 1000, 4097, 70000]

# Operator, types of the item, and updates of `v` by the inputs E and F under the
# condition C; several statements are several updates.
FORMS = [
    ("+", ["int", "long", "unsigned", "uint8_t", "short", "double", "float"], [
        "v += E;", "v = v + E;", "v = E + v;", "v -= E;", "v++;", "if (C) v++;",
        "if (C) v += E; else v -= F;", "v += E; v += F;",
        "if (C) v += E; v--;"]),
    ("max", ["int", "long", "short", "double"], [
        "v = v > E ? v : E;", "if (E > v) v = E;", "v = E < v ? v : E;",
        "if (C) v = v < E ? E : v;"]),
    ("min", ["int", "long", "double"], [
        "v = v < E ? v : E;", "if (E < v) v = E;",
        "if (C) v = E < v ? E : v;"]),
    ("^", ["int", "unsigned", "long", "uint8_t"], [
        "v ^= E;", "v = v ^ E;", "if (C) v ^= E;"]),
    ("|", ["unsigned", "int"], ["v |= 1 << (E & 7);", "if (C) v = v | (E & 8);"]),
    ("&", ["unsigned", "int"], ["v &= E | 0xff0;", "if (C) v &= ~(E & 16);"]),
    ("affine", ["unsigned", "uint64_t", "uint16_t"], [
        "v = v * 31 + E;", "v = 3 * v - E;", "v = C ? 0 : v + 1;",
        "if (C) v = 0; v += E;", "v = C ? E : v + F;", "v = E - v;",
        "v = (v << 2) + v + E;", "if (C) v = v * 5 + E;"]),
    ("last", ["int", "long", "double", "uint8_t", "bool"], [
        "if (C) v = E;", "v = C ? E : v;"]),
    ("maxplus", ["int"], [
        "v = v + E > 0 ? v + E : 0;", "v += E; if (v < 0) v = 0;",
        "if (C) v = 0; v = v - E > F ? v - E : F;"]),
    ("minplus", ["int"], [
        "v = v + E < F ? v + E : F;", "v = v + 1 < E ? v + 1 : E;"]),
    ("bits", ["unsigned", "uint8_t", "uint64_t"], [
        "v = (v & E) | F;", "v ^= E; v &= 255;", "if (C) v = ~v;"]),
    ("bits", ["bool"], ["if (C) v = !v;", "v ^= (bool)C;"]),
    ("rational", ["double"], ["v = 1 / (1 + 1 / v);", "v = v / (1 + v);"]),
]
SHARED = {"+", "max", "min", "^", "|", "&"}  # with OpenMP's reduction


class Loop:
    def __init__(self, rng, number, cxx):
        self.rng, self.name, self.cxx = rng, f"loop{number}", cxx
        self.before = []  # in front of the loop
        self.names = []  # in front of the rest of the body
        self.leaves = ["a[i]", "b[i]", "a[i]", "b[i]", "c", "(int)(i % 7)"]
        self.choose_names()
        self.items = []
        statements = []
        for k in range(rng.choice([1, 1, 2, 2, 3, 3])):
            statements += self.item(k)
        if self.chance(20):
            # The value is read back by the first item that it suits.
            statements.insert(0, f"w[i] = {self.leaf()};")
            statements.append(f"z[i] += {self.items[0][0]} + w[i];"
                              if self.chance(50) else "z[i] = w[i];")
        values = [v for v, *_ in self.items if self.chance(60)]
        if values:
            statements.append("y[i] = (long)(" + " + ".join(
                f"(long){v}" for v in values) + ");")
        self.stored = set(values)
        self.statements = self.names + statements

    def chance(self, percent):
        return self.rng.randrange(100) < percent

    def choose_names(self):
        if self.chance(30):
            self.names.append("const int at = n - 1 - (int)i;")
            self.leaves += ["a[at]", "b[at + 1]"]
        if self.chance(30):
            self.names.append("const int *p = &a[i];")
            self.leaves += ["p[0]", "p[1]", "*(p + 2)"]
        if self.chance(20):
            self.names.append("const int ip = (int)i + 1;")
            self.leaves += ["b[ip]"]
        if self.cxx and self.chance(25):
            self.names.append("const int &r = b[i];")
            self.leaves += ["r"]
        if self.cxx and self.chance(25):
            self.before.append("const auto twist = [c](int q) "
                               "{ return q * c + 1; };")
            self.leaves += ["twist(a[i])", "twist(b[i])"]
        self.leaves += ["(isdigit(t[i]) != 0)", "(t[i] == 32)",
                        "(tolower(t[i]) % 9)", "abs(a[i])"]
        if self.cxx:
            self.leaves += ["std::clamp(a[i], -3, 5)", "std::max(a[i], b[i])"]
        if self.chance(40):
            self.names.append(f"const int local = {self.expression()};")
            self.leaves += ["local"] * 3

    def leaf(self):
        return self.rng.choice(self.leaves)

    def expression(self):
        a, b, c = self.leaf(), self.leaf(), self.leaf()
        return self.rng.choice([a, a, a, f"({a} + {b})", f"({a} - {b})",
                                f"({a} * {b} % 16)", f"({a} & {b})",
                                f"({a} > {b} ? {b} : {c})", f"(2 * {a})"])

    def condition(self):
        a, b = self.leaf(), self.leaf()
        return self.rng.choice([f"{a} > 2", f"{a} < {b}", f"{a} % 5 == 0",
                                "isdigit(t[i])", f"{a} > 0 && {b} > 0"])

    def item(self, number):
        rng = self.rng
        operator, types, updates = rng.choice(FORMS)
        kind = rng.choice(types)
        v = f"v{number}"
        text = rng.choice(updates)
        casts = operator in ("max", "min", "last") or kind in (
            "bool", "uint8_t", "short", "uint16_t")
        # The value of another item, as a small number, makes one more pass.
        others = [u for u, _, t, _ in self.items if t != "double"]
        depends = bool(others and operator != "rational" and
                       ("E" in text or "C" in text) and self.chance(40))
        if depends:
            small = f"((int){rng.choice(others)} & 15)"
            if "E" in text:
                text = text.replace("E", f"(({kind}){small})" if casts else small)
            else:
                text = text.replace("C", f"({small} > 6)")
        for place in "EF":
            value = self.expression()
            text = text.replace(place, f"(({kind}){value})" if casts else value)
        text = text.replace("C", "(" + self.condition() + ")")
        text = self.rename(text, v)
        self.items.append((v, operator, kind, depends))
        result = []
        if self.chance(25):
            result.append(f"z[i] = (long){v};")
        # Statements of one line may hold an `else`.
        result.append(text)
        return result

    @staticmethod
    def rename(text, v):
        out, k = "", 0
        while k < len(text):
            alone = (text[k] == "v" and
                     not (k and (text[k - 1].isalnum() or text[k - 1] in "_:")) and
                     not (k + 1 < len(text) and (text[k + 1].isalnum() or
                                                 text[k + 1] == "_")))
            out += v if alone else text[k]
            k += 1
        return out

    def directive(self):
        rng = self.rng
        clauses = []
        for v, operator, _, _ in self.items:
            name = operator
            read = any(self.uses(s, v) > 0 for s in self.statements
                       if not s.startswith(("if", v)))
            if rng.randrange(8) == 0 and operator != "rational":
                name = "auto"
            if (operator in SHARED and name != "auto" and not read and
                    len(clauses) and self.chance(50)):
                clauses.append(f"reduction({name} : {v})")
            else:
                clauses.append(f"scan({name} : {v})")
        first = [k for k in clauses if k.startswith("scan")]
        rest = [k for k in clauses if not k.startswith("scan")]
        text = " ".join(first + rest)
        if self.chance(40):
            return ("#pragma omp target parallel for map(to : a[0 : n + 4], "
                    "b[0 : n + 4], t[0 : n + 4]) map(tofrom : y[0 : n], "
                    "z[0 : n], w[0 : n]) " + text)
        return "#pragma omp parallel for " + text

    @staticmethod
    def uses(statement, v):
        return statement.count(v)

    def functions(self):
        rng = self.rng
        header = rng.choice(["for (int i = 0; i < n; i++)",
                             "for (long i = 0; i < n; ++i)",
                             "for (int i = n - 1; i >= 0; i--)",
                             "for (int i = 0; i < n; i += 3)"])
        start = "".join(f"  {kind} {v} = {rng.randrange(3)};\n"
                        if kind != "bool" else f"  bool {v} = false;\n"
                        for v, _, kind, _ in self.items)
        start += "".join(f"  {line}\n" for line in self.before)
        body = "".join(f"    {line}\n" for line in self.statements)
        end = "".join(f"  out[{k}] = (double){v};\n"
                      for k, (v, *_) in enumerate(self.items))
        directive = self.directive()
        out = ""
        for suffix, line in (("", directive + "\n"), ("_expected", "")):
            out += (f"static void {self.name}{suffix}(const int *a, const int *b, "
                    "const unsigned char *t, long *y, long *z, int *w, int n, "
                    f"int c, double *out) {{\n  (void)w, (void)z, (void)t, (void)c;\n"
                    f"{start}{line}  {header} {{\n{body}  }}\n{end}}}\n\n")
        return out


def program(seed, loops, language):
    rng = random.Random(f"{seed} {language} items")
    cxx = language == "c++"
    out = [f"/* generate_items.py --seed {seed} --loops {loops} --language "
           f"{language} */\n#include \"scan_test.h\"\n#include <ctype.h>\n"
           "#include <stdbool.h>\n#include <stdint.h>\n#include <stdlib.h>\n"]
    if cxx:
        out.append("#include <algorithm>\n")
    all_loops = [Loop(rng, k, cxx) for k in range(loops)]
    out += [loop.functions() for loop in all_loops]
    out.append("""typedef void loop(const int *, const int *, const unsigned char *, long *,
                  long *, int *, int, int, double *);

static void check(const char *name, loop *tested, loop *plain, long trips) {
  int *a = BLOCK(int, trips + 4), *b = BLOCK(int, trips + 4);
  unsigned char *t = BLOCK(unsigned char, trips + 4);
  long *y = BLOCK(long, trips), *z = BLOCK(long, trips);
  long *y_want = BLOCK(long, trips), *z_want = BLOCK(long, trips);
  int *w = BLOCK(int, trips), *w_want = BLOCK(int, trips);
  double out[3] = {-1, -1, -1}, want[3] = {-1, -1, -1};
  for (long k = 0; k < trips + 4; k++) {
    a[k] = (int)scan_test_pick(k, -9, 12);
    b[k] = (int)scan_test_pick(k + 500, -5, 9);
    t[k] = (unsigned char)scan_test_pick(k + 900, 30, 90);
  }
  for (long k = 0; k < trips; k++)
    y[k] = y_want[k] = z[k] = z_want[k] = w[k] = w_want[k] = -77;
  tested(a, b, t, y, z, w, (int)trips, 3, out);
  plain(a, b, t, y_want, z_want, w_want, (int)trips, 3, want);
  const char *wrong = 0;
  for (int k = 0; k < 3; k++)
    if (!(out[k] - want[k] < 1e-9 && want[k] - out[k] < 1e-9))
      wrong = "item";
  for (long k = 0; k < trips; k++)
    if (y[k] != y_want[k] || z[k] != z_want[k] || w[k] != w_want[k])
      wrong = "array";
  if (wrong) {
    fprintf(stderr, "%s of %ld: %s\\n", name, trips, wrong);
    exit(1);
  }
  free(a), free(b), free(t), free(y), free(z), free(w);
  free(y_want), free(z_want), free(w_want);
}

""")
    trips = ", ".join(str(t) for t in TRIPS)
    out.append(f"""int main(int argc, char **argv) {{
  static const long all_trips[] = {{{trips}}};
  scan_test_init(argc, argv);
  for (size_t k = 0; k < sizeof all_trips / sizeof *all_trips; ++k) {{
    const long trips = all_trips[k];
    if ((size_t)trips > scan_test_limit)
      break;
    scan_test_size = (size_t)trips;
""")
    out += [f'    check("{x.name}", {x.name}, {x.name}_expected, trips);\n'
            for x in all_loops]
    out.append("  }\n  return scan_test_passed();\n}\n")
    return "".join(out)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__.splitlines()[0],
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--loops", type=int, default=25)
    parser.add_argument("--language", choices=["c", "c++"], default="c")
    arguments = parser.parse_args()
    print(program(arguments.seed, arguments.loops, arguments.language), end="")


if __name__ == "__main__":
    main()
