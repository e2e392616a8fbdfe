// RUN: %cc1_verify %s

// Members and columns that are no series, or that a loop uses in other ways.

struct inner {
  int x, y;
};
struct record {
  int a, b;
  struct inner in;
  int cells[3];
  unsigned bits : 3, more : 5;
  volatile int shared;
  int *where;
  struct inner *link;
};

void members(struct record *p, struct record *q, const int *x, int *y, int n, int j) {
  // Two series depend on each other.
#pragma omp parallel for scan(+ : p)
  for (int i = 1; i < n; i++) {
    p[i].a = p[i - 1].a + x[i];
    p[i].b = p[i - 1].b + p[i].a; // expected-error {{this input of the update of 'p[i].b' depends on}}
  }

#pragma omp parallel for scan(+ : p)
  for (int i = 1; i < n; i++)
    p[i].bits += p[i - 1].bits; // expected-error {{scan item 'bits' is a bit-field, which shares its bytes with other members; use a variable, and assign its value to the member after the loop [OS083]}}

#pragma omp parallel for scan(+ : p)
  for (int i = 1; i < n; i++)
    p[i].shared += p[i - 1].shared; // expected-error {{a scan loop cannot access volatile 'p[i].shared'}}

  // What is behind a pointer is no part of the element.
#pragma omp parallel for scan(+ : p) // expected-error {{[OS016]}}
  for (int i = 1; i < n; i++)
    p[i].link->x = p[i - 1].link->x + x[i];

  // A subscript that changes names several members.
#pragma omp parallel for scan(+ : p) // expected-error {{[OS206]}}
  for (int i = 1; i < n; i++)
    p[i].cells[i % 3] = p[i - 1].cells[i % 3] + x[i];

  // The element as a whole, and the structure around the member.
#pragma omp parallel for scan(+ : p)
  for (int i = 1; i < n; i++) {
    p[i].in.x += p[i - 1].in.x;
    const struct inner last = p[i - 1].in; // expected-error {{'p[i].in.x' is read at an element that neither this iteration nor the previous one stores}}
    y[i] = last.y;
  }
#pragma omp parallel for scan(+ : p)
  for (int i = 1; i < n; i++) {
    p[i].a += p[i - 1].a;
    q[i] = p[i]; // expected-error {{'p[i].a' is read at an element}}
  }
#pragma omp parallel for scan(+ : p)
  for (int i = 1; i < n; i++) {
    p[i] = q[i]; // expected-error {{'p' has type 'struct record', and of structures only members that are numbers are scanned; scan the numbers in it [OS206]}}
    p[i].a = p[i - 1].a + 1;
  }
  // At other elements.
#pragma omp parallel for scan(+ : p) // expected-note {{'scan(affine : p)' fits the updates of 'p'}}
  for (int i = 2; i < n; i++)
    p[i].a = p[i - 1].a + p[i - 2].a; // expected-error {{'p[i].a' is read at an element}}
#pragma omp parallel for scan(+ : p)
  for (int i = 1; i < n; i++) {
    p[i].a = p[i - 1].a + x[i];
    p[i - 1].a = 0; // expected-error {{'p[i].a' is updated a second time in an iteration}}
  }
  // Twice, and only sometimes.
#pragma omp parallel for scan(+ : p)
  for (int i = 1; i < n; i++) {
    p[i].a = p[i - 1].a + x[i];
    p[i].a += 1; // expected-error {{'p[i].a' is updated a second time in an iteration}}
  }
#pragma omp parallel for scan(+ : p)
  for (int i = 1; i < n; i++) {
    if (x[i] > 0)
      p[i].a = p[i - 1].a + x[i]; // expected-error {{this statement is not supported in a scan of 'p[i].a'}}
  }
  // By another operator.
#pragma omp parallel for scan(+ : p) // expected-note {{'scan(* : p)' fits the updates of 'p'}}
  for (int i = 1; i < n; i++)
    p[i].a = p[i - 1].a * x[i]; // expected-error {{'*' is applied to the previous value here}}
#pragma omp parallel for scan(+ : p) scan(max : p) // expected-error {{'p' is already a list item of a 'scan' clause of this loop; name it once [OS011]}}
  for (int i = 1; i < n; i++)
    p[i].a = p[i - 1].a + x[i];
}

void columns(int (*v)[3], const int *x, int n) {
#pragma omp parallel for scan(+ : v)
  for (int i = 1; i < n; i++) {
    v[i][0] = v[i - 1][0] + x[i];
    v[i][1] = v[i - 1][1] + v[i - 1][0]; // expected-error {{this input of the update of 'v' depends on 'v'}}
  }
#pragma omp parallel for scan(+ : v)
  for (int i = 1; i < n; i++) {
    v[i][0] = v[i - 1][0] + x[i];
    v[i][1] = v[i - 1][1] + v[0][2] + v[i + 1][0]; // expected-error {{is read at an element}}
  }
}
