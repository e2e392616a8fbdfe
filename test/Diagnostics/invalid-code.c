// RUN: %cc1_verify -ferror-limit 0 %s

// Clang's error is enough where a directive names a declaration that is wrong,
// or has a part that is no expression.

struct Incomplete;                         // expected-note 2 {{forward declaration of 'struct Incomplete'}}
struct Broken {
  int n;
  struct Incomplete part; // expected-error {{field has incomplete type 'struct Incomplete'}}
};
struct Whole {
  struct Broken part;
};

void declarations(const uint8 *p, int n) { // expected-error {{unknown type name 'uint8'}}
  struct Incomplete incomplete; // expected-error {{variable has incomplete type 'struct Incomplete'}}
#pragma omp target map(incomplete)
  {}
  int y[typo]; // expected-error {{use of undeclared identifier 'typo'}}
#pragma omp target data map(y)
  {}
#pragma omp target update to(y)
  const size_t m = 3; // expected-error {{unknown type name 'size_t'}}
#pragma omp target enter data map(to : m, p[0 : n])
}

void layouts(struct Broken *b, struct Whole *w, int n) {
#pragma omp target enter data map(to : b[0 : n], w[0 : n])
#pragma omp target parallel for map(tofrom : b[0 : n])
  for (int i = 0; i < n; i++)
    b[i].n = i;
#pragma omp parallel for scan(+ : n)
  for (int i = 0; i < 9; i++)
    b[i].n = n += w->part.n;
}

void expressions(int *y, int n) {
#pragma omp target parallel for map(tofrom : y[(float)0 : n]) // expected-error {{must have integral or unscoped enumeration type, not 'float'}}
  for (int i = 0; i < n; i++)
    y[i] = 1;
#pragma omp target map(y[0 : (float)n]) // expected-error {{must have integral or unscoped enumeration type, not 'float'}}
  y[0] = 1;
#pragma omp target parallel for scan(+ : y) map(tofrom : y[0.0 : n]) // expected-error {{must have integral or unscoped enumeration type, not 'double'}}
  for (int i = 1; i < n; i++)
    y[i] += y[i - 1];
#pragma omp target teams distribute parallel for reduction(+ : y[(float)0 : 4]) // expected-error {{must have integral or unscoped enumeration type, not 'float'}}
  for (int i = 0; i < n; i++)
    y[0] += i;
#pragma omp target parallel for if (layouts) map(y[0 : n]) // expected-error {{converting 'void (struct Broken *, struct Whole *, int)' to incompatible type}} expected-warning {{address of function 'layouts' will always evaluate to 'true'}} expected-note {{prefix with}}
  for (int i = 0; i < n; i++)
    y[i] = 1;
#pragma omp target map(y( // expected-error {{expected expression}} expected-error {{expected ')'}} expected-note {{to match}}
  y[0] = 1;
#pragma omp target data map(y( // expected-error {{expected expression}} expected-error {{expected ')'}} expected-note {{to match}}
  y[0] = 1;
// Clang 19 misses the clause that it could not parse, as well.
#pragma omp target update to(y( // expected-error {{expected expression}} expected-error {{expected ')'}} expected-note {{to match}} expected-error 0-1 {{expected at least one 'to' clause}}
}

// So it is in functions that a loop calls, however far.
double cosh(double);
static int member(int x) {
  int s = 1;
  s += x->field; // expected-error {{member reference type 'int' is not a pointer}}
  return s;
}
static double arguments(double x) {
  double s = 1;
  s += x + cosh(x, 2); // expected-error {{too many arguments to function call}}
  return s;
}
static int undeclared(int x) {
  int s = 1;
  s += typo; // expected-error {{use of undeclared identifier 'typo'}}
  return s;
}
static int section(int x, int *s) {
  s[typo] -= x; // expected-error {{use of undeclared identifier 'typo'}}
  return s[0];
}
static int through(int x) { return 1 + member(x); }
static int recursive(int x) { return x > 0 ? through(x) : recursive(x + 1); }
#pragma omp declare scan(bad : int : omp_out += omp_in->field) // expected-error {{member reference type 'int' is not a pointer}}
#pragma omp declare scan(calls : int : omp_out += through(omp_in))

void called(int *y, const int *x, double *d, int n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + member(x[i]);
#pragma omp parallel for scan(+ : d)
  for (int i = 1; i < n; i++)
    d[i] = d[i - 1] + arguments(d[i]);
  int s = 0, t = 0, u = 0;
#pragma omp target parallel for scan(max : s) map(y[0 : n])
  for (int i = 0; i < n; i++) {
    if (s < undeclared(x[i]))
      s = undeclared(x[i]);
    y[i] = s;
  }
#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < n; i++) {
    int local[2] = {i, 1};
    s += section(x[i], local);
    y[i] = s;
  }
#pragma omp target teams distribute parallel for map(y[0 : n])
  for (int i = 0; i < n; i++)
    y[i] = through(i);
#pragma omp target parallel for reduction(+ : s) map(y[0 : n])
  for (int i = 0; i < n; i++)
    s += recursive(y[i]);
#pragma omp parallel for scan(bad : t)
  for (int i = 0; i < n; i++) {
    t += x[i]->field; // expected-error {{member reference type 'int' is not a pointer}}
    y[i] = t;
  }
#pragma omp parallel for scan(calls : u)
  for (int i = 0; i < n; i++) {
    u += through(x[i]);
    y[i] = u;
  }
#pragma omp parallel for reduction(inscan, + : s)
  for (int i = 0; i < n; i++) {
    s += member(x[i]);
#pragma omp scan inclusive(s)
    y[i] = s;
  }
}

// The loop after them is scanned, or refused, as if nothing had been.
void others(int *y, const int *x, int n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] - x[i];
#pragma omp parallel for scan(+ : y) // expected-note {{'scan(* : y)' fits}}
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] * x[i]; // expected-error {{'*' is applied to the previous value here, but the operator of the 'scan' clause is '+'; use the same operator, or declare one for the whole update}}
}
