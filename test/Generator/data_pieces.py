"""The loops that generate_data.py strings together."""

import re

# Loops that many cases call: one kernel each.
HEAD = """
#include "scan_test.h"

#define NOINLINE __attribute__((noinline))

static unsigned *array(unsigned n) {
  return (unsigned *)malloc(n * sizeof(unsigned));
}
static NOINLINE void opaque(unsigned *const *rows, int to, int from, int n) {
  for (int i = 0; i < n; i++)
    rows[to][i] += rows[from][i] >> 3;
}
static inline unsigned mixed(unsigned a, unsigned b) { return a * 5 + (b ^ 77); }
"""

# name, parameters in order with what the loop does to them (r reads, s stores
# all elements, u reads and stores), the text. @T stands for a directive with
# maps, @P for one without.
SCANS = [
    ("add", "ur", """@(scan(+ : y))
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];"""),
    ("in_place", "u", """@(scan(^ : y))
  for (int i = 1; i < n; i++)
    y[i] = y[i] ^ y[i - 1];"""),
    ("backward", "ur", """@(scan(max : y))
  for (int i = n - 2; i >= 0; i--)
    y[i] = y[i + 1] > x[i] ? y[i + 1] : x[i];"""),
    ("product", "urr", """@(scan(* : y))
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] * ((x[i] & 6) + (z[i] | 1));"""),
    ("each_row", "ur", """@(collapse(2) scan(+ : y))
  for (int r = 0; r < n / 7; r++)
    for (int i = 1; i < 7; i++)
      y[r * 7 + i] = y[r * 7 + i - 1] + x[r * 7 + i];"""),
    ("each_column", "u", """@(collapse(2) scan(max : y))
  for (int c = 0; c < 5; c++)
    for (int r = 1; r < n / 5; r++)
      y[r * 5 + c] = y[r * 5 + c] > y[(r - 1) * 5 + c] ? y[r * 5 + c]
                                                       : y[(r - 1) * 5 + c];"""),
]
ACCUMULATORS = [
    ("sums", "sr", """@(scan(+ : k))
  for (int i = 0; i < n; i++) {
    k += x[i] & 1;
    y[i] = k + (unsigned)i;
  }"""),
    ("pack", "ur", """@(scan(+ : k))
  for (int i = 0; i < n; i++)
    if (x[i] & 1) {
      y[k] = x[i];
      k++;
    }"""),
    ("keep", "u", """@(scan(+ : k))
  for (int i = 0; i < n; i++)
    if (y[i] & 2)
      y[k++] = y[i];"""),
]
# Bodies of target constructs without a scan.
BODIES = [
    ("sr", "y[i] = x[i] * 3 + (unsigned)i;", True),
    ("srr", "y[i] = x[i] + (z[i] >> 1);", True),
    ("ur", "y[i] += x[(i * 7) % n];", True),
    ("u", "y[i] = mixed(y[i], (unsigned)n);", True),
    ("ur", "if (x[i] & 4)\n      y[i] ^= x[i];", True),
    ("u", "if (i > 0)\n      y[i] += y[i - 1] & 3;", False),
]
# Loops that fill t, what stands behind them, and scans of y, or of k, that read
# it: most are one launch.
FILLED = [
    ("", "t[i] = x[i] & 5;", "", "scan(+ : y)",
     "for (int i = 1; i < n; i++)\n    y[i] = y[i - 1] + t[i - 1];"),
    ("", "t[i] = x[n - 1 - i] > 100 ? x[n - 1 - i] : (unsigned)i;",
     "int unused = n;\n  ", "scan(^ : y)",
     "for (int i = 1; i < n - 1; i++)\n"
     "    y[i] = y[i - 1] ^ (t[i] * 3 + y[i]);"),
    ("", "t[i] = mixed(x[i], 9);", "unsigned other;\n  ", "scan(+ : k)",
     "for (int i = 0; i < n; i++)\n    if (t[i] & 1)\n"
     "      y[k++] = (unsigned)i;"),
    ("", "t[i] = x[i] + 3;", "", "scan(+ : k)",
     "for (int i = 0; i < n; i++) {\n    k += t[i];\n    y[i] = k ^ t[i];\n  }"),
    ("", "t[i] = y[i] + 3;", "", "scan(+ : y)",
     "for (int i = 1; i < n; i++)\n    y[i] = y[i - 1] + t[i];"),
    (" nowait", "t[i] = x[i] ^ 3;", "", "scan(max : y)",
     "for (int i = 1; i < n; i++)\n"
     "    y[i] = y[i - 1] > t[i] + t[i - 1] ? y[i - 1] : t[i] + t[i - 1];"),
]


def filled_function(number, is_oracle):
    """Entry `number` of FILLED as a function that answers k."""
    clauses, fill, between, scan, reader = FILLED[number]
    suffix = "_host" if is_oracle else ""
    first = (f"#pragma omp {LOOPS[number % len(LOOPS)]}{clauses}\n"
             if not is_oracle else "")
    second = directive(scan, "") + "\n" if not is_oracle else ""
    return (f"static NOINLINE unsigned filled{number}{suffix}(unsigned *t, "
            f"const unsigned *x, unsigned *y, int n) {{\n  unsigned k = 0;\n"
            f"{first}  for (int i = 0; i < n; i++)\n    {fill}\n"
            f"  {between}\n{second}  {reader}\n  return k;\n}}\n")


LOOPS = [
    "target teams distribute parallel for",
    "target parallel for",
    "target teams loop",
    "target parallel for simd",
]


def directive(scan, maps):
    """The two lines of a scan loop, or the one without a target."""
    if maps is None:
        return f"#pragma omp parallel for {scan}"
    return f"#pragma omp target {maps}\n#pragma omp parallel for {scan}"


def replace_name(text, old, new):
    return re.sub(rf"\b{old}\b", new, text)


def function(accumulates, name, uses, body, form):
    """A scan loop as a function; form 1 has maps, 2 is the oracle's."""
    parameters = ["unsigned *y", "const unsigned *x",
                  "const unsigned *z"][:len(uses)]
    maps = " ".join(f"map({'to' if use == 'r' else 'tofrom'} : {p}[0 : n])"
                    for p, use in zip("yxz", uses)) if form == 1 else None
    start = body.index("@(")
    end = body.index("\n", start)
    line = "" if form == 2 else directive(body[start + 2:end - 1], maps) + "\n"
    result = "unsigned" if accumulates else "void"
    suffix = "_host" if form == 2 else str(form)
    return (f"static NOINLINE {result} {name}{suffix}"
            f"({', '.join(parameters)}, int n) {{\n"
            + ("  unsigned k = 0;\n" if accumulates else "")
            + line + "  " + body[end + 1:].lstrip()
            + ("\n  return k;" if accumulates else "") + "\n}\n")
