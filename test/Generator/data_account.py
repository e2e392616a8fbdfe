"""A function that generate_data.py writes, and where its arrays are meanwhile."""


class State:
    """Where the values of an array are."""

    def __init__(self):
        self.present = 0
        self.host = True
        self.device = False

    def readable(self):
        return self.device if self.present else self.host


class Account:
    """The lines of a case, and the states of its arrays behind them."""

    def __init__(self, rng, number):
        self.rng = rng
        self.number = number
        self.arrays = [f"a{i}" for i in range(rng.randint(2, 4))]
        self.states = {a: State() for a in self.arrays}
        self.lines = []  # pairs: the text, whether the oracle has it too
        self.depth = 1
        self.pending = set()  # what a task may be moving
        self.held = []  # what regions around have mapped, once for each
        self.copied = set()  # what the construct at work moves in any case

    def emit(self, text, in_oracle):
        for line in text.split("\n"):
            pragma = line.lstrip().startswith("#pragma")
            indent = "" if pragma else "  " * self.depth
            self.lines.append((indent + line, in_oracle and not pragma))

    def tail(self, arrays):
        """Clauses for a directive on data that moves the arrays: perhaps it is
        a task, and then those that follow are ordered behind it."""
        if self.rng.random() < 0.3:
            self.pending.update(arrays)
            nowait = " nowait"
        elif self.pending.intersection(arrays):
            nowait = ""
        else:
            return ""
        return f" depend(inout : {', '.join(a + '[0]' for a in arrays)}){nowait}"

    def wait(self, arrays=None):
        """Waits for the tasks, if there are some that move the arrays."""
        if self.pending.intersection(arrays or self.pending):
            self.emit("#pragma omp taskwait", False)
            self.pending.clear()

    # What constructs do to the account.

    def pick(self, uses):
        """Arrays for parameters with these uses, or None."""
        rng = self.rng
        for _ in range(10):
            chosen = rng.sample(self.arrays, min(len(uses), len(self.arrays)))
            if len(chosen) == len(uses) and all(
                    use == "s" or self.states[a].readable()
                    for a, use in zip(chosen, uses)):
                return chosen
        return None

    def stored(self, chosen, uses):
        for a, use in zip(chosen, uses):
            s = self.states[a]
            if a in self.copied:
                s.host = s.device = True
            elif use != "r":
                s.host, s.device = not s.present, bool(s.present)

    def maps(self, chosen, uses, needed):
        """Clauses for a target construct; all arrays that are not present have
        one if `needed`."""
        clauses = []
        self.copied = set()
        for a, use in zip(chosen, uses):
            kind = {"r": "to", "u": "tofrom",
                    "s": self.rng.choice(["tofrom", "from"])}[use]
            present = self.states[a].present
            if present and self.rng.random() < 0.3:
                kind = "present, " + self.rng.choice([kind, "alloc"])
            elif present and self.states[a].host and self.rng.random() < 0.2:
                kind = "always, " + {"r": "to", "u": "tofrom", "s": "from"}[use]
                clauses.append(f"map({kind} : {a}[0 : n])")
                self.copied.add(a)
                continue
            if not present and needed or self.rng.random() < 0.5:
                clauses.append(f"map({kind} : {a}[0 : n])")
        return " ".join(clauses)

    def text(self):
        parameters = ", ".join(f"unsigned *{a}" for a in self.arrays)
        out = []
        for oracle in (False, True):
            out.append(f"static unsigned case{self.number}"
                       f"{'_host' if oracle else ''}({parameters}, int n) {{")
            out.append("  unsigned total = 0;")
            for line, kept in self.lines:
                if not oracle:
                    out.append(line)
                elif kept:
                    out.append(kept if isinstance(kept, str) else line)
            out.append("  return total;\n}\n")
        return "\n".join(out)

    def valid(self):
        return [a for a in self.arrays if self.states[a].host]
