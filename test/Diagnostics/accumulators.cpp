// RUN: %cc1_verify %s
// RUN: not %clangxx %ompscan_flags -ferror-limit=0 -fsyntax-only %s 2>&1 | %filecheck %s --check-prefix=COL

// What only C++ can do around the update of a scalar item.

struct Sum {
  int value;
  void add(const Sum &other) { value += other.value; }
};
#pragma omp declare scan(added : Sum : omp_out.add(omp_in)) // expected-note 2 {{the operator is declared here}}

void references(int *y, const int *x, int n, int s) {
#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < n; i++) {
    int j = i;
    int &element = y[j]; // expected-error {{'element' refers to an object that the loop changes; copy the value, or use the object itself [OS059]}} COL-DAG: :[[#@LINE]]:10: error
    s += x[i];
    if (x[i])
      j = 0;
    element = s + j;
  }

#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < n; i++) {
    const int &before = s; // expected-error {{'before' refers to an object that the loop changes; copy the value, or use the object itself [OS059]}} COL-DAG: :[[#@LINE]]:16: error
    s += x[i];
    y[i] = before;
  }
}

void choose(int *y, int *z, const int *x, int n, int s, int a) {
#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < n; i++) {
    s += x[i];
    (x[i] > 0 ? y[i] : z[i]) = s; // expected-error {{'x[i] > 0 ? y[i] : z[i]' changes one of two objects, depending on a condition; change each of them in a branch of an 'if' [OS069]}} COL-DAG: :[[#@LINE]]:6: error
  }

#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < n; i++)
    (x[i] > 0 ? s : a) += x[i]; // expected-error {{'x[i] > 0 ? s : a' changes one of two objects, depending on a condition; change each of them in a branch of an 'if' [OS069]}}
}

void leave(const int *x, int n, int s) {
#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < n; i++) {
    s += x[i];
    if (x[i] < 0)
      throw 1; // expected-error {{'throw 1' cannot be used in the input of a scan; compute the value before the loop [OS042]}} COL-DAG: :[[#@LINE]]:7: error
  }
}

void declared(Sum *y, const Sum *x, int n, Sum s) {
#pragma omp parallel for scan(added : s)
  for (int i = 0; i < n; i++) {
    s.add(x[i]);
    y[i] = s;
    s.add(x[i]); // expected-error {{'s' is updated a second time in an iteration, which uses its value between the updates; use the value before the first or after the last one [OS046]}} COL-DAG: :[[#@LINE]]:7: error
  }

#pragma omp parallel for scan(added : s)
  for (int i = 0; i < n; i++)
    s.add(s); // expected-error {{'s.add(s)' does not have the form of the declared operator, 'omp_out.add(omp_in)'; write the update like that, with one input [OS044]}} COL-DAG: :[[#@LINE]]:7: error

#pragma omp parallel for scan(added : s)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 2; j++)
      s.add(x[i]); // expected-error {{'s' cannot be updated in an inner loop; accumulate in a variable of the body, and update 's' after the inner loop [OS047]}} COL-DAG: :[[#@LINE]]:9: error

  // y[i] is y[i - 1] by then.
#pragma omp parallel for scan(added : y)
  for (int i = 1; i < n; i++) {
    y[i] = y[i - 1];
    y[i].add(y[i]); // expected-error {{'y[i].add(y[i])' does not have the form of the declared operator, 'omp_out.add(omp_in)'; write the update like that, with one input [OS044]}} COL-DAG: :[[#@LINE]]:10: error
  }
}

#pragma omp declare scan(sum : long : omp_out = omp_out + omp_in) // expected-note 2 {{the operator is declared here}}
#pragma omp declare scan(added : long : omp_out += omp_in) // expected-note 2 {{the operator is declared here}}

// Implicit conversions that change a value, here to the type of a parameter.
void narrowed(long *y, const long *x, int *out, const int *in, int n, long s, int k) {
#pragma omp parallel for scan(sum : s)
  for (int i = 0; i < n; i++) {
    auto low = [&i](short v) -> long { return v; };
    s = low(s) + x[i]; // expected-error {{does not have the form of the declared operator, 'omp_out = omp_out + omp_in'; write the update like that, with one input [OS044]}}
    y[i] = s;
  }

#pragma omp parallel for scan(sum : y)
  for (int i = 1; i < n; i++) {
    auto low = [&i](short v) -> long { return v; };
    y[i] = low(y[i - 1]) + x[i]; // expected-error {{does not have the form of the declared operator, 'omp_out = omp_out + omp_in'; write the update like that, with one input [OS044]}}
  }

#pragma omp parallel for scan(added : s)
  for (int i = 0; i < n; i++) {
    auto low = [&i](short v) -> long { return v; };
    s = low(s) + x[i]; // expected-error {{does not have the form of the declared operator, 'omp_out += omp_in'; write the update like that, with one input [OS044]}}
    y[i] = s;
  }

#pragma omp parallel for scan(added : s)
  for (int i = 0; i < n; i++) {
    auto low = [&i](short v) -> long { return v; };
    s = low(s + x[i]); // expected-error {{does not have the form of the declared operator, 'omp_out += omp_in'; write the update like that, with one input [OS044]}}
    y[i] = s;
  }

#pragma omp parallel for scan(max : s)
  for (int i = 0; i < n; i++) {
    auto low = [&i](short v) -> long { return v; };
    if (low(x[i]) > s) // expected-error {{this does not choose the max of the previous value and an input; compare these two values, and choose between them [OS038]}}
      s = x[i];
    y[i] = s;
  }

#pragma omp parallel for scan(max : s)
  for (int i = 0; i < n; i++) {
    auto low = [&i](short v) -> long { return v; };
    s = low(s) > x[i] ? s : x[i]; // expected-error {{this does not choose the max of the previous value and an input; compare these two values, and choose between them [OS038]}}
    y[i] = s;
  }

#pragma omp parallel for scan(maxplus : s)
  for (int i = 0; i < n; i++) {
    auto low = [&i](short v) -> long { return v; };
    s = s + x[i];
    s = low(s) > -500 ? s : -500; // expected-error {{the new value of 's' is not of the form 'max(v + a, b)'}}
    y[i] = s;
  }

  // What is dropped need not equal the last one kept.
#pragma omp parallel for scan(+ : k)
  for (int i = 1; i < n; i++) {
    auto low = [&i](signed char v) -> int { return v; };
    if (low(in[i]) != out[k])
      out[++k] = in[i]; // expected-error {{a condition of this update of 'k' depends on 'k' itself}}
  }

#pragma omp parallel for scan(+ : k)
  for (int i = 1; i < n; i++) {
    auto low = [&i](signed char v) -> int { return v; };
    if (in[i] != low(out[k]))
      out[++k] = in[i]; // expected-error {{a condition of this update of 'k' depends on 'k' itself}}
  }

  // A step may be negative where its low bits are not.
#pragma omp target map(tofrom : out[0 : n])
#pragma omp parallel for scan(+ : k)
  for (int i = 0; i < n; i++) {
    const int step = (i % 2) * 768 - 255;
    const unsigned char low = step;
    if (low >= 1) {
      out[k] = i; // expected-error {{several iterations may store the same element of 'out'}}
      k += step;
    }
  }

  // Subscripts of few bits wrap around.
#pragma omp target map(tofrom : out[0 : n])
#pragma omp parallel for scan(+ : k)
  for (int i = 0; i < n; i++)
    if (in[i] > 0) {
      out[300 + (unsigned char)k] = i; // expected-error {{several iterations may store the same element of 'out'}}
      k++;
    }
}
