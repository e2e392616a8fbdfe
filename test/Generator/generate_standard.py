#!/usr/bin/env python3
"""Writes a C or C++ program of random scans in OpenMP's own form, with oracles.

The same seed gives the same program. Each loop is one that GCC accepts as well:
on `for`, `simd` and their combinations with `parallel`, inclusive or exclusive, with
up to three items, which are numbers, structures or classes, and phases with names,
conditions, loops and switches of their own. All of it is exact. The oracle is the
loop without its directives.

  generate_standard.py --seed 7 --loops 50 --language c > loops.c
  clang -fopenmp -fplugin=... loops.c -lompscan
  gcc -fopenmp loops.c

The program takes the largest number of iterations as an argument and prints "ok",
or the first mismatch. C++ is C++17.
"""

import argparse
import random
import re

TRIPS = [0, 1, 2, 3, 17, 255, 1000, 4097, 20000]

# Operator, types of the item, its first value, and updates of `v` by the inputs E
# and F under the condition C.
FORMS = [
    ("+", ["int", "long", "unsigned", "uint8_t", "short", "double", "float"], "3", [
        "v += E;", "v = v + E;", "v = E + v;", "v++;", "if (C) v++;",
        "if (C) v += E; else v += F;", "v += E; v += F;", "if (C) v += E; v--;",
        "v = v + E - F;"]),
    ("-", ["int", "long", "double"], "-2", ["v -= E;", "if (C) v -= E;"]),
    ("*", ["unsigned", "uint64_t"], "5u", ["v *= E | 1;", "if (C) v = v * 3u;"]),
    ("max", ["int", "long", "double"], "-4", [
        "v = v > E ? v : E;", "if (E > v) v = E;", "if (C) v = v < E ? E : v;"]),
    ("min", ["int", "long", "float"], "6", ["v = v < E ? v : E;",
                                           "if (E < v) v = E;"]),
    ("^", ["int", "unsigned", "uint64_t"], "9", ["v ^= E;", "if (C) v = v ^ F;"]),
    ("|", ["unsigned"], "2u", ["v |= 1u << (E & 15);"]),
    ("&", ["unsigned"], "0xfff7u", ["v &= ~(1u << (E & 15));"]),
    ("&&", ["int"], "1", ["v = v && E != 11;"]),
    ("||", ["int"], "0", ["v = v || E == 11;"]),
    ("then", ["linear"], "with(2, 7)", ["v = then(v, with(E | 1, F));",
                                       "if (C) v = then(v, with(3, E));"]),
    ("both", ["pair"], "paired(4, -20)", [
        "v.sum += E; v.high = v.high > F ? v.high : F;",
        "if (C) v.sum -= E;", "v.sum += E; if (C) v.sum++;"]),
    ("joined", ["pair"], "paired(4, -20)", [
        "v = joined(v, paired(E, F));", "if (C) v = joined(v, paired(2, E));"]),
]
FORMS_CXX = [("+", ["total"], "total(4)", ["v += total(E);",
                                          "if (C) v += total(F);"])]

HEAD = """#include "scan_test.h"

/* Loops without iterations crash if GCC 12 compiles them with OpenMP. */
#if defined _OPENMP && !defined __clang__
enum { least = 10 };
#else
enum { least = 0 };
#endif

typedef struct { unsigned m, k; } linear;
static inline linear with(unsigned m, unsigned k) {
  const linear f = {m, k};
  return f;
}
static inline linear then(linear f, linear g) {
  return with(g.m * f.m, g.m * f.k + g.k);
}
#pragma omp declare reduction(then : linear : omp_out = then(omp_out, omp_in)) \\
    initializer(omp_priv = {1, 0})
typedef struct { long sum; int high; } pair;
static inline pair paired(long sum, int high) {
  const pair p = {sum, high};
  return p;
}
static inline pair joined(pair p, pair q) {
  return paired(p.sum + q.sum, p.high > q.high ? p.high : q.high);
}
#pragma omp declare reduction(both : pair : omp_out.sum += omp_in.sum, \\
    omp_out.high = omp_in.high > omp_out.high ? omp_in.high : omp_out.high) \\
    initializer(omp_priv = {0, -1000})
#pragma omp declare reduction(joined : pair : omp_out = joined(omp_out, omp_in)) \\
    initializer(omp_priv = {0, -1000})

"""
HEAD_CXX = """class total {
  long s;

public:
  explicit total(long s = 0) : s(s) {}
  total &operator+=(const total &later) {
    s += later.s;
    return *this;
  }
  long value() const { return s; }
};
#pragma omp declare reduction(+ : total : omp_out += omp_in)

"""
ARGUMENTS = ("const int *x, const int *f, long *y, long *z, int *w, int n, int c, "
             "long *out")

CHECK = """typedef void loop(%s);

static void check(const char *name, loop *tested, loop *plain, long n) {
  int *x = BLOCK(int, n + 2), *f = BLOCK(int, n + 2);
  long *y[2], *z[2], out[2][8];
  int *w[2];
  for (long k = 0; k < n + 2; k++) {
    x[k] = (int)scan_test_pick((uint64_t)k, -6, 9);
    f[k] = (int)scan_test_pick((uint64_t)k + 500, 0, 12);
  }
  for (int k = 0; k < 2; k++) {
    y[k] = BLOCK(long, n), z[k] = BLOCK(long, n), w[k] = BLOCK(int, n);
    for (long i = 0; i < n; i++)
      y[k][i] = z[k][i] = -77, w[k][i] = -7;
    for (int i = 0; i < 8; i++)
      out[k][i] = -1;
    (k ? plain : tested)(x, f, y[k], z[k], w[k], (int)n, 3, out[k]);
  }
  CHECK_SAME(out[0], out[1], 8);
  CHECK_SAME(y[0], y[1], n);
  CHECK_SAME(z[0], z[1], n);
  CHECK_SAME(w[0], w[1], n);
  if (n >= 10) {
    scan_test_digest(name, out[0], sizeof out[0]);
    scan_test_digest(name, y[0], (size_t)n * sizeof(long));
    scan_test_digest(name, z[0], (size_t)n * sizeof(long));
    scan_test_digest(name, w[0], (size_t)n * sizeof(int));
  }
  for (int k = 0; k < 2; k++)
    free(y[k]), free(z[k]), free(w[k]);
  free(x), free(f);
}

""" % ARGUMENTS


class Loop:
    def __init__(self, rng, number, cxx):
        self.rng, self.cxx = rng, cxx
        self.name = f"loop{number}"
        self.used = 0
        self.items = []  # name, type
        self.before, self.clauses = [], []
        self.depths = 1
        self.is_inclusive = self.chance(55)
        self.choose_header()
        updates, stores = self.updates(), self.stores()
        first, second = ((updates, stores) if self.is_inclusive else
                         (stores, updates))
        for phase in (first, second):
            self.add_names(phase)
        if self.chance(20):
            self.add_private(second)
        if len(self.headers) == 1 and self.chance(15):
            self.before.append("int last = -5;")
            second.append(f"last = {self.counter} * 2 + 1;")
            self.clauses.append("lastprivate(last)")
        kind = "inclusive" if self.is_inclusive else "exclusive"
        names = ", ".join(name for name, _ in self.items)
        self.lines = [*self.braced(first), f"#pragma omp scan {kind}({names})",
                      *self.braced(second)]

    def chance(self, percent):
        return self.rng.randrange(100) < percent

    def fresh(self, prefix):
        self.used += 1
        return f"{prefix}{self.used}"

    def choose_header(self):
        rng = self.rng
        self.counter = "i"
        kind = rng.choice(["int", "int", "int", "long", "unsigned", "int64_t"])
        self.headers = [rng.choice([
            f"{kind} i = 0; i < n; i++", f"{kind} i = 0; i < n; ++i",
            f"{kind} i = 1; i <= n - 1; i += 1", f"{kind} i = 0; i != n; i++",
            f"{kind} i = 0; i < n; i += 3", f"{kind} i = 2; i < n; i = i + 2",
            "int i = n - 1; i >= 0; i--", "long i = n - 1; i > 0; i -= 2"])]
        if kind == "unsigned" and "n - 1" in self.headers[0]:
            self.headers = ["int i = 1; i < n; i++"]
        if self.chance(12):
            self.headers = ["int a = 0; a < n / 8; a++",
                            rng.choice(["int b = 0; b < 8; b++",
                                        "int b = 7; b >= 0; b -= 3"])]
            self.counter = "(a * 8 + b)"
        elif self.chance(10):
            self.headers = ["const int *p = x; p < x + n; p++"]
            self.counter = "(p - x)"

    # Values, all of them small.

    def leaf(self, names=()):
        i = self.counter
        return self.rng.choice([f"x[{i}]", f"x[{i}]", f"f[{i}]", f"f[{i}]", "c",
                                f"(int)({i} % 5)", f"x[n - 1 - {i}]", "2",
                                f"f[{i} + 1]", *names, *names])

    def value(self, names=()):
        a, b, d = (self.leaf(names) for _ in range(3))
        return self.rng.choice([a, a, a, f"({a} + {b})", f"({a} - {b})",
                                f"({a} * {b} % 16)", f"({a} > {b} ? {d} : {b})",
                                f"({a} & {b})"])

    def condition(self, names=()):
        a, b = self.leaf(names), self.leaf(names)
        return self.rng.choice([f"{a} > 2", f"{a} < {b}", f"{a} % 3 == 0",
                                f"{a} > 0 && {b} > 1"])

    def filled(self, text, name, kind):
        cast = f"({kind})" if kind not in ("linear", "pair", "total") else ""
        words = {"v": name, "C": f"({self.condition()})",
                 "E": f"{cast}({self.value()})", "F": f"{cast}({self.value()})"}
        return re.sub(r"\b[vCEF]\b", lambda found: words[found[0]], text)

    def updates(self):
        lines = []
        forms = FORMS + FORMS_CXX * self.cxx * 2
        for number in range(self.rng.choice([1, 1, 2, 2, 3])):
            operator, kinds, start, texts = self.rng.choice(forms)
            kind = self.rng.choice(kinds)
            name = f"v{number}"
            shown = name
            if self.cxx and self.chance(8):
                self.before.append(f"{kind} held{number} = {start};")
                self.before.append(f"{kind} &{name} = held{number};")
            else:
                self.before.append(f"{kind} {name} = {start};")
            self.items.append((name, kind))
            self.clauses.append(f"reduction(inscan, {operator} : {name})")
            text = self.filled(self.rng.choice(texts), shown, kind)
            if self.chance(8):
                other = self.filled(self.rng.choice(texts), shown, kind)
                text = (f"switch (f[{self.counter}] % 3) {{ case 0: {text} break; "
                        f"case 1: {other} break; default: ; }}")
            lines.append(text)
        self.rng.shuffle(lines)
        return lines

    @staticmethod
    def shown(name, kind):
        return {"linear": "(long)({0}.m % 977 + {0}.k % 991)",
                "pair": "({0}.sum * 3 + {0}.high)",
                "total": "{0}.value()"}.get(kind, "(long){0}").format(name)

    def stores(self):
        lines, i = [], self.counter
        for array in self.rng.sample(["y", "z", "w"], self.rng.choice([1, 1, 2])):
            item = self.shown(*self.rng.choice(self.items))
            cast = "(int)" if array == "w" else ""
            value = self.rng.choice([item, item, f"{item} * 2 + {self.leaf()}",
                                     f"({self.condition()} ? {item} : 7)"])
            line = f"{array}[{i}] = {cast}({value});"
            if self.chance(15):
                line = f"if ({self.condition()}) {line}"
            lines.append(line)
        return lines

    def add_names(self, phase):
        """Names that this phase alone uses, in front."""
        for _ in range(self.rng.choice([0, 0, 1, 1, 2])):
            name = self.fresh("t")
            value = self.value()
            if self.chance(20):
                value = self.fresh("sum")
                phase[:0] = [f"int {value} = 0;",
                             f"for (int j = 0; j < ({self.leaf()} & 3); j++)",
                             f"  {value} += {self.leaf()} * j;",
                             f"const int {name} = {value};"]
            else:
                phase.insert(0, f"const int {name} = {value};")
            if self.chance(60):
                phase.append(f"if ({name} > 40) w[{self.counter}] = {name};")
            if self.chance(40):
                at = len(phase) - 1
                phase[at] = phase[at].replace(f"x[{self.counter}]", name)

    def add_private(self, phase):
        name = self.fresh("own")
        self.before.append(f"int {name} = 4;")
        self.clauses.append(f"private({name})")
        phase[:0] = [f"{name} = {self.value()};",
                     f"if ({name} > 50) w[{self.counter}] = {name};"]

    def braced(self, lines):
        """GCC has no declarations in a phase that is no block."""
        is_block = (any(x.startswith(("const ", "int ")) for x in lines) or
                    self.chance(40))
        return ["{", *("  " + line for line in lines), "}"] if is_block else lines

    def directives(self):
        rng = self.rng
        clauses = list(self.clauses)
        if len(self.headers) > 1:
            clauses.append("collapse(2)")
        # With "simd", GCC 12 has wrong values of structures whose update is
        # conditional, and OmpScan refuses some loops on "simd" alone.
        numbers = all(kind not in ("linear", "pair", "total")
                      for _, kind in self.items)
        simd = " simd" if numbers and self.chance(15) else ""
        kind = rng.randrange(10)
        if not numbers or "*" in self.headers[0] or any(
                "private" in line or "&" in line for line in clauses + self.before):
            kind = max(kind, 1)
        if kind and self.chance(15):
            clauses.append("firstprivate(c)")
        rng.shuffle(clauses)
        if kind == 0:
            return [f"#pragma omp simd {' '.join(clauses)}"]
        if kind < 3:
            return [f"#pragma omp parallel{rng.choice(['', ' num_threads(3)'])}",
                    f"#pragma omp for{simd} {' '.join(clauses)}"]
        if self.chance(15):
            clauses.append(rng.choice(["num_threads(2)", "if(n > 100)",
                                       "if(parallel : c > 2)"]))
        return [f"#pragma omp parallel for{simd} {' '.join(clauses)}"]

    def functions(self):
        directives = self.directives()
        wrap = self.rng.choice(["", "", "template", "lambda"]) if self.cxx else ""
        arguments = ARGUMENTS
        first, last = ("  [&] {\n", "  }();\n") if wrap == "lambda" else ("", "")
        template = ""
        if wrap == "template":
            template = "template <typename Int> "
            arguments = arguments.replace("int *w", "Int *w")
        begin = "".join(f"  {line}\n" for line in self.before)
        results = [self.shown(*item) for item in self.items]
        results += ["n > 9 ? last : 0"] * any("int last" in line for line in self.before)
        end = "".join(f"  out[{k}] = {value};\n"
                      for k, value in enumerate(results))
        out = ""
        for suffix in ("", "_expected"):
            lines = [line for line in self.lines
                     if not suffix or not line.startswith("#")]
            body = "".join("    " * (not line.startswith("#")) + line + "\n"
                           for line in lines)
            headers = "".join(f"  for ({h})\n" for h in self.headers)
            pragmas = "" if suffix else "".join(d + "\n" for d in directives)
            out += (f"{template}static void {self.name}{suffix}({arguments}) {{\n"
                    f"{begin}{first}{pragmas}{headers[:-1]} {{\n{body}  }}\n{last}"
                    f"{end}}}\n\n")
        self.arguments = "<int>" if template else ""
        return out

    def check(self):
        return (f'    check("{self.name}", {self.name}{self.arguments}, '
                f"{self.name}_expected{self.arguments}, trips);\n")


def program(seed, loops, language):
    cxx = language == "c++"
    rng = random.Random(f"{seed} {language} standard")
    made = [Loop(rng, k, cxx) for k in range(loops)]
    out = [f"/* generate_standard.py --seed {seed} --loops {loops} --language "
           f"{language} */\n", HEAD, HEAD_CXX * cxx]
    out += [loop.functions() for loop in made]
    out.append(CHECK)
    out.append(f"""int main(int argc, char **argv) {{
  static const long all_trips[] = {{{', '.join(map(str, TRIPS))}}};
  scan_test_init(argc, argv);
  for (size_t k = 0; k < sizeof all_trips / sizeof *all_trips; ++k) {{
    const long trips = all_trips[k];
    if (trips < least)
      continue;
    if ((size_t)trips > scan_test_limit)
      break;
    scan_test_size = (size_t)trips;
""")
    out += [loop.check() for loop in made]
    out.append("  }\n  return scan_test_passed();\n}\n")
    return "".join(out)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--loops", type=int, default=25)
    parser.add_argument("--language", choices=["c", "c++"], default="c")
    arguments = parser.parse_args()
    print(program(arguments.seed, arguments.loops, arguments.language), end="")


if __name__ == "__main__":
    main()
