// RUN: %verify -Wno-uninitialized %s

// A variable has no value in its own initializer, whatever it stands for.

long reference(int *y, const int *x, int n) {
  long s = 0;
#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < n; i++) {
    const int &e = x[e]; // expected-error {{'e' is used in its own initializer, before it has a value [OS062]}}
    y[i] = 1;
    s += e;
  }
  return s;
}

long pointer(int *y, const int *x, int n) {
  long s = 0;
#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < n; i++) {
    const int *e = &x[*e]; // expected-error {{OS062}}
    s += *e;
    y[i] = (int)s;
  }
  return s;
}

long number(int *y, const int *x, int n) {
  long s = 0;
#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < n; i++) {
    int k = x[k]; // expected-error {{OS062}}
    s += k;
    y[i] = (int)s;
  }
  return s;
}

// A loop without a scan stays on the host.
void plain(int *y, const int *x, int n) {
#pragma omp target parallel for map(to : x[0 : n]) map(from : y[0 : n])
  for (int i = 0; i < n; i++) {
    const int &e = x[e];
    const int *p = x + *p;
    y[i] = e + *p;
  }
}
