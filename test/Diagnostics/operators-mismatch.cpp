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
    y[i] = other(y[i - 1], x[i]); // expected-error {{'other(y[i - 1], x[i])' does not apply the declared operator, which is 'omp_out = combine(omp_out, omp_in)' [OS044]}} COL-DAG: :[[#@LINE]]:12: error

  // The operator need not commute.
  Item s = y[0];
#pragma omp parallel for scan(op : s)
  for (int i = 1; i < n; i++) {
    if (x[i].a)
      s = combine(s, x[i]);
    else
      s = combine(x[i], s); // expected-error {{'s' is the right operand of its operator here and the left one in another update; an operator that need not commute takes it on one side [OS147]}} COL-DAG: :[[#@LINE]]:11: error
    y[i] = s;
  }

  // Only one input.
#pragma omp parallel for scan(op : y)
  for (int i = 1; i < n; i++)
    y[i] = combine(combine(y[i - 1], x[i]), x[i]); // expected-error {{'combine(combine(y[i - 1], x[i]), x[i])' does not apply the declared operator, which is 'omp_out = combine(omp_out, omp_in)' [OS044]}} COL-DAG: :[[#@LINE]]:12: error

#pragma omp parallel for scan(op : y)
  for (int i = 1; i < n; i++)
    y[i] = combine(y[i - 1], y[i - 1]); // expected-error {{'combine(y[i - 1], y[i - 1])' does not apply the declared operator, which is 'omp_out = combine(omp_out, omp_in)' [OS044]}} COL-DAG: :[[#@LINE]]:12: error

#pragma omp parallel for scan(op : y)
  for (int i = 1; i < n; i++)
    y[i] = x[i]; // expected-error {{the stored value does not use the element of 'y' that the previous iteration stored [OS033]}} COL-DAG: :[[#@LINE]]:12: error

#pragma omp parallel for scan(op : y)
  for (int i = 2; i < n; i++)
    y[i] = combine(y[i - 2], x[i]); // expected-error {{'y' is read at a subscript that is neither the stored element nor that of the previous iteration [OS035]}} COL-DAG: :[[#@LINE]]:20: error

#pragma omp parallel for scan(op : y)
  for (int i = 1; i < n; i++)
    y[i].a = y[i - 1].a + x[i].a; // expected-error {{the loop stores no element of scan item 'y' [OS031]}} COL-DAG: :[[#@LINE]]:10: error

#pragma omp parallel for scan(op : y)
  for (int i = 1; i < n; i++) {
    y[i] = x[i]; // expected-error {{the stored value does not use the element of 'y' that the previous iteration stored [OS033]}} COL-DAG: :[[#@LINE]]:12: error
    combine(y[i], y[i - 1]);
  }
}

// Written out: another operator, another constant, another member.
#pragma omp declare scan(mod : int, unsigned : omp_out = omp_out * omp_in % 101) // expected-note 4 {{the operator is declared here}}

void expressions(int *y, const int *x, unsigned *u, int n) {
#pragma omp parallel for scan(mod : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] * x[i] % 100; // expected-error {{'y[i - 1] * x[i] % 100' does not apply the declared operator, which is 'omp_out = omp_out * omp_in % 101' [OS044]}} COL-DAG: :[[#@LINE]]:28: error

#pragma omp parallel for scan(mod : y)
  for (int i = 1; i < n; i++)
    y[i] = (y[i - 1] + x[i]) % 101; // expected-error {{'(y[i - 1] + x[i]) % 101' does not apply the declared operator, which is 'omp_out = omp_out * omp_in % 101' [OS044]}} COL-DAG: :[[#@LINE]]:30: error

#pragma omp parallel for scan(mod : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] * x[i] % 101 + 0; // expected-error {{'y[i - 1] * x[i] % 101 + 0' does not apply the declared operator, which is 'omp_out = omp_out * omp_in % 101' [OS044]}} COL-DAG: :[[#@LINE]]:34: error

  // The arithmetic is that of unsigned.
#pragma omp parallel for scan(mod : u)
  for (int i = 1; i < n; i++)
    u[i] = (int)u[i - 1] * x[i] % 101; // expected-error {{'(int)u[i - 1] * x[i] % 101' does not apply the declared operator, which is 'omp_out = omp_out * omp_in % 101' [OS044]}} COL-DAG: :[[#@LINE]]:12: error
}

#pragma omp declare scan(member : Item : (omp_out.a += omp_in.a, omp_out.b |= omp_in.b)) // expected-note 3 {{the operator is declared here}}

void members(Item *y, const Item *x, int n) {
#pragma omp parallel for scan(member : y)
  for (int i = 1; i < n; i++) {
    y[i] = y[i - 1];
    y[i].a += x[i].a, y[i].b |= x[i].a; // expected-error {{'y[i].a += x[i].a, y[i].b |= x[i].a' does not apply the declared operator, which is '(omp_out.a += omp_in.a , omp_out.b |= omp_in.b)' [OS044]}} COL-DAG: :[[#@LINE]]:21: error
  }

#pragma omp parallel for scan(member : y)
  for (int i = 1; i < n; i++)
    y[i] = Item{y[i - 1].a + x[i].a, y[i - 1].b | x[i].b}; // expected-error {{'Item{y[i - 1].a + x[i].a, y[i - 1].b | x[i].b}' does not apply the declared operator, which is '(omp_out.a += omp_in.a , omp_out.b |= omp_in.b)' [OS044]}} COL-DAG: :[[#@LINE]]:12: error

  // Two different inputs.
#pragma omp parallel for scan(member : y)
  for (int i = 1; i < n; i++) {
    y[i] = y[i - 1];
    y[i].a += x[i].a, y[i].b |= x[i + 1].b; // expected-error {{'y[i].a += x[i].a, y[i].b |= x[i + 1].b' does not apply the declared operator, which is '(omp_out.a += omp_in.a , omp_out.b |= omp_in.b)' [OS044]}} COL-DAG: :[[#@LINE]]:21: error
  }
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
    y[i] = y[i - 1] + x[i]; // expected-error {{'y[i - 1] + x[i]' does not apply the declared operator, which is 'omp_out = omp_out + omp_in' [OS044]}} COL-DAG: :[[#@LINE]]:12: error
}

// In a template, with the instantiated types.
template <typename T> void instance(T *y, const T *x, int n) {
#pragma omp parallel for scan(op : y)
  for (int i = 1; i < n; i++)
    y[i] = other(y[i - 1], x[i]); // expected-error {{'other(y[i - 1], x[i])' does not apply the declared operator, which is 'omp_out = combine(omp_out, omp_in)' [OS044]}} COL-DAG: :[[#@LINE]]:12: error
}
template void instance(Item *, const Item *, int);

// A combiner that changes its input only.
#pragma omp declare scan(backwards : Number : omp_in = omp_out + omp_in) // expected-note {{the operator is declared here}}

void changes_input(Number *y, const Number *x, int n) {
#pragma omp parallel for scan(backwards : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i]; // expected-error {{'y[i - 1] + x[i]' does not apply the declared operator, which is 'omp_in = omp_out + omp_in' [OS044]}} COL-DAG: :[[#@LINE]]:12: error
}
