// RUN: %cc1_verify %s
// RUN: not %clang %ompscan_flags -ferror-limit=0 -fsyntax-only %s 2>&1 | %filecheck %s --check-prefix=COL

// Clauses that a scan loop cannot have, and those that it can have in another
// form only.

struct pair {
  int first, second;
};

void unsupported(int *y, const int *x, int n) {
  int t = 0;
#pragma omp parallel for scan(+ : y) collapse(3)
  for (int k = 0; k < n; k++)
    for (int j = 0; j < n; j++)
      for (int i = 1; i < n; i++)
        y[i] = y[i - 1] + x[k * y[0]]; // expected-error {{'y' is read at an element that neither this iteration nor the previous one stores; read a copy of 'y', or scan structures that also hold the earlier elements [OS035]}} COL-DAG: :[[#@LINE]]:33: error

#pragma omp parallel for scan(+ : y) collapse(2)
  for (int j = 0; j < n; j++)
    for (int i = 1; i < n; i++)
      y[j * n + i] = x[i] + x[i - 1]; // expected-error {{the stored value does not use the element of 'y' that the previous iteration stored; use it, or remove 'y' from the 'scan' clause [OS033]}} COL-DAG: :[[#@LINE]]:27: error

#pragma omp parallel for scan(+ : y) collapse(2) lastprivate(t) // expected-error {{'t' is lastprivate, but an iteration may end without assigning it; assign it in every iteration [OS067]}}
  for (t = 0; t < n; t++)
    for (int i = 1; i < n; i++)
      y[t * n + i] = y[t * n + i - 1] + x[i];

#pragma omp parallel for scan(+ : y) ordered // expected-error {{clause 'ordered' is not supported on a scan loop; remove it [OS014]}} COL-DAG: :[[#@LINE]]:38: error
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];

#pragma omp parallel for scan(+ : y) linear(t) // expected-error {{'linear' is not supported on a scan loop; add the step of the clause to the variable in every iteration [OS013]}} COL-DAG: :[[#@LINE]]:45: error
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];

#pragma omp target parallel for scan(+ : y) defaultmap(to : aggregate) // expected-error {{clause 'defaultmap' is not supported on a scan loop; remove it [OS014]}} COL-DAG: :[[#@LINE]]:45: error
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];

}


void other_forms(int *y, const int *x, int n) {
  int t = 0;
#pragma omp target parallel for scan(+ : y) has_device_addr(x, t) // expected-error {{'has_device_addr of a scalar' is not supported on a scan loop; map the variable instead [OS013]}} COL-DAG: :[[#@LINE]]:64: error
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i] + t;

#pragma omp parallel for scan(+ : y) default(private) // expected-error {{'default(private)' is not supported on a scan loop; name the private variables in a 'private' clause [OS013]}} COL-DAG: :[[#@LINE]]:38: error
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];

#pragma omp target parallel for scan(+ : y) depend(mutexinoutset : y[0]) // expected-error {{'depend(mutexinoutset: ...)' is not supported on a scan loop; use 'in', 'out' or 'inout' [OS013]}} COL-DAG: :[[#@LINE]]:45: error
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];

#pragma omp target parallel for scan(+ : y) depend(iterator(k = 0 : 4), in : x[k]) // expected-error {{'depend(iterator(...), ...)' is not supported on a scan loop; use 'in', 'out' or 'inout' [OS013]}}
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];

#pragma omp parallel for scan(+ : y) lastprivate(conditional : t) // expected-error {{the loop does not update 't'; name the variable that the loop updates in the 'scan' clause [OS045]}}
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
}

void values(int *y, const int *x, int n) {
  int t = 0, u = 1, buffer[4] = {0};
  struct pair p = {0, 0};
#pragma omp parallel for scan(+ : y) lastprivate(t) // expected-error {{'t' is lastprivate, but an iteration may end without assigning it; assign it in every iteration [OS067]}} COL-DAG: :[[#@LINE]]:50: error
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];

#pragma omp parallel for scan(+ : y) lastprivate(t) // expected-error {{'t' is lastprivate, but an iteration may end without assigning it; assign it in every iteration [OS067]}}
  for (int i = 1; i < n; i++) {
    y[i] = y[i - 1] + x[i];
    if (x[i] > 3)
      t = i;
    for (int j = 0; j < x[i]; j++)
      t = j;
    x[i] > 4 && (t = 3);
  }

#pragma omp parallel for scan(+ : y) lastprivate(buffer) // expected-error {{'buffer' of type 'int[4]' cannot be in a 'lastprivate' clause of a scan loop; declare it in the loop's body [OS066]}} COL-DAG: :[[#@LINE]]:50: error
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];

#pragma omp parallel for scan(+ : y) firstprivate(t, u)
  for (int i = 1; i < n; i++) {
    y[i] = y[i - 1] + t * u; // expected-error {{every iteration has its own 't', and this reads it before the iteration assigns it; assign it first [OS068]}} COL-DAG: :[[#@LINE]]:23: error
    t = x[i];
  }

#pragma omp parallel for scan(+ : y) firstprivate(t)
  for (int i = 1; i < n; i++) {
    if (x[i])
      t = 3;
    y[i] = y[i - 1] + t; // expected-error {{this reads it before the iteration assigns it; assign it first [OS068]}}
  }

#pragma omp parallel for scan(+ : y) private(t)
  for (int i = 1; i < n; i++) {
    y[i] = y[i - 1] + t; // expected-error {{this reads it before the iteration assigns it; assign it first, or remove 't' from the clause to carry its value to the next iteration [OS068]}}
    t = x[i];
  }

#pragma omp parallel for scan(+ : y) firstprivate(buffer) // expected-error {{'buffer' of type 'int[4]' cannot be in a 'firstprivate' clause of a scan loop; declare it in the loop's body [OS066]}} COL-DAG: :[[#@LINE]]:51: error
  for (int i = 1; i < n; i++) {
    buffer[0] = x[i];
    y[i] = y[i - 1] + buffer[0];
  }

#pragma omp parallel for scan(+ : y) firstprivate(p) // expected-error {{'p' of type 'struct pair' cannot be in a 'firstprivate' clause of a scan loop; declare it in the loop's body [OS066]}}
  for (int i = 1; i < n; i++) {
    p.first = x[i];
    y[i] = y[i - 1] + p.first;
  }

#pragma omp parallel for scan(+ : y) private(x) // expected-error {{'x' of type 'const int *' cannot be in a 'private' clause of a scan loop; declare it in the loop's body [OS066]}} COL-DAG: :[[#@LINE]]:46: error
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];

  // These only read what they have.
#pragma omp parallel for scan(+ : y) firstprivate(p, buffer, t)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + p.first + buffer[i & 3] + t;

#pragma omp parallel for scan(+ : y) private(t)
  for (int i = 1; i < t; i++) // expected-error {{the condition of a scan loop must compare 'i' with an integer that does not change; compute the bound before the loop [OS023]}}
    y[i] = y[i - 1] + x[i];
}

int scalars(const int *x, int n) {
  int s = 0;
#pragma omp target map(to : s) // expected-warning {{'s' is mapped 'to', but the loop changes its value, which is copied back anyway; map it 'tofrom' [OS052]}} COL-DAG: :[[#@LINE]]:29: warning
#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < n; i++)
    s += x[i];
  return s;
}

// Variables that several clauses make private.
void twice(int *y, const int *x, int n, int s, double d) {
#pragma omp parallel for scan(+ : s) lastprivate(d, d)
  for (int i = 0; i < n; i++) {
    d = x[i];
    y[i] = s += d > 2;
  }
#pragma omp target map(y[0 : n], x[0 : n]) private(d)
#pragma omp parallel for scan(+ : s) private(d) private(d)
  for (int i = 0; i < n; i++) {
    d = x[i];
    y[i] = s += d > 2;
  }
}
