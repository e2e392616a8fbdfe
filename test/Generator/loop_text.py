"""The functions that generate.py writes for a loop."""

from c_types import literal


def functions(loop):
    """The loop with its directive, without it, and what compares the two."""
    rng = loop.rng
    parameters = [f"{loop.item.name} *y", "long y_begin", "long y_end"]
    if loop.y_offset:
        parameters.append("long y_offset")
    for x in loop.arrays:
        const = "const " if loop.chance(70) else ""
        parameters += [f"{const}{x.element.name} *{x.name}",
                       f"long {x.name}_end"]
        if x.a < 0:
            parameters.append(f"long {x.name}_offset")
    parameters += [f"{t.name} {name}" for name, t, _ in loop.scalars]
    parameters += [f"{loop.induction.name} first",
                   f"{loop.induction.name} last"]
    signature = ", ".join(parameters)
    names = [p.split("*")[-1].split()[-1] for p in parameters]
    body = f"  {loop.header()}\n    {loop.body}\n"

    scan = f"{loop.directive}\n{body}"
    prefix = "static"
    if loop.cxx:
        wrap = rng.choice(["function", "function", "template", "lambda"])
        if wrap == "template":
            prefix = "template <typename Item> static"
            signature_scan = signature.replace(
                f"{loop.item.name} *y", "Item *y", 1)
        if wrap == "lambda":
            scan = "  [&] {\n" + scan + "  }();\n"
    if not loop.cxx or wrap != "template":
        signature_scan = signature
    out = [f"{prefix} void {loop.name}_scan({signature_scan}) {{\n"
           f"{scan}}}\n\n",
           f"static void {loop.name}_expected({signature}) {{\n"
           f"{body}}}\n\n",
           driver(loop, names)]
    return "".join(out)


def driver(loop, names):
    item = loop.item.name
    out = [f"static void {loop.name}(long trips) {{\n",
           f"  if (trips > {max(loop.most_trips, 0)}L)\n    return;\n",
           f"  const long first = {loop.first}, last = {loop.last};\n"]
    out.append(f"  const long y_begin = trips ? {loop.y_begin} : 0;\n")
    if loop.y_offset:
        out.append(f"  const long y_offset = {loop.y_offset};\n")
    out.append(f"  const long y_end = trips ? {loop.y_end} : 0;\n")
    out.append(f"  {item} *y = BLOCK({item}, y_end), "
               f"*want = BLOCK({item}, y_end);\n")
    if loop.in_place:
        out.append("  for (long k = 0; k < y_end; ++k)\n    y[k] = want[k] "
                   f"= {item_at('k', loop.item)};\n")
    else:
        seed = "y_begin" if loop.a * loop.step > 0 else "y_end - 1"
        value = (f"({item})1" if loop.operator == "*" else
                 item_at("trips", loop.item))
        out.append(f"  if (trips)\n    y[{seed}] = want[{seed}] = "
                   f"{value};\n")
    for x in loop.arrays:
        lowest = loop.nearest
        t = x.element.name
        if x.a > 0:
            end = (f"{x.a} * ({loop.furthest} - {literal(lowest)}) + "
                   f"{x.furthest} + 1")
        else:
            out.append(f"  const long {x.name}_offset = "
                       f"{loop.furthest};\n")
            end = f"{x.name}_offset - {literal(lowest)} + {x.furthest} + 1"
        out.append(f"  const long {x.name}_end = trips ? {end} : 0;\n")
        out.append(f"  {t} *{x.name} = BLOCK({t}, {x.name}_end);\n")
        out.append(f"  for (long k = 0; k < {x.name}_end; ++k)\n"
                   f"    {x.name}[k] = ({t})"
                   f"{data_at('k + 1000', x.element, x.sign_only)};\n")
    arguments = []
    for n in names:
        scalar = [v for name, _, v in loop.scalars if name == n]
        arguments.append(str(scalar[0]) if scalar else
                         f"({loop.induction.name}){n}"
                         if n in ("first", "last") else n)
    call = ", ".join(arguments)
    out.append(f"  {loop.name}_scan({call});\n")
    arguments[0] = "want"
    out.append(f"  {loop.name}_expected({', '.join(arguments)});\n")
    out.append("  CHECK_SAME(y, want, y_end);\n"
               f"  scan_test_digest(\"{loop.name}\", y, y_end * sizeof *y);\n"
               "  free(y);\n  free(want);\n")
    out += [f"  free({x.name});\n" for x in loop.arrays]
    out.append("}\n\n")
    return "".join(out)


def item_at(k, t):
    """An expression for an element of the item, which may have both halves of
    128 bits."""
    value = f"({t.name}){data_at(k, t)}"
    return f"{value} * (({t.name})1 << 62)" if t.bits == 128 else value


def data_at(k, t, sign_only=False):
    """An expression for the data at k, as a long."""
    if sign_only:
        low, high = (-1, 1) if t.signed else (1, 2)
        return (f"(scan_test_pick({k}, 0, 1) ? {high} : {low})")
    if t.kind == "bool":
        return f"scan_test_pick({k}, 0, 1)"
    return f"scan_test_pick({k}, {-4 if t.signed else 0}, 4)"
