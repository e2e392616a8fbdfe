// RUN: %cc1_verify %s
// RUN: not %clang %ompscan_flags -ferror-limit=0 -fsyntax-only %s 2>&1 | %filecheck %s --check-prefix=COL

// Arrays whose extent is neither mapped nor follows from the loop. Without
// `target` it need not be known, unless the elements follow from a value of the
// scan, or are stored.

int table[16];

void loops(int *y, const int *x, const int *index, int n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[index[i]] + x[i * i] + x[i & 7];

  int s = 0, t = 0;
#pragma omp parallel for scan(+ : s)
  for (int i = 1; i < n; i++) {
    s += index[i];
    y[i] = x[s & 7]; // expected-error {{the section of 'x' that the loop reads cannot be computed from this subscript; name it by '#pragma omp target map(to: x[0:n])' in front of the directive [OS050]}} COL-DAG: :[[#@LINE]]:12: error
  }

#pragma omp parallel for scan(+ : s)
  for (int i = 1; i < n; i++) {
    s += index[i];
    y[i] = s > 3 ? x[i & 7] : 0; // expected-error {{the section of 'x' that the loop reads cannot be computed from this subscript}}
  }

#pragma omp parallel for scan(+ : s)
  for (int i = 1; i < n; i++) {
    s += index[i];
    const int place = s & 7;
    if (index[i] > 0)
      y[i] = x[place]; // expected-error {{the section of 'x' that the loop reads cannot be computed from this subscript}}
  }

#pragma omp parallel for scan(+ : s)
  for (int i = 1; i < n; i++) {
    s += index[i];
    if (s > 3)
      y[i] = x[index[i]]; // expected-error {{the section of 'x' that the loop reads cannot be computed from this subscript}}
  }

#pragma omp parallel for scan(+ : s)
  for (int i = 1; i < n; i++) {
    s += t;
    t = x[index[i]]; // expected-error {{the section of 'x' that the loop reads cannot be computed from this subscript}}
    y[i] = s;
  }

#pragma omp parallel for scan(+ : s)
  for (int i = 1; i < n; i++) {
    s += x[i];
    y[index[i]] = s; // expected-error {{the section of 'y' that the loop stores cannot be computed from this subscript; name it by '#pragma omp target map(tofrom: y[0:n])' in front}}
  }

  // Nothing is stored but the result.
#pragma omp parallel for scan(+ : s)
  for (int i = 1; i < n; i++) {
    s += t;
    t = x[index[i]];
  }

  // x[i] is not read in every iteration, and i itself does not say in which. It
  // is among elements whose addresses are known.
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + (index[i] > 0 ? x[i] : 0);

#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + (index[i] > 0 && x[i] > 0);

  // Mapped, or of known size.
#pragma omp target map(to : x[0 : n]) map(tofrom : y[0 : n])
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[index[i]];

#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + table[i & 15];

#pragma omp target parallel for scan(+ : y) map(to : x[0 : n])
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + (index[i] > 0 ? x[i] : 0);
}

// The launch would evaluate `q->x`, which the guard may protect. It evaluates
// neither `*p` nor `n / m`.
struct S {
  const int *x, *flags;
  int count;
  const struct S *next;
};
int undefined(int *y, const int *x, const int *p, const struct S *q, int n, int m, int s) {
#pragma omp parallel for scan(+ : s)
  for (int i = 1; i < n; i++)
    s += y[i] > 0 ? q->x[i] : 0; // expected-error {{the section of 'q->x' that the loop reads cannot be computed from this conditional subscript}}

#pragma omp parallel for scan(+ : s)
  for (int i = 1; i < n; i++)
    s += y[i] > 0 ? x[i + *p] + x[i + n / m] : 0;

  // The bounds, or all iterations, use the object that q leads to.
#pragma omp parallel for scan(+ : s)
  for (int i = 1; i < q->count; i++)
    s += y[i] > 0 ? q->x[i] : 0;
#pragma omp parallel for scan(+ : s)
  for (int i = 1; i < n; i++)
    if (q->flags[i])
      s += q->x[i];
#pragma omp parallel for scan(+ : s)
  for (int i = 1; i < q->next->count; i++)
    if (q->flags[i] && y[i] > 0)
      s += q->next->x[i] + q->x[i];

  // They use another one, or not always.
#pragma omp parallel for scan(+ : s)
  for (int i = 1; i < q->count; i++)
    s += y[i] > 0 ? q->next->x[i] : 0; // expected-error {{the section of 'q->next->x' that the loop reads cannot be computed from this conditional subscript}}
#pragma omp parallel for scan(+ : s)
  for (int i = 1; i < (m > 3 ? q->count : n); i++)
    s += y[i] > 0 ? q->x[i] : 0; // expected-error {{the section of 'q->x' that the loop reads cannot be computed from this conditional subscript}}
#pragma omp parallel for scan(+ : s)
  for (int i = 1; i < n; i++)
    if (m > 3 && q->flags[i] && y[i] > 0)
      s += q->x[i]; // expected-error {{the section of 'q->x' that the loop reads cannot be computed from this conditional subscript}}
#pragma omp parallel for scan(+ : s)
  for (int i = 1; i < n; i++)
    if (y[i] > 0 && q->flags[i]) // expected-error {{the section of 'q->flags' that the loop reads cannot be computed from this conditional subscript}}
      s += q->x[i];
  return s;
}

// Each iteration stores or reads the element anyhow.
void known(int *y, int *x, const int *index, int n, int s) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + (index[i] > 0 ? y[i] : 1);

#pragma omp parallel for scan(+ : s)
  for (int i = 1; i < n; i++) {
    s += index[i] > 0 ? x[i] : 0;
    x[i] = s;
  }
}

// On a `target`, or in a `target data` that maps it, the runtime looks for it on the device.
void present(int *y, const int *x, const int *index, int n) {
#pragma omp target parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[index[i]];

#pragma omp target data map(to : x[0 : n])
  {
#pragma omp parallel for scan(+ : y)
    for (int i = 1; i < n; i++)
      y[i] = y[i - 1] + (index[i] > 0 ? x[i] : 0);
#pragma omp parallel for scan(+ : y)
    for (int i = 1; i < n; i++)
      y[i] = y[i - 1] + x[index[index[i]]];
  }
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + (index[i] > 0 ? x[i] : 0);
}
