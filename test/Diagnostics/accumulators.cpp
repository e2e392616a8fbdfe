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
    int &element = y[j]; // expected-error {{'element' is a reference to what the loop changes; copy the value, or name the element itself [OS059]}} COL-DAG: :[[#@LINE]]:10: error
    s += x[i];
    j = 0;
    element = s + j;
  }

#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < n; i++) {
    const int &before = s; // expected-error {{'before' is a reference to what the loop changes; copy the value, or name the element itself [OS059]}} COL-DAG: :[[#@LINE]]:16: error
    s += x[i];
    y[i] = before;
  }
}

void choose(int *y, int *z, const int *x, int n, int s, int a) {
#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < n; i++) {
    s += x[i];
    (x[i] > 0 ? y[i] : z[i]) = s; // expected-error {{which of two places 'x[i] > 0 ? y[i] : z[i]' changes depends on a condition; change each of them in a branch of an 'if' [OS069]}} COL-DAG: :[[#@LINE]]:6: error
  }

#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < n; i++)
    (x[i] > 0 ? s : a) += x[i]; // expected-error {{which of two places 'x[i] > 0 ? s : a' changes depends on a condition; change each of them in a branch of an 'if' [OS069]}}
}

void leave(const int *x, int n, int s) {
#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < n; i++) {
    s += x[i];
    if (x[i] < 0)
      throw 1; // expected-error {{'throw 1' cannot be used in the input of a scan [OS042]}} COL-DAG: :[[#@LINE]]:7: error
  }
}

void declared(Sum *y, const Sum *x, int n, Sum s) {
#pragma omp parallel for scan(added : s)
  for (int i = 0; i < n; i++) {
    s.add(x[i]);
    y[i] = s;
    s.add(x[i]); // expected-error {{'s' is updated a second time in an iteration, which uses its value between the two [OS046]}} COL-DAG: :[[#@LINE]]:7: error
  }

#pragma omp parallel for scan(added : s)
  for (int i = 0; i < n; i++)
    s.add(s); // expected-error {{'s.add(s)' does not apply the declared operator, which is 'omp_out.add(omp_in)' [OS044]}} COL-DAG: :[[#@LINE]]:7: error

#pragma omp parallel for scan(added : s)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 2; j++)
      s.add(x[i]); // expected-error {{'s' cannot be updated in an inner loop; an iteration may update it once [OS047]}} COL-DAG: :[[#@LINE]]:9: error

  // y[i] is y[i - 1] by then.
#pragma omp parallel for scan(added : y)
  for (int i = 1; i < n; i++) {
    y[i] = y[i - 1];
    y[i].add(y[i]); // expected-error {{'y[i].add(y[i])' does not apply the declared operator, which is 'omp_out.add(omp_in)' [OS044]}} COL-DAG: :[[#@LINE]]:10: error
  }
}
