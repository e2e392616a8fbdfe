// RUN: %verify -std=c++17 %s

// Functions of pointers into arrays whose bodies cannot take the place of their
// calls.

int outside(const int *p);
int calls;

static int counting(const int *p) {
  calls++; // expected-error {{'calls' is assigned in the loop}}
  int sum = 0;
  for (int k = 0; k < 2; k++)
    sum += p[k];
  return sum;
}
static int total(const int *p, int n) {
  int sum = 0;
  for (int k = 0; k < n; k++)
    sum += p[k];
  return sum;
}
static int recursive(const int *p, int n) {
  return n == 0 ? 0 : p[0] + recursive(p + 1, n - 1);
}
static int jumping(const int *p) {
  switch (p[0]) {
  case 0:
    return 1;
  default:
    return p[1];
  }
}
static int storing(int *p) {
  p[0] = 1;
  for (int k = 0; k < 2; k++)
    p[k]++;
  return p[1];
}

void refused(int *y, int *x, int n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + outside(x + i); // expected-error {{'x' cannot be used in the input of a scan; compute the value before the loop [OS042]}}
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + counting(x + i);
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + (i > 3 ? total(x + i, 3) : 0); // expected-error {{[OS042]}}
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + recursive(x + i, 3); // expected-error {{[OS042]}}
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + jumping(x + i); // expected-error {{[OS042]}}
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + storing(x + i); // expected-error {{'x' is read at other elements than those that the iteration stores}}
}

void closures(int *y, const int *x, int n) {
  int s = 0;
  auto sum = [&](int i) {
    int t = 0;
    for (int k = 0; k < 3; k++)
      t += x[i + k];
    return t;
  };
#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < n; i++) {
    s += i > 3 ? sum(i) : 0; // expected-error {{the lambda captures a pointer, or by reference, and its body cannot be inlined here [OS105]}}
    y[i] = s;
  }
  // The variable is read before the call and behind it.
#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < n; i++) {
    int t = x[i];
    auto bump = [&] { // expected-error {{cannot be used in the input of a scan; compute the value before the loop [OS042]}}
      for (int k = 0; k < 3; k++)
        t += k;
      return t;
    };
    s += (t << 1) + bump();
    y[i] = s;
  }
}
