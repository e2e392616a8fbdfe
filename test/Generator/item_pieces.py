"""What the loops of generate_items.py are made of, besides their items.

A piece is a function on a Loop, which it gives arrays, names, inputs and
statements. PIECES_C and PIECES_CXX pair each piece with the percentage of loops
that have it, PIECES_HOST those of integers of 128 bits.
"""

# In front of the loops of a program.
HEAD = """
enum kind { none, plus, minus };
typedef struct {
  unsigned length : 5;
  int delta : 4;
  unsigned flag : 1;
  unsigned char kind;
  int id;
} packet;
static inline int sign(enum kind k) {
  switch (k) {
  case plus:
    return 1;
  case minus:
    return -1;
  default:
    return 0;
  }
}
static inline int dot(const int *p, const int *q, int m) {
  int sum = 0;
  for (int j = 0; j < m; j++)
    sum += p[j] * q[j];
  return sum;
}
static inline void halves(int q, int *half, int *rest) {
  *half = q / 2;
  *rest = q - *half;
}
/* Functions q -> m * q + k, which do not commute. */
typedef struct { unsigned m, k; } linear;
static inline linear with(unsigned m, unsigned k) {
  const linear f = {m, k};
  return f;
}
static inline linear then(linear f, linear g) {
  return with(g.m * f.m, g.m * f.k + g.k);
}
#pragma omp declare scan(then : linear : omp_out = then(omp_out, omp_in)) \\
    initializer(omp_priv = {1, 0})
/* Combined by its first member alone. */
typedef struct { long s; int id; } tally;
#pragma omp declare scan(sums : tally : omp_out.s += omp_in.s) \\
    initializer(omp_priv = {0, 0})
static inline tally tallied(long s) {
  const tally made = {s, 3};
  return made;
}
/* Combined member by member. */
typedef struct {
  long total;
  int high;
  unsigned bits;
  struct { double least; int id; } inner;
} summary;
#pragma omp declare scan(members : summary : omp_out.total += omp_in.total, \\
    omp_out.high = omp_in.high > omp_out.high ? omp_in.high : omp_out.high, \\
    omp_out.bits ^= omp_in.bits, omp_out.inner.least = omp_in.inner.least < \\
    omp_out.inner.least ? omp_in.inner.least : omp_out.inner.least) \\
    initializer(omp_priv = {0, -2147483647, 0, {1e30, 0}})
/* The run-time library of GCC 12 has no conversion to __bf16, which Clang may
 * make of a conversion from it. */
#ifdef __clang__
#ifdef __cplusplus
extern "C"
#endif
__attribute__((weak)) __bf16 __truncsfbf2(float v) {
  unsigned bits;
  unsigned short upper;
  __bf16 r;
  memcpy(&bits, &v, sizeof bits);
  upper = (unsigned short)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
  memcpy(&r, &upper, sizeof r);
  return r;
}
#endif
static const short weights[16] = {3, -1, 4, 1, -5, 9, 2, -6, 5, 3};
static int fixed[70004][2];
"""
HEAD_CXX = """
using cells = std::array<int, 3>;
static inline cells three(int p, int q) { return {p, q, p ^ q}; }
static inline cells operator+(const cells &p, const cells &q) {
  return {p[0] + q[0], p[1] + q[1], p[2] ^ q[2]};
}
#pragma omp declare scan(+ : cells : omp_out = omp_out + omp_in) \\
    initializer(omp_priv = cells{})
/// A class with a constructor and a destructor of its own.
struct total {
  long s;
  explicit total(long s = 0) : s(s) {}
  ~total() {}
  total &operator+=(const total &later) {
    s += later.s;
    return *this;
  }
};
#pragma omp declare scan(+ : total : omp_out += omp_in)
struct shift {
  int by;
  int operator()(int q) const { return q * 2 - by; }
};
struct span_of_ints {
  const int *data;
  int operator[](int j) const { return data[j]; }
  int operator()(int j, int k) const { return data[j + k]; }
  const int &at(int j) const { return data[j]; }
  int twice(int j) const { return 2 * data[j]; }
};
"""
HEAD_HOST = """
typedef struct {
  short id;
  wide amount;
} parcel;
static inline int high_of(uwide p, int q) {
  return (int)(p * (uwide)(q + 9) >> 96) % 16;
}
"""


def filled(loop, name, kind, value):
    """An array of the function, with `value` at each k, and without a map."""
    loop.before.append(f"std::vector<{kind}> {name}(n + 4);\n"
                       f"  for (int k = 0; k < n + 4; k++)\n"
                       f"    {name}[k] = {value};")
    loop.with_maps = False


# --- Subscripts and pointers


def running_pointer(loop):
    loop.before.append("const int *run = a;")
    loop.names.append("const int next = *run++;")
    loop.leaves += ["next"]


def two_at_a_time(loop):
    loop.before.append("int at2 = 1;")
    loop.names.append("at2 += 2;")
    loop.leaves += ["(at2 % 7)"]
    loop.results.append("at2")
    if loop.chance(30):
        loop.clauses.append("linear(at2 : 2)")


def columns(loop):
    loop.before.append("int (*g)[3] = (int (*)[3])malloc((n + 1) * sizeof *g);\n"
                       "  for (int k = 0; k < n + 1; k++)\n"
                       "    g[k][0] = a[k], g[k][1] = b[k], g[k][2] = k % 5;")
    loop.maps.append("to : g[0 : n + 1]")
    loop.behind.append("free(g);")
    loop.names.append(f"const int product = dot({loop.rng.choice(['b', 'a + i'])}"
                      ", g[i], 3);")
    loop.leaves += ["g[i][1]", "g[i][2]", "product"]
    if loop.chance(30):
        loop.names.append("const int *row = g[i];")
        loop.leaves += ["row[0]", "row[2]"]


def static_array(loop):
    loop.before.append("for (int k = 0; k < n + 1; k++)\n"
                       "    fixed[k][0] = b[k], fixed[k][1] = k % 6;")
    loop.maps.append("to : fixed[0 : n + 1]")
    loop.leaves += ["fixed[i][0]", "fixed[i][1]"]


def variable_columns(loop):
    """Columns whose number is known at run time, in C."""
    loop.before.append("const int m = c;\n"
                       "  int (*u)[m] = (int (*)[m])malloc((n + 1) * sizeof *u);\n"
                       "  for (int k = 0; k < n + 1; k++)\n"
                       "    for (int j = 0; j < m; j++)\n"
                       "      u[k][j] = a[k] - j;")
    loop.maps.append("to : u[0 : n + 1]")
    loop.behind.append("free(u);")
    loop.names.append(f"const int inner = dot(u[i], {loop.rng.choice(['b', 'a'])}"
                      ", m);")
    loop.leaves += ["u[i][1]", "inner"]


def scanned_column(loop):
    """An item that is a column of an array of arrays."""
    loop.before.append("long (*tall)[2] = (long (*)[2])malloc((n + 1) * sizeof "
                       "*tall);\n  for (int k = 0; k < n + 1; k++)\n"
                       "    tall[k][0] = k % 4, tall[k][1] = b[k];")
    loop.maps.append("tofrom : tall[0 : n + 1]")
    loop.behind.append("free(tall);")
    loop.starts_later = True
    back = loop.headers[2]
    loop.statements.append(f"tall[i][1] = tall[i {back}][1] + "
                           f"{loop.expression()};")
    clause = "scan(+ : tall)"
    if loop.chance(50):
        loop.statements.append(loop.rng.choice([
            f"tall[i][0] += tall[i {back}][0];",
            f"tall[i][0] = tall[i {back}][0] - {loop.expression()};"]))
    elif loop.chance(30):
        e = loop.leaf()
        loop.statements.append(f"tall[i][0] = tall[i {back}][0] > {e} ? "
                               f"tall[i {back}][0] : {e};")
        clause += " scan(max : tall)"
    loop.clauses.append(clause)
    loop.sums.append("tall[k][0] + 5 * tall[k][1]")


def other_rows(loop):
    """An item that is a row, whose inputs are in the row before it."""
    loop.before.append("const int width = n + 1, level = 1;\n"
                       "  long *d = (long *)malloc(2 * width * sizeof *d);\n"
                       "  for (int k = 0; k < 2 * width; k++)\n"
                       "    d[k] = k % 5;")
    loop.maps.append("tofrom : d[0 : 2 * n + 2]")
    loop.behind.append("free(d);")
    loop.starts_later = True
    back = loop.headers[2]
    above = loop.rng.choice(["d[(level - 1) * width + i]",
                             f"d[(level - 1) * width + i {back}]",
                             f"(d[(level - 1) * width + i] - "
                             f"d[(level - 1) * width + i {back}])"])
    loop.statements.append(f"d[level * width + i] = d[level * width + i {back}] + "
                           f"{above} + {loop.expression()};")
    loop.clauses.append("scan(+ : d)")
    loop.reads_item = True
    loop.sums.append("d[k] + 5 * d[n + 1 + k]")


def owners(loop):
    loop.before.append("const std::unique_ptr<int[]> own(new int[n + 4]);\n"
                       "  for (int k = 0; k < n + 4; k++)\n"
                       "    own[k] = a[k] - 2;")
    loop.with_maps = False
    loop.leaves += ["own[i]", "own[i + 1]"]


def iterators(loop):
    loop.before.append("const std::vector<int> held_in(b, b + n + 4);\n"
                       "  const auto second = held_in.begin() + 1;")
    loop.with_maps = False
    loop.leaves += ["second[i]", "*(second + i)", "held_in.begin()[i]",
                    "*(held_in.begin() + i)", "*std::next(second, i)",
                    "*std::prev(held_in.begin() + i + 1)",
                    "((int)std::distance(held_in.begin(), "
                    "std::next(held_in.begin(), i)) % 5)"]


def moving_iterators(loop):
    """Iterators that advance with the loop, and store."""
    loop.before.append("const std::vector<int> walked(2 * n + 2, c);\n"
                       "  std::vector<long> laid(n + 2, -1);\n"
                       "  auto walk = walked.begin();\n"
                       "  auto lay = laid.begin();")
    loop.with_maps = False
    loop.names.append(loop.rng.choice([
        "const int walks = *walk++;", "const int walks = walk[1];\n    ++walk;",
        "walk += 2;\n    const int walks = *(walk - 1);"]))
    loop.leaves += ["walks"]
    loop.statements.append(loop.rng.choice([
        f"*lay++ = {loop.expression()};",
        f"*lay = {loop.expression()};\n    ++lay;",
        f"lay[1] = {loop.expression()};\n    lay += 1;"]))
    loop.results += ["walk - walked.begin()", "lay - laid.begin()"]
    loop.sums.append("laid[k] * 3 + laid[k + 1]")


def rows(loop):
    loop.before.append("std::vector<std::vector<int>> grid(2, "
                       "std::vector<int>(n + 4));\n"
                       "  for (int k = 0; k < n + 4; k++)\n"
                       "    grid[0][k] = a[k], grid[1][k] = -b[k];")
    loop.with_maps = False
    loop.leaves += ["grid[1][i]", "grid[0][i + 1]"]


def addresses(loop):
    loop.names.append(f"int half, rest;\n    halves({loop.leaf()}, &half, &rest);")
    loop.leaves += ["half", "rest"]


# --- Types


def records(loop):
    loop.leaves += ["(int)r[i].length", "r[i].delta", "(r[i].flag ? r[i].id : 2)",
                    "sign((enum kind)r[i].kind)", "sign((enum kind)(t[i] % 3))"]
    if loop.chance(40):
        loop.names.append("const packet here = r[i];")
        loop.leaves += ["here.delta", "(int)here.length"]


def pairs(loop):
    filled(loop, "two", "std::pair<int, short>", "{a[k], short(b[k])}")
    loop.leaves += ["two[i].first", "two[i].second", "std::get<1>(two[i])"]
    if loop.chance(50):
        loop.names.append("const auto [left, right] = two[i];")
        loop.leaves += ["left", "right"]


def pair_stores(loop):
    filled(loop, "made", "std::pair<int, long>", "{1, 2}")
    a, b = loop.expression(), loop.expression()
    loop.statements.append(loop.rng.choice([
        f"made[i] = {{{a}, {b}}};", f"made[i] = std::make_pair({a}, (long){b});",
        f"made[i].first = {a};", f"std::get<1>(made[i]) = {b};"]))
    loop.sums.append("made[k].first * 3 + made[k].second")


def tuples(loop):
    filled(loop, "some", "std::tuple<int, short, float>",
           "{a[k], short(b[k]), k % 9}")
    loop.leaves += ["std::get<0>(some[i])", "std::get<1>(some[i])",
                    "int(std::get<2>(some[i])) % 8"]
    if loop.chance(50):
        a, b = loop.expression(), loop.expression()
        filled(loop, "kept", "std::tuple<int, short, float>", "{1, 2, 3}")
        loop.statements.append(loop.rng.choice([
            f"kept[i] = std::make_tuple({a}, (short)({b}), 2.5f);",
            f"kept[i] = {{{a}, (short)({b}), (float)({a})}};",
            f"std::get<0>(kept[i]) = {a};\n    std::get<2>(kept[i]) = {b};"]))
        loop.sums.append("std::get<0>(kept[k]) + std::get<1>(kept[k]) * 3 + "
                         "long(std::get<2>(kept[k]))")


def optionals(loop):
    filled(loop, "maybe", "std::optional<int>",
           "k % 3 ? std::optional<int>(a[k]) : std::nullopt")
    loop.leaves += ["maybe[i].value_or(3)", "(maybe[i].has_value() ? 1 : 4)",
                    "(maybe[i] ? *maybe[i] : 7)",
                    "(maybe[i] ? maybe[i].value() : -2)"]


def arrays(loop):
    filled(loop, "trio", "cells", "three(a[k], b[k])")
    loop.leaves += ["trio[i][1]", "trio[i].at(2)", "trio[i].front()"]


def halves(loop):
    """Storage of 16 bits, with numbers that it holds exactly."""
    loop.before.append("_Float16 *half_of = (_Float16 *)malloc((n + 1) * sizeof "
                       "*half_of);\n  for (int k = 0; k < n + 1; k++)\n"
                       "    half_of[k] = (_Float16)(a[k] * 0.5f);")
    loop.maps.append("to : half_of[0 : n + 1]")
    loop.behind.append("free(half_of);")
    loop.leaves += ["(int)(2 * (float)half_of[i])", "(half_of[i] > 1)"]
    if loop.chance(40):
        loop.before.append("_Float16 *halved = (_Float16 *)malloc((n + 1) * "
                           "sizeof *halved);\n"
                           "  for (int k = 0; k < n + 1; k++)\n"
                           "    halved[k] = (_Float16)3;")
        loop.maps.append("tofrom : halved[0 : n + 1]")
        loop.behind.append("free(halved);")
        loop.statements.append(f"halved[i] = (_Float16){loop.leaf()};")
        loop.sums.append("(long)(float)halved[k]")


def brains(loop):
    """Numbers of 16 bits that are the upper half of a float."""
    loop.before.append("__bf16 *brain_of = (__bf16 *)malloc((n + 1) * sizeof "
                       "*brain_of);\n  for (int k = 0; k < n + 1; k++) {\n"
                       "    const float from = (float)b[k] * 0.5f;\n"
                       "    memcpy(&brain_of[k], (const char *)&from + 2, 2);\n"
                       "  }")
    loop.maps.append("tofrom : brain_of[0 : n + 1]")
    loop.behind.append("free(brain_of);")
    loop.leaves += ["(int)(2 * (float)brain_of[i])", "((float)brain_of[i] > 1)"]


def products(loop):
    """Products of 128 bits in loops on smaller numbers."""
    loop.leaves += ["((int)((uwide)(a[i] + 9) * 0x9e3779b97f4a7c15 >> 60) & 15)",
                    "high_of((uwide)b[i] << 90, a[i])"]


def parcels(loop):
    """Elements and members of 128 bits."""
    loop.before.append("parcel *big = (parcel *)malloc((n + 1) * sizeof *big);\n"
                       "  for (int k = 0; k < n + 1; k++)\n"
                       "    big[k].id = k % 7, "
                       "big[k].amount = (wide)a[k] * ((wide)5 << 70);")
    loop.maps.append("tofrom : big[0 : n + 1]")
    loop.behind.append("free(big);")
    loop.leaves += ["(int)(big[i].amount >> 70)", "(big[i].amount / 3 > 5)",
                    "((int)(big[i].amount % 1000) + big[i].id)"]
    if loop.chance(50):
        loop.before.append("wide *wides = (wide *)malloc((n + 1) * sizeof "
                           "*wides);\n  for (int k = 0; k < n + 1; k++)\n"
                           "    wides[k] = k;")
        loop.maps.append("tofrom : wides[0 : n + 1]")
        loop.behind.append("free(wides);")
        loop.statements.append(f"wides[i] = (wide){loop.leaf()} * "
                               "((wide)1 << 64);")
        loop.sums.append("(long)(wides[k] >> 60)")


def complex_c(loop):
    loop.before.append("double _Complex *e = (double _Complex *)"
                       "malloc((n + 1) * sizeof *e);\n"
                       "  for (int k = 0; k < n + 1; k++)\n"
                       "    e[k] = a[k] + b[k] * I;")
    loop.maps.append("to : e[0 : n + 1]")
    loop.behind.append("free(e);")
    loop.leaves += ["(int)creal(e[i])", "(int)cimag(conj(e[i]))",
                    "((int)creal(e[i] * e[i]) % 16)", "(e[i] == 2)"]


def complex_cxx(loop):
    filled(loop, "e", "std::complex<double>", "{double(a[k]), double(b[k])}")
    loop.leaves += ["int(e[i].real())", "int(std::norm(e[i])) % 32",
                    "int((e[i] * std::complex<double>(2, -1)).imag())"]


# --- Calls


def function_objects(loop):
    loop.before.append("const shift turn{c};")
    loop.names.append("const int turned = turn(a[i]);")
    loop.leaves += ["turned"]


def lambda_with_array(loop):
    loop.before.append("const int limits[4] = {-3, 0, 2, 5};\n"
                       "  const auto bucket = [=](int q) {\n"
                       "    int at = c;\n"
                       "    for (int j = 0; j < 4; j++)\n"
                       "      if (q > limits[j])\n"
                       "        at += j;\n"
                       "    return at;\n  };")
    loop.names.append(f"const int held = bucket({loop.rng.choice(['a', 'b'])}[i]);")
    loop.leaves += ["held"]


def lambda_by_reference(loop):
    loop.before.append("int factor = c;\n"
                       "  const auto scaled = [&](int q) { return q * factor + "
                       "a[0]; };\n"
                       "  const auto next_of = [&](int k) { return b[k + 1]; };")
    loop.with_maps = False
    loop.leaves += ["scaled(b[i])", "next_of((int)i)"]


def tables(loop):
    loop.leaves += ["weights[a[i] & 15]", "weights[i & 7]"]


def assertions(loop):
    loop.names.append("assert(a[i] < 1000 && t[i] != 255);")


def accessors(loop):
    loop.before.append("const span_of_ints view{b};")
    loop.leaves += ["view[(int)i]", "view.twice((int)i + 1)",
                    "view((int)i, 1)", "view.at((int)i)"]
    loop.with_maps = False


def library(loop):
    loop.leaves += ["std::midpoint(a[i], b[i])", "std::gcd(a[i], 12)",
                    "std::popcount((unsigned)a[i])",
                    "(int)std::bit_width((unsigned char)t[i])"]


# --- Stores at counters; at most one of them in a loop


def counted_value(loop):
    """What is stored at a counter. C++ says when it is evaluated, so that calls
    have a statement of their own."""
    value = loop.expression()
    if not loop.cxx:
        return value
    name = f"value{len(loop.names)}"
    loop.names.append(f"const int {name} = {value};")
    return name


def both_ends(loop):
    # Each may count every iteration, so that ranges that meet are the host's.
    begin, store = loop.rng.choice([
        ("4 * n", "q[--back] = E;"), ("4 * n", "{ --back; q[back] = E; }"),
        ("0", "q[4 * n - back++] = E;")])
    loop.add_counter("front", "int", "0")
    loop.add_counter("back", "int", begin)
    other = f"if ({loop.condition()}) " if loop.chance(30) else ""
    loop.statements.append(
        f"if ({loop.condition()}) q[front++] = {counted_value(loop)}; else "
        f"{other}{store.replace('E', counted_value(loop))}")


def varying(loop):
    kind = loop.rng.choice(["int", "long"])
    loop.add_counter("at4", kind, "0")
    # A condition on a formula of a formula is not seen to be that of the step.
    a = "a[i]" if loop.headers[3] else loop.leaf()
    e = counted_value(loop)
    loop.names.append(loop.rng.choice([
        f"const int len = {a} % 4;", f"const int len = {a} & 3;",
        f"const int len = {a} > 2 ? 3 : 1;"]))
    behind = f"at4 += {a} > 1;\n    q[at4] = {e};"
    store = loop.rng.choice([
        f"if (len > 0) {{\n      q[at4] = {e};\n      at4 += len;\n    }}",
        f"q[at4] = {e};\n    at4 += len & 3;"] + [behind] * (not loop.reads_item))
    loop.looks_ahead = store == behind
    loop.statements.append(store)


def compaction(loop):
    condition, e = loop.condition(), counted_value(loop)
    if loop.chance(40):
        loop.add_counter("o", "int *", "q")
        loop.statements.append(f"if ({condition})\n      *o++ = {e};")
        return
    loop.add_counter("kept0", "int", "0")
    loop.statements.append(loop.rng.choice([
        f"if ({condition})\n      q[kept0++] = {e};",
        f"if ({condition}) {{\n      q[2 * kept0] = {e};\n"
        f"      q[2 * kept0 + 1] = (int)i;\n      kept0++;\n    }}"]))


def expansion(loop):
    """Several stores of an iteration at one counter, which leave no gaps."""
    loop.add_counter("wide0", loop.rng.choice(["int", "long", "unsigned"]), "0")
    c, d = loop.condition(), loop.condition()
    e, f = counted_value(loop), counted_value(loop)
    loop.statements.append(loop.rng.choice([
        f"if ({c})\n      q[wide0++] = 7;\n    q[wide0++] = {e};",
        f"if ({c}) {{\n      q[wide0++] = {e};\n      q[wide0++] = {f};\n"
        f"    }} else if ({d})\n      q[wide0++] = {f};",
        f"if ({c}) {{\n      q[wide0] = {e};\n      q[wide0 + 1] = {f};\n"
        f"      wide0 += 2;\n    }} else if ({d}) {{\n      wide0++;\n"
        f"      q[wide0 - 1] = {e};\n    }}",
        f"switch (a[i] & 3) {{\n    case 0:\n      q[wide0++] = 1;\n"
        f"      q[wide0++] = {e};\n      q[wide0++] = {f};\n      break;\n"
        f"    case 1:\n      q[wide0++] = {f};\n      break;\n    default:\n"
        f"      break;\n    }}"]))


def counters(loop):
    # Stores at distances that vary need the extent of the array.
    choices = [both_ends, compaction, expansion] + [varying] * loop.with_maps
    loop.rng.choice(choices)(loop)


def conditional(loop):
    loop.before.append("int seen = -5;")
    loop.clauses.append("lastprivate(conditional : seen)")
    loop.statements.append(f"if ({loop.condition()})\n"
                           f"      seen = {loop.expression()};")
    loop.results.append("seen")


BOTH = [(running_pointer, 12), (two_at_a_time, 12), (columns, 12),
        (addresses, 8), (records, 20), (static_array, 8), (halves, 8), (brains, 5),
        (tables, 12), (assertions, 8)]
PIECES_HOST = [(products, 25), (parcels, 20)]
LAST = [(scanned_column, 8), (other_rows, 8), (counters, 25), (conditional, 12)]
PIECES_C = BOTH + [(complex_c, 12), (variable_columns, 10)] + LAST
PIECES_CXX = BOTH + [
    (owners, 8), (iterators, 8), (moving_iterators, 10), (lambda_by_reference, 8),
    (complex_cxx, 12), (rows, 8), (pairs, 10), (pair_stores, 8), (tuples, 10),
    (optionals, 10), (arrays, 10), (function_objects, 10),
    (lambda_with_array, 10), (accessors, 8), (library, 15)] + LAST
