"""Pieces of loops that a compiler may refuse, for generate_items.py --wild.

Each concerns a fact that is easy to lose between a name and its value: a
conversion to a narrow type, the type that a comparison is made in, a guard in
front of a pointer, the order of stores at counters. A piece is a function on a
Loop, as in item_pieces.py.
"""

NARROW = ["unsigned char", "signed char", "short", "uint16_t", "_Bool",
          "unsigned", "float", "enum kind"]
# The types that items are compared in.
INTEGERS = ["int", "unsigned", "long", "uint64_t", "short", "uint8_t"]
FLOATING = ["float", "double"]

# Options that change what a program means; both loops are compiled with them.
OPTIONS = ["", "", "", "-fwrapv", "-funsigned-char", "-fshort-enums",
           "-fno-strict-aliasing", "-fpack-struct=1",
           "-fno-delete-null-pointer-checks"]

HEAD = """
typedef struct { int by, limits[3]; const int *table; } settings;
typedef struct { int count; unsigned short narrow; unsigned few : 3; } holder;
static inline int first_of_page(unsigned char q) { return !q; }
static inline unsigned char low_byte(int q) { return q; }
static inline int is_set(_Bool q) { return q; }
static inline short half_of_long(long q) { return q / 2; }
"""


def name_of(loop, kind):
    return f"n{len(loop.names)}_{kind.split()[-1][0]}"


def narrow_names(loop):
    """Names of a type that not every value of the initializer has."""
    rng = loop.rng
    for kind in rng.sample(NARROW, rng.choice([1, 2, 3])):
        spelled = "bool" if loop.cxx and kind == "_Bool" else kind
        value = rng.choice(["i", "i", "i * 64", "i * 3 - 7", "i + c",
                            loop.expression(), "a[i] * 40", "b[i] * 3000"])
        name = name_of(loop, kind)
        if kind == "enum kind":
            value = f"(enum kind)(({value}) & 3)"
        loop.names.append(
            f"{rng.choice(['const ', ''])}{spelled} {name} = "
            f"{f'({spelled})' if rng.randrange(3) == 0 else ''}({value});"
            if rng.randrange(4) else f"{spelled} {name};\n    {name} = {value};")
        loop.conditions += [f"!{name}", f"{name}", f"{name} == 1", f"{name} > 3",
                            f"{name} < b[i]"]
        loop.leaves += [f"(int){name}", f"({name} ? a[i] : 3)",
                        f"weights[(int){name} & 15]"]
        if kind not in ("float", "enum kind"):
            loop.leaves += [f"({name} >= 0 && {name} < n ? a[{name}] : -1)"]


def narrow_calls(loop):
    """The same through parameters and returned values."""
    loop.conditions += ["first_of_page(i)", "is_set(i & 64)", "!low_byte(i * 32)",
                        "first_of_page(a[i])", "is_set(b[i])"]
    loop.leaves += ["low_byte(a[i] * 40)", "(int)half_of_long(i * 5)",
                    "half_of_long((long)b[i] << 20)"]
    if loop.cxx:
        loop.before.append("const auto tiny = [](uint8_t q) { return !q; };\n"
                           "  const auto low = [](int q) -> uint8_t { return q; };")
        loop.conditions += ["tiny(i)", "tiny(i * 4)", "!low(i)"]
        loop.leaves += ["(int)low(a[i] * 40)"]


def wrapping(loop):
    """Sums that overflow, where the options define them."""
    if "-fwrapv" in loop.options:
        loop.conditions += ["a[i] + 2147483640 < a[i]",
                            "b[i] - 2147483645 > b[i]"]
        loop.leaves += ["((a[i] + 2147483640) / 1000000)"]


def optional_pointers(loop):
    """Pointers that are null where the loop does not follow them."""
    loop.before.append("const int *perhaps = c > 5 ? b : 0, "
                       "*there = c > 2 ? b : 0;\n"
                       "  const int has_it = perhaps != 0, has_there = c > 2;\n"
                       "  const settings real = {c, {4, 5, 6}, b}, "
                       "*none_of = c > 5 ? &real : 0;")
    loop.with_maps = loop.with_maps and loop.chance(30)
    loop.maps += ["to : perhaps[0 : c > 5 ? n : 0], there[0 : n]"]
    loop.conditions += ["has_it && perhaps[i] > 2", "has_there && there[i] > 2",
                        "c > 5 && none_of->by > i"]
    loop.leaves += ["(has_it ? perhaps[i] : 1)", "(has_there ? there[i] : 1)",
                    "(c > 5 ? a[i] * none_of->by : a[i])",
                    "(has_it ? none_of->limits[i % 3] : 2)",
                    "(a[i] > 100 ? none_of->by : 5)",
                    "(has_it ? a[perhaps[i] & 3] : 4)",
                    "(c > 5 ? none_of->limits[1] : 6)"]
    if loop.chance(20):
        loop.conditions.append("perhaps && perhaps[i] > 2")
        loop.leaves.append("(none_of ? a[i] * none_of->by : a[i])")


def null_at_zero(loop):
    """Objects that are there only if there is an iteration."""
    loop.before.append("const settings given = {c, {7, 8, 9}, b}, "
                       "*set = n > 0 ? &given : 0;\n"
                       "  const int *const *const *deep = 0;\n"
                       "  const int *level2 = b;\n"
                       "  const int *const *level1 = &level2;\n"
                       "  if (n > 0)\n    deep = &level1;")
    loop.with_maps = False
    loop.leaves += ["set->by", "set->limits[1]", "(a[i] * set->by)",
                    "(***deep + a[i])", "set->limits[set->by - 2]"]
    if loop.chance(40):
        loop.before.append("holder hold = {1, 2, 3}, *held_by = n > 0 ? &hold : 0;")
        loop.statements.append(f"held_by->count += {loop.expression()};")
        loop.clauses.append("scan(+ : held_by->count)")
        loop.results.append("hold.count")


def dependent_counters(loop):
    """Counters that other items depend on, and stores at them."""
    e = loop.expression()
    loop.before.append("int run_of = 0;\n  unsigned odd = 0;")
    # Of a digit isdigit() is any number but 0, and q has four elements for each
    # iteration.
    amount = loop.condition().replace("isdigit(t[i])", "!!isdigit(t[i])")
    up = loop.rng.choice([f"run_of += {amount};",
                          f"if ({loop.condition()})\n      run_of++;",
                          "run_of += t[i] & 1;"])
    store = loop.rng.choice(["q[run_of] = (int)i;", f"q[run_of] = {e};",
                             f"if (t[i] & 2)\n      q[run_of] = {e};"])
    other = loop.rng.choice(["odd += run_of & 1;", "odd += run_of;",
                             "if (run_of & 2)\n      odd++;",
                             "odd = odd * 3 + (run_of & 7);"])
    order = [up, store, other]
    if loop.rng.randrange(3) == 0:
        order = [store, up, other]
    loop.statements.append("\n    ".join(order))
    operator = "affine" if "* 3" in other else "+"
    loop.clauses += ["scan(+ : run_of)", f"scan({operator} : odd)"]
    loop.results += ["run_of", "odd"]


WILD = [(narrow_names, 60), (narrow_calls, 30), (wrapping, 50),
        (optional_pointers, 30), (null_at_zero, 25), (dependent_counters, 25)]


def mixed_extrema(cxx):
    """Forms of minima and maxima that are compared in another type. Only items
    that have all values are compared with floating-point numbers."""
    forms = []
    for operator, sign, turned in (("max", ">", "<"), ("min", "<", ">")):
        def texts(kinds):
            for kind in kinds:
                yield f"v = v {sign} ({kind})E ? v : ({kind})E;"
                yield f"if (({kind})E {sign} v) v = E;"
                yield f"if (({kind})v {sign} ({kind})E) ; else v = E;"
                yield f"if (C) v = ({kind})E {sign}= v ? ({kind})E : v;"
                if cxx:
                    yield f"v = std::{operator}<{kind}>(v, E);"

        plain = [f"v = v {sign} E ? v : E;", f"if (E {sign} v) v = E;",
                 f"if (-7 {sign} v) v = -7;"]
        forms += [
            (operator, ["int", "long", "unsigned", "uint8_t", "short", "uint64_t",
                        "bool"],
             plain + [f"if (v {turned} sizeof(int) * (E)) v = sizeof(int) * (E);",
                      *texts(INTEGERS)]),
            (operator, ["int", "long", "float", "double"],
             plain + [f"v = f{operator}(v, E);", f"v = f{operator}f(E, v);",
                      *texts(FLOATING)])]
    return forms


def wild_forms(cxx):
    """Forms of updates in FORMS' manner that a compiler may refuse."""
    narrow = ["bool", "uint8_t", "short", "signed char"]
    return mixed_extrema(cxx) * 2 + [
        ("+", narrow, ["v += E;", "v -= E;", "v = v - E;", "v += (bool)(E);",
                       "v = v + (short)(E);"]),
        # C++ has no such operators on bool.
        ("+", narrow[cxx:], ["v++;", "if (C) v--;"]),
        ("-", narrow + ["int"], ["v -= E;", "v = v - E;", "if (C) v -= 1;"]),
        ("|", narrow, ["v |= E;", "v = v | E;", "if (C) v |= E;"]),
        ("&", narrow, ["v &= E;", "v = v & E;"]),
        ("^", narrow, ["v ^= E;", "v = v ^ E;", "if (C) v = v ^ 1;"]),
        ("maxplus", narrow + ["unsigned"], [
            "v = v + E > 0 ? v + E : 0;", "v += E; if (v < 0) v = 0;",
            "v = v - 1 > E ? v - 1 : E;"]),
        ("minplus", narrow, ["v = v + E < F ? v + E : F;"]),
        ("affine", narrow, ["v = v * 3 + E;", "v = -v;", "v = C ? v : E;"]),
        ("last", narrow + ["float", "unsigned"], ["if (C) v = E;",
                                                  "v = C ? E : v;"]),
    ]
