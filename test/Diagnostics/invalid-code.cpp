// RUN: %verify -Xclang -ferror-limit -Xclang 0 -std=c++17 %s

// Clang's error is enough where a directive names a declaration that is wrong.

void unknown_type() {
  Unknown s; // expected-error {{unknown type name 'Unknown'}}
#pragma omp target map(s)
  { s = 1; }
}

void undeduced() {
  auto s = typo; // expected-error {{use of undeclared identifier 'typo'}}
#pragma omp target map(s)
  { s = 1; }
#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < 9; i++)
    s += i;
}

struct Broken {
  int n;
  Unknown m; // expected-error {{unknown type name 'Unknown'}}
};
struct Derived : Broken {};

void members(Derived *p, int n) {
  Broken s;
#pragma omp target data map(s.m)
  {}
#pragma omp target update to(p[0 : n])
#pragma omp target map(p[0 : n])
  p->n = 1;
}

template <typename T> void instantiated(T *y, int n) {
  typename T::Value part; // expected-error {{no type named 'Value' in 'Broken'}}
#pragma omp target map(part) map(y[0 : n])
  part = y->n;
}
template void instantiated(Broken *, int); // expected-note {{in instantiation of}}
