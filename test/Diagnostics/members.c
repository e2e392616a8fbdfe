// RUN: %cc1_verify %s

// Members as items that share their bytes with others, or are read as a part of
// the whole.

struct inner {
  int k;
};
struct counts {
  int total, other;
  unsigned bits : 4;
  union {
    int whole;
    float part;
  };
  struct inner deep;
  const int *inputs;
  int rows[4][8];
};

struct limits {
  const int fixed;
};

static int valueOf(struct inner in) { return in.k; }

void loops(struct counts s, struct counts *p, struct limits *l, int *y, const int *x, int n) {
#pragma omp parallel for scan(+ : s.bits) // expected-error {{scan item 'bits' is a bit-field, which shares its bytes with other members; use a variable, and assign its value to the member after the loop [OS083]}}
  for (int i = 0; i < n; i++)
    s.bits += x[i];

#pragma omp parallel for scan(+ : p->whole) // expected-error {{scan item 'whole' is a member of a union, which shares its bytes with other members; use a variable, and assign its value to the member after the loop [OS083]}}
  for (int i = 0; i < n; i++)
    p->whole += x[i];

#pragma omp parallel for scan(+ : s.deep.k)
  for (int i = 0; i < n; i++) {
    s.deep.k += x[i];
    y[i] = valueOf(s.deep); // expected-error {{'s.deep' contains scan item 'k', which the loop changes; use only the members of 's.deep' that the loop reads [OS084]}}
  }

#pragma omp parallel for scan(+ : s.total) private(s) // expected-error {{scan item 'total' cannot also be in a 'private' clause; remove it from one of the two clauses [OS012]}}
  for (int i = 0; i < n; i++)
    s.total += x[i];

#pragma omp parallel for scan(+ : s.total) // expected-note {{'scan(affine : total)' fits}}
  for (int i = 0; i < n; i++) {
    s.total += x[i] * s.total; // expected-error {{the previous value is used more than once in an update; use it once, or declare an operator for the whole update [OS039]}}
  }

#pragma omp parallel for scan(+ : s.total)
  for (int i = 0; i < s.total; i++) // expected-error {{the condition of a scan loop must compare 'i' with an integer that does not change; compute the bound before the loop [OS023]}}
    s.total += x[i];

#pragma omp parallel for scan(+ : p->inputs) // expected-error {{elements of scan item 'inputs' are const, but a scan stores them; name the array that the loop stores, or an integer 'k' that counts in place of the pointer, and read 'inputs[k]', with '#pragma omp target map(to: inputs[0:n])' [OS009]}}
  for (int i = 1; i < n; i++)
    y[i] = p->inputs[i];

#pragma omp parallel for scan(+ : p->rows)
  for (int i = 1; i < n; i++)
    p->rows[1][i] += p->rows[1][i - 1];

#pragma omp parallel for scan(+ : l->fixed) // expected-error {{const-qualified list item cannot be scan}}
  for (int i = 1; i < n; i++)
    y[i] = x[i];

#pragma omp parallel for scan(+ : p->missing) // expected-error {{no member named 'missing' in 'struct counts'}}
  for (int i = 1; i < n; i++)
    y[i] = x[i];

#pragma omp target map(to : x[0 : n]) map(from : y[0 : n])
#pragma omp parallel for scan(+ : s.total)
  for (int i = 0; i < n; i++) {
    s.total += x[i];
    y[s.total] = i; // expected-error {{several iterations may store the same element of 'y' here; store in every iteration, or under the condition of the update of 'total', and add a positive constant, a condition, or a value that cannot be negative: an unsigned value that is narrower than 'total', or 'x' under 'if (x > 0)' [OS058]}}
  }

#pragma omp target map(to : x[0 : n]) map(from : y[0 : n])
#pragma omp parallel for scan(+ : s.total)
  for (int i = 0; i < n; i++) {
    s.total += x[i];
    y[2 * s.total + 1] = i; // expected-error {{several iterations may store the same element of 'y' here; store in every iteration, or under the condition of the update of 'total', and add a positive constant, a condition, or a value that cannot be negative: an unsigned value that is narrower than 'total', or 'x' under 'if (x > 0)' [OS058]}}
  }
}
