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

// So it is in functions that a loop calls.
struct Part {
  int n;
  Part(int n) : n(n) {
    this->n += typo; // expected-error {{use of undeclared identifier 'typo'}}
  }
  int method() const { return n->x; } // expected-error {{member reference type 'int' is not a pointer}}
  Part &operator+=(const Part &other) {
    n += other.missing; // expected-error {{no member named 'missing' in 'Part'}}
    return *this;
  }
};
#pragma omp declare scan(+ : Part : omp_out += omp_in) initializer(omp_priv = Part(0))
template <typename T> int inTemplate(T x) {
  x += x->field; // expected-error {{member reference type 'int' is not a pointer}}
  return x;
}
template <typename T> T overloaded(T x) {
  T s = 1;
  s += x + overloaded(x, 2); // expected-error {{no matching function for call to 'overloaded'}} expected-note@-2 {{candidate function template not viable}}
  return s;
}
template <typename T> T through(T x) { return 1 + overloaded(x); } // expected-note {{in instantiation of function template specialization 'overloaded<int>'}}
// Nothing calls it.
template <typename T> int unevaluated(T x) { return x->field; }
void called(int *y, Part *p, int n) {
  const auto lambda = [](int x) { x += typo; return x; }; // expected-error {{use of undeclared identifier 'typo'}}
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++) {
    const Part own(i);
    y[i] = y[i - 1] + own.n;
  }
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + p[i].method();
#pragma omp parallel for scan(+ : p)
  for (int i = 1; i < n; i++)
    (p[i] = p[i - 1]) += p[i];
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + inTemplate(i); // expected-note {{in instantiation of}}
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + through(i); // expected-note {{in instantiation of function template specialization 'through<int>'}}
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + static_cast<int>(sizeof(unevaluated(i)));
#pragma omp target parallel for map(y[0 : n])
  for (int i = 1; i < n; i++)
    y[i] = lambda(i);
}
