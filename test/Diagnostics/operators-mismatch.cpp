// RUN: %verify -ferror-limit=0 -std=c++17 %s
// RUN: not %clangxx -std=c++17 %ompscan_flags -ferror-limit=0 -fsyntax-only %s 2>&1 | %filecheck %s --check-prefix=COL

// The body does not apply the declared operator: the error shows both.

struct Item {
  int a, b;
};
Item combine(Item x, Item y) { return Item{x.a + y.a, x.b * y.b}; }
Item other(Item x, Item y) { return Item{x.a * y.a, x.b + y.b}; }

#pragma omp declare scan(op : Item : omp_out = combine(omp_out, omp_in)) // expected-note 4 {{the operator is declared here}}

void loops(Item *y, Item *x, int n) {
#pragma omp parallel for scan(op : y)
  for (int i = 1; i < n; i++)
    y[i] = other(y[i - 1], x[i]); // expected-error {{'other(y[i - 1], x[i])' does not have the form of the declared operator, 'omp_out = combine(omp_out, omp_in)'; write the update like that, with one input [OS044]}} COL-DAG: :[[#@LINE]]:12: error

  // The operator need not commute.
  Item s = y[0];
#pragma omp parallel for scan(op : s)
  for (int i = 1; i < n; i++) {
    if (x[i].a)
      s = combine(s, x[i]);
    else
      s = combine(x[i], s); // expected-error {{'s' is the right operand of its operator here and the left operand in another update; put it on the same side in all updates [OS147]}} COL-DAG: :[[#@LINE]]:11: error
    y[i] = s;
  }

  // Only one input.
#pragma omp parallel for scan(op : y)
  for (int i = 1; i < n; i++)
    y[i] = combine(combine(y[i - 1], x[i]), x[i]); // expected-error {{'combine(combine(y[i - 1], x[i]), x[i])' does not have the form of the declared operator, 'omp_out = combine(omp_out, omp_in)'; write the update like that, with one input [OS044]}} COL-DAG: :[[#@LINE]]:12: error

#pragma omp parallel for scan(op : y)
  for (int i = 1; i < n; i++)
    y[i] = combine(y[i - 1], y[i - 1]); // expected-error {{'combine(y[i - 1], y[i - 1])' does not have the form of the declared operator, 'omp_out = combine(omp_out, omp_in)'; write the update like that, with one input [OS044]}} COL-DAG: :[[#@LINE]]:12: error

#pragma omp parallel for scan(op : y)
  for (int i = 1; i < n; i++)
    y[i] = x[i]; // expected-error {{the stored value does not use the element of 'y' that the previous iteration stored; use it, or remove 'y' from the 'scan' clause [OS033]}} COL-DAG: :[[#@LINE]]:12: error

#pragma omp parallel for scan(op : y)
  for (int i = 2; i < n; i++)
    y[i] = combine(y[i - 2], x[i]); // expected-error {{'y' is read at an element that neither this iteration nor the previous one stores; read a copy of 'y', or scan structures that also hold the earlier elements [OS035]}} COL-DAG: :[[#@LINE]]:20: error

#pragma omp parallel for scan(op : y)
  for (int i = 1; i < n; i++)
    y[i].a = y[i - 1].a + x[i].a; // expected-error {{the loop does not store an element of scan item 'y'; name the array that the loop stores in the 'scan' clause [OS031]}} COL-DAG: :[[#@LINE]]:10: error

#pragma omp parallel for scan(op : y)
  for (int i = 1; i < n; i++) {
    y[i] = x[i]; // expected-error {{the stored value does not use the element of 'y' that the previous iteration stored; use it, or remove 'y' from the 'scan' clause [OS033]}} COL-DAG: :[[#@LINE]]:12: error
    combine(y[i], y[i - 1]);
  }
}

// Written out: another operator, another constant, another member.
#pragma omp declare scan(mod : int, unsigned : omp_out = omp_out * omp_in % 101) // expected-note 4 {{the operator is declared here}}

void expressions(int *y, const int *x, unsigned *u, int n) {
#pragma omp parallel for scan(mod : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] * x[i] % 100; // expected-error {{'y[i - 1] * x[i] % 100' does not have the form of the declared operator, 'omp_out = omp_out * omp_in % 101'; write the update like that, with one input [OS044]}} COL-DAG: :[[#@LINE]]:28: error

#pragma omp parallel for scan(mod : y)
  for (int i = 1; i < n; i++)
    y[i] = (y[i - 1] + x[i]) % 101; // expected-error {{'(y[i - 1] + x[i]) % 101' does not have the form of the declared operator, 'omp_out = omp_out * omp_in % 101'; write the update like that, with one input [OS044]}} COL-DAG: :[[#@LINE]]:30: error

#pragma omp parallel for scan(mod : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] * x[i] % 101 + 0; // expected-error {{'y[i - 1] * x[i] % 101 + 0' does not have the form of the declared operator, 'omp_out = omp_out * omp_in % 101'; write the update like that, with one input [OS044]}} COL-DAG: :[[#@LINE]]:34: error

  // The arithmetic is that of unsigned.
#pragma omp parallel for scan(mod : u)
  for (int i = 1; i < n; i++)
    u[i] = (int)u[i - 1] * x[i] % 101; // expected-error {{'(int)u[i - 1] * x[i] % 101' does not have the form of the declared operator, 'omp_out = omp_out * omp_in % 101'; write the update like that, with one input [OS044]}} COL-DAG: :[[#@LINE]]:12: error
}

#pragma omp declare scan(member : Item : (omp_out.a += omp_in.a, omp_out.b |= omp_in.b)) // expected-note 3 {{the operator is declared here}}

void members(Item *y, const Item *x, int n) {
#pragma omp parallel for scan(member : y)
  for (int i = 1; i < n; i++) {
    y[i] = y[i - 1];
    y[i].a += x[i].a, y[i].b ^= x[i].b; // expected-error {{'y[i].a += x[i].a, y[i].b ^= x[i].b' does not have the form of the declared operator, '(omp_out.a += omp_in.a , omp_out.b |= omp_in.b)'; write the update like that, with one input [OS044]}} COL-DAG: :[[#@LINE]]:21: error
  }

#pragma omp parallel for scan(member : y)
  for (int i = 1; i < n; i++)
    y[i] = Item{y[i - 1].a + x[i].a, y[i - 1].b | x[i].b}; // expected-error {{'Item{y[i - 1].a + x[i].a, y[i - 1].b | x[i].b}' does not have the form of the declared operator, '(omp_out.a += omp_in.a , omp_out.b |= omp_in.b)'; write the update like that, with one input [OS044]}} COL-DAG: :[[#@LINE]]:12: error

  // An input that is the item.
#pragma omp parallel for scan(member : y)
  for (int i = 1; i < n; i++) {
    y[i] = y[i - 1];
    y[i].a += x[i].a, y[i].b |= y[i].a; // expected-error {{'y[i].a += x[i].a, y[i].b |= y[i].a' does not have the form of the declared operator, '(omp_out.a += omp_in.a , omp_out.b |= omp_in.b)'; write the update like that, with one input [OS044]}} COL-DAG: :[[#@LINE]]:21: error
  }
}

// Updates of one member of an accumulator.
struct Record {
  int a, b;
  float f;
  unsigned part : 5;
  union {
    int one, other;
  };
};
#pragma omp declare scan(some : Record : omp_out.a += omp_in.a, omp_out.f = omp_in.f < omp_out.f ? omp_in.f : omp_out.f) // expected-note 6 {{the operator is declared here}}
#pragma omp declare scan(mixed : Record : omp_out.a += omp_in.a * omp_out.b) // expected-note {{the operator is declared here}}
#pragma omp declare scan(parts : Record : omp_out.part += omp_in.part) // expected-note {{the operator is declared here}}
#pragma omp declare scan(shared : Record : omp_out.one += omp_in.one) // expected-note {{the operator is declared here}}

void updates(Record r, int *y, const int *x, const float *f, int n) {
#pragma omp parallel for scan(some : r)
  for (int i = 0; i < n; i++)
    r.a *= x[i]; // expected-error {{'r.a *= x[i]' does not have the form of the declared operator, 'omp_out.a += omp_in.a , omp_out.f = omp_in.f < omp_out.f ? omp_in.f : omp_out.f'; write the update like that, with one input [OS044]}}

#pragma omp parallel for scan(some : r)
  for (int i = 0; i < n; i++)
    r.b += x[i]; // expected-error {{'r.b += x[i]' does not have the form of the declared operator}}

#pragma omp parallel for scan(some : r)
  for (int i = 0; i < n; i++)
    r.a += r.a; // expected-error {{'r.a += r.a' does not have the form of the declared operator}}

#pragma omp parallel for scan(some : r)
  for (int i = 0; i < n; i++)
    r.a += r.b; // expected-error {{this input of the update of 'r' depends on 'r' itself}}

  // The rounding of every step.
#pragma omp parallel for scan(some : r)
  for (int i = 0; i < n; i++)
    r.a += f[i]; // expected-error {{'r.a += f[i]' does not have the form of the declared operator}}

  // Of a NaN and of zeros another one is kept.
#pragma omp parallel for scan(some : r)
  for (int i = 0; i < n; i++)
    if (f[i] <= r.f) // expected-error {{'f[i] <= r.f' does not have the form of the declared operator}}
      r.f = f[i];

#pragma omp parallel for scan(some : r)
  for (int i = 0; i < n; i++)
    if (f[i] > r.f) // expected-error {{'f[i] > r.f' does not have the form of the declared operator}}
      r.f = f[i];

#pragma omp parallel for scan(some : r)
  for (int i = 0; i < n; i++)
    y[i] = r.a += x[i]; // expected-error {{this statement both computes an input of the scan and uses a result of it}}

  // The combiner looks at more than the inputs determine.
#pragma omp parallel for scan(mixed : r)
  for (int i = 0; i < n; i++)
    r.a += x[i] * r.b; // expected-error {{'r.a += x[i] * r.b' does not have the form of the declared operator}}

  // Members that share bytes.
#pragma omp parallel for scan(parts : r)
  for (int i = 0; i < n; i++)
    r.part += x[i]; // expected-error {{'r.part += x[i]' does not have the form of the declared operator}}

#pragma omp parallel for scan(shared : r)
  for (int i = 0; i < n; i++)
    r.one += x[i]; // expected-error {{'r.one += x[i]' does not have the form of the declared operator}}
}

// An overload other than the combiner's.
struct Number {
  double v;
};
Number operator+(Number a, Number b) { return {a.v + b.v}; }
Number operator+(Number a, double b) { return {a.v + b}; }
#pragma omp declare scan(+ : Number : omp_out = omp_out + omp_in) // expected-note {{the operator is declared here}}

void overloads(Number *y, const double *x, int n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i]; // expected-error {{'y[i - 1] + x[i]' does not have the form of the declared operator, 'omp_out = omp_out + omp_in'; write the update like that, with one input [OS044]}} COL-DAG: :[[#@LINE]]:12: error
}

// In a template, with the instantiated types.
template <typename T> void instance(T *y, const T *x, int n) {
#pragma omp parallel for scan(op : y)
  for (int i = 1; i < n; i++)
    y[i] = other(y[i - 1], x[i]); // expected-error {{'other(y[i - 1], x[i])' does not have the form of the declared operator, 'omp_out = combine(omp_out, omp_in)'; write the update like that, with one input [OS044]}} COL-DAG: :[[#@LINE]]:12: error
}
template void instance(Item *, const Item *, int);

// A combiner that changes its input only.
#pragma omp declare scan(backwards : Number : omp_in = omp_out + omp_in) // expected-note {{the operator is declared here}}

void changes_input(Number *y, const Number *x, int n) {
#pragma omp parallel for scan(backwards : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i]; // expected-error {{'y[i - 1] + x[i]' does not have the form of the declared operator, 'omp_in = omp_out + omp_in'; write the update like that, with one input [OS044]}} COL-DAG: :[[#@LINE]]:12: error
}
