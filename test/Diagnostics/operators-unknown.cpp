// RUN: %verify -ferror-limit=0 -std=c++17 %s
// RUN: not %clangxx -std=c++17 %ompscan_flags -ferror-limit=0 -fsyntax-only %s 2>&1 | %filecheck %s --check-prefix=COL

// Operators that are not declared, not for the type, or twice.

#include <complex>

struct Item {
  int a;
};
struct Other {
  int a;
};
Item combine(Item x, Item y) { return Item{x.a + y.a}; }
Item operator*(Item x, Item y) { return Item{x.a * y.a}; }
struct Sum {
  int a;
  Sum &operator+=(Sum x) {
    a += x.a;
    return *this;
  }
  Sum operator+(Sum x) const { return Sum{a + x.a}; }
};

#pragma omp declare scan(op : Item : omp_out = combine(omp_out, omp_in)) // expected-note {{previous definition is here}}

namespace hidden {
#pragma omp declare scan(within : Item : omp_out = combine(omp_out, omp_in))
} // namespace hidden

void loops(Item *y, const Item *x, Other *z, int *w, int n) {
#pragma omp parallel for scan(unknown : y) // expected-error {{incorrect scan identifier, expected one of '+', '-', '*', '&', '|', '^', '&&', '||', 'min' or 'max' or declare scan for type 'Item'}} COL-DAG: :[[#@LINE]]:31: error
  for (int i = 1; i < n; i++)
    y[i] = combine(y[i - 1], x[i]);

#pragma omp parallel for scan(within : y) // expected-error {{incorrect scan identifier, expected one of '+', '-', '*', '&', '|', '^', '&&', '||', 'min' or 'max' or declare scan for type 'Item'}} COL-DAG: :[[#@LINE]]:31: error
  for (int i = 1; i < n; i++)
    y[i] = combine(y[i - 1], x[i]);

  // A function is no operator.
#pragma omp parallel for scan(combine : y) // expected-error {{incorrect scan identifier, expected one of '+', '-', '*', '&', '|', '^', '&&', '||', 'min' or 'max' or declare scan for type 'Item'}} COL-DAG: :[[#@LINE]]:31: error
  for (int i = 1; i < n; i++)
    y[i] = combine(y[i - 1], x[i]);

  // Nor is an overloaded operator without a declaration.
#pragma omp parallel for scan(* : y) // expected-error {{no operator is declared for values of type 'Item'; write '#pragma omp declare scan(* : Item : omp_out = omp_out * omp_in)' in front of the loop if '*' is associative [OS016]}} COL-DAG: :[[#@LINE]]:31: error
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] * x[i];

  // The declaration says what the loop says.
  Sum s = {0};
#pragma omp parallel for scan(+ : s) // expected-error {{no operator is declared for values of type 'Sum'; write '#pragma omp declare scan(+ : Sum : omp_out += omp_in)' in front of the loop if '+' is associative [OS016]}} COL-DAG: :[[#@LINE]]:31: error
  for (int i = 0; i < n; i++) {
    s += Sum{w[i]};
    w[i] = s.a;
  }
#pragma omp parallel for scan(+ : s) // expected-error {{no operator is declared for values of type 'Sum'; write '#pragma omp declare scan(+ : Sum : omp_out = omp_out + omp_in)' in front of the loop if '+' is associative [OS016]}} COL-DAG: :[[#@LINE]]:31: error
  for (int i = 0; i < n; i++) {
    s = s + Sum{w[i]};
    w[i] = s.a;
  }

  // Clang sees another operator.
#pragma omp parallel for scan(last : y) // expected-error {{no operator is declared for values of type 'Item'; declare one by '#pragma omp declare scan' [OS016]}}
  for (int i = 1; i < n; i++)
    y[i] = x[i].a ? x[i] : y[i - 1];

#pragma omp parallel for scan(max : y) // expected-error {{no operator is declared for values of type 'Item'; declare one by '#pragma omp declare scan' [OS016]}}
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1].a < x[i].a ? x[i] : y[i - 1];

  // Declared for another type.
#pragma omp parallel for scan(op : z) // expected-error {{incorrect scan identifier, expected one of '+', '-', '*', '&', '|', '^', '&&', '||', 'min' or 'max' or declare scan for type 'Other'}} COL-DAG: :[[#@LINE]]:31: error
  for (int i = 1; i < n; i++)
    z[i] = z[i - 1];

#pragma omp parallel for scan(op : w) // expected-error {{incorrect scan identifier, expected one of '+', '-', '*', '&', '|', '^', '&&', '||', 'min' or 'max' or declare scan for type 'int'}} COL-DAG: :[[#@LINE]]:31: error
  for (int i = 1; i < n; i++)
    w[i] = w[i - 1] + x[i].a;
}

// Complex numbers have operators of their own, but not all.
void numbers(std::complex<long double> *l, std::complex<float> *f, int n) {
#pragma omp parallel for scan(+ : l) // expected-error {{no operator is declared for values of type 'std::complex<long double>'; write '#pragma omp declare scan(+ : std::complex<long double> : omp_out = omp_out + omp_in)' in front of the loop if '+' is associative [OS016]}} COL-DAG: :[[#@LINE]]:31: error
  for (int i = 1; i < n; i++)
    l[i] = l[i - 1] + l[i];

#pragma omp parallel for scan(max : f) // expected-error {{arguments of OpenMP clause 'scan' for 'min' or 'max' must be of arithmetic type}} COL-DAG: :[[#@LINE]]:37: error
  for (int i = 1; i < n; i++)
    f[i] = f[i - 1] + f[i];

#pragma omp parallel for scan(rational : f)
  for (int i = 1; i < n; i++)
    f[i] = f[i] / f[i - 1]; // expected-error {{'f' of type 'std::complex<float>' cannot be scanned by 'rational', which supports only floating-point numbers [OS145]}} COL-DAG: :[[#@LINE]]:12: error

#pragma omp parallel for scan(+ : f) // expected-note {{'scan(* : f)' fits the updates of 'f'}}
  for (int i = 1; i < n; i++)
    f[i] = f[i] * f[i - 1]; // expected-error {{'*' is applied to the previous value here, but the operator of the 'scan' clause is '+'; use the same operator, or declare one for the whole update [OS034]}} COL-DAG: :[[#@LINE]]:17: error
}

// The declaration itself.
#pragma omp declare scan(op : Item : omp_out = combine(omp_out, omp_in)) // expected-error {{redefinition of user-defined scan for type 'Item'}} COL-DAG: :[[#@LINE]]:31: error
#pragma omp declare scan(bad : Item : omp_out = combine(omp_out, undeclared)) // expected-error {{use of undeclared identifier 'undeclared'}} COL-DAG: :[[#@LINE]]:66: error
#pragma omp declare scan(missing : Missing : omp_out = omp_in) // expected-error {{unknown type name 'Missing'}} COL-DAG: :[[#@LINE]]:36: error
#pragma omp declare scan(reference : Item & : omp_out = omp_in) // expected-error {{scan type cannot be a reference type}} COL-DAG: :[[#@LINE]]:38: error
#pragma omp declare scan(constant : const Item : omp_out = omp_in) // expected-error {{scan type cannot be qualified with 'const', 'volatile' or 'restrict' type}} COL-DAG: :[[#@LINE]]:37: error
#pragma omp declare scan(% : Item : omp_out = omp_in) // expected-error {{expected identifier or one of the following operators: '+', '-', '*', '&', '|', '^', '&&', or '||'}} COL-DAG: :[[#@LINE]]:26: error
#pragma omp declare scan(colon Item : omp_out = omp_in) // expected-error {{expected ':'}} COL-DAG: :[[#@LINE]]:31: error
#pragma omp declare scan(shorter : Item) // expected-error {{expected ','}} expected-error {{expected a type}} COL-DAG: :[[#@LINE]]:40: error
#pragma omp declare scan(empty : Item : ) // expected-error {{expected expression}} COL-DAG: :[[#@LINE]]:41: error
#pragma omp declare scan // expected-error {{expected '(' after 'declare scan'}} COL-DAG: :[[#@LINE]]:25: error
int global; // expected-note {{'global' declared here}}
#pragma omp declare scan(outside : Item : omp_out.a += global) // expected-error {{only 'omp_in' or 'omp_out' variables are allowed in combiner expression}} COL-DAG: :[[#@LINE]]:56: error
