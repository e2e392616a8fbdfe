// RUN: %cc1_verify %s
// RUN: not %clang %ompscan_flags -ferror-limit=0 -fsyntax-only %s 2>&1 | %filecheck %s --check-prefix=COL

// Loops that store to what they read, at the value of an accumulator.

struct pair { int key, value; };

void f(int *x, int *y, struct pair *p, const int *in, int n, int w) {
  int k = 0, m = 0, s = 0, last = 0;

  /* These do keep some elements in place. */
#pragma omp parallel for scan(+ : k)
  for (int i = 0; i < n; i++)
    if (x[i] > in[i])
      x[k++] = x[i];
#pragma omp parallel for scan(+ : k)
  for (int i = 0; i < n; i++)
    if (p[i].key > 0) {
      p[k].key = p[i].key;
      p[k].value = p[i].key;
      k++;
    }

#pragma omp parallel for scan(+ : k, m)
  for (int i = 0; i < n; i++)
    if (x[i] > 0)
      x[k++] = x[i];
    else
      y[m++] = x[i];

#pragma omp parallel for scan(+ : k, m)
  for (int i = 0; i < n; i++) {
    if (x[i] > 0)
      x[k++] = x[i]; // expected-error {{'x' is read and is stored at subscript 'k', which in one array requires that 'k' is the only list item, besides a counter of the iterations that do not store; otherwise store to another array [OS130]}} COL-DAG: :[[#@LINE]]:7: error
    if (x[i] > 3)
      y[m++] = x[i];
  }

#pragma omp parallel for scan(+ : k, m)
  for (int i = 0; i < n; i++)
    if (x[i] > 0)
      x[k++] = x[i]; // expected-error {{'x' is read and is stored at subscript 'k', which in one array requires that 'k' is the only list item, besides a counter of the iterations that do not store; otherwise store to another array [OS130]}} COL-DAG: :[[#@LINE]]:7: error
    else if (in[i])
      y[m++] = x[i];

#pragma omp parallel for scan(+ : k, m)
  for (int i = 0; i < n; i++)
    if (x[i] > 0)
      x[k++] = x[i]; // expected-error {{'x' is read and is stored at subscript 'k', which in one array requires that the loop stores nothing else, at no other subscripts, and has no other results; otherwise store to another array [OS130]}} COL-DAG: :[[#@LINE]]:7: error
    else
      x[n + m++] = x[i];

#pragma omp target map(tofrom : x[0 : n], y[0 : n])
#pragma omp parallel for scan(+ : k, m)
  for (int i = 0; i < n; i++)
    if (x[i] > 0)
      x[k++] = x[i]; // expected-error {{'x' is read and is stored at subscript 'k', which in one array requires that each store is a statement of its own under the condition of the update of 'k', which adds a positive constant; otherwise store to another array [OS130]}} COL-DAG: :[[#@LINE]]:7: error
    else
      y[m--] = x[i];

#pragma omp parallel for scan(+ : k) reduction(+ : s)
  for (int i = 0; i < n; i++)
    if (x[i] > 0) {
      s += x[i];
      x[k++] = x[i]; // expected-error {{'x' is read and is stored at subscript 'k', which in one array requires that 'k' is the only list item, besides a counter of the iterations that do not store; otherwise store to another array [OS130]}} COL-DAG: :[[#@LINE]]:7: error
    }

#pragma omp parallel for scan(+ : k)
  for (int i = 0; i < n; i++) {
    y[i] = in[i];
    if (x[i] > 0)
      x[k++] = x[i]; // expected-error {{'x' is read and is stored at subscript 'k', which in one array requires that the loop stores nothing else, at no other subscripts, and has no other results; otherwise store to another array [OS130]}} COL-DAG: :[[#@LINE]]:7: error
  }

#pragma omp parallel for scan(+ : k) lastprivate(last)
  for (int i = 0; i < n; i++) {
    last = x[i];
    if (last > 0)
      x[k++] = last; // expected-error {{'x' is read and is stored at subscript 'k', which in one array requires that the loop stores nothing else, at no other subscripts, and has no other results; otherwise store to another array [OS130]}} COL-DAG: :[[#@LINE]]:7: error
  }

#pragma omp parallel for scan(+ : k)
  for (int i = 0; i < n; i++) {
    x[k] = x[i]; // expected-error {{'x' is read and is stored at subscript 'k', which in one array requires that each store is a statement of its own under the condition of the update of 'k', which adds a positive constant; otherwise store to another array [OS130]}} COL-DAG: :[[#@LINE]]:5: error
    k += in[i] > 0;
  }

  /* A test that only keeps elements from being copied to themselves, and others
   * that decide what is stored. */
#pragma omp parallel for scan(+ : k)
  for (int i = 0; i < n; i++)
    if (x[i] > 0) {
      if (k != i)
        x[k] = x[i];
      k++;
    }

#pragma omp target map(tofrom : x[0 : n])
#pragma omp parallel for scan(+ : k)
  for (int i = 0; i < n; i++)
    if (x[i] > 0) {
      if (k != i)
        x[k] = x[i] + 1; // expected-error {{'x' is read and is stored at subscript 'k', which in one array requires that each store is a statement of its own under the condition of the update of 'k', which adds a positive constant; otherwise store to another array [OS130]}} COL-DAG: :[[#@LINE]]:9: error
      k++;
    }

#pragma omp target map(tofrom : x[0 : n])
#pragma omp parallel for scan(+ : k)
  for (int i = 0; i < n; i++)
    if (x[i] > 0) {
      if (k != i)
        x[k] = x[i + 1]; // expected-error {{'x' is read and is stored at subscript 'k', which in one array requires that each store is a statement of its own under the condition of the update of 'k', which adds a positive constant; otherwise store to another array [OS130]}}
      k++;
    }

#pragma omp target map(tofrom : x[0 : n])
#pragma omp parallel for scan(+ : k)
  for (int i = 0; i < n; i++)
    if (x[i] > 0) {
      if (k == i)
        x[k] = x[i]; // expected-error {{'x' is read and is stored at subscript 'k', which in one array requires that each store is a statement of its own under the condition of the update of 'k', which adds a positive constant; otherwise store to another array [OS130]}}
      k++;
    }

#pragma omp target map(tofrom : x[0 : n])
#pragma omp parallel for scan(+ : k)
  for (int i = 0; i < n; i++)
    if (x[i] > 0) {
      if ((char)k != (char)i)
        x[k] = x[i]; // expected-error {{'x' is read and is stored at subscript 'k', which in one array requires that each store is a statement of its own under the condition of the update of 'k', which adds a positive constant; otherwise store to another array [OS130]}}
      k++;
    }

#pragma omp target map(tofrom : x[0 : n])
#pragma omp parallel for scan(+ : k)
  for (int i = 0; i < n; i++)
    if (x[i] > 0) {
      if (k > i)
        x[k] = x[i]; // expected-error {{'x' is read and is stored at subscript 'k', which in one array requires that each store is a statement of its own under the condition of the update of 'k', which adds a positive constant; otherwise store to another array [OS130]}}
      k++;
    }

#pragma omp target map(tofrom : p[0 : n])
#pragma omp parallel for scan(+ : k)
  for (int i = 0; i < n; i++)
    if (p[i].key > 0) {
      if (k != i)
        p[k].key = p[i].value; // expected-error {{'p' is read and is stored at subscript 'k', which in one array requires that each store is a statement of its own under the condition of the update of 'k', which adds a positive constant; otherwise store to another array [OS130]}}
      k++;
    }

  /* Branches that keep an iteration store to the same elements. */
#pragma omp parallel for scan(+ : k)
  for (int i = 0; i < n; i++)
    if (x[i] == 1)
      x[k++] = 5;
    else if (x[i] > 3)
      x[k++] = x[i];

#pragma omp target map(tofrom : x[0 : n], y[0 : n])
#pragma omp parallel for scan(+ : k)
  for (int i = 0; i < n; i++)
    if (x[i] == 1) {
      x[k++] = 5; // expected-error {{'x' is read and is stored at subscript 'k', which in one array requires that each store is a statement of its own under the condition of the update of 'k', which adds a positive constant; otherwise store to another array [OS130]}} COL-DAG: :[[#@LINE]]:7: error
    } else if (x[i] > 3) {
      y[k] = 3;
      x[k++] = x[i];
    }

#pragma omp parallel for scan(+ : k)
  for (int i = 0; i < n; i++)
    if (x[i] > 0)
      (void)(x[k++] = x[i]); // expected-error {{'x' is read and is stored at subscript 'k', which in one array requires that each store is a statement of its own under the condition of the update of 'k', which adds a positive constant; otherwise store to another array [OS130]}} COL-DAG: :[[#@LINE]]:14: error

#pragma omp target map(tofrom : x[0 : n], y[0 : n])
#pragma omp parallel for scan(+ : k)
  for (int i = 0; i < n; i++)
    if (x[i] > 0)
      y[i] = x[k++] = x[i]; // expected-error {{'x' is read and is stored at subscript 'k', which in one array requires that the loop stores nothing else, at no other subscripts, and has no other results; otherwise store to another array [OS130]}} COL-DAG: :[[#@LINE]]:14: error

#pragma omp parallel for scan(+ : k)
  for (int i = 0; i < n; i++)
    if (x[i] > 0) {
      x[k] = x[i] + k; // expected-error {{'x' is read and is stored at subscript 'k', which in one array requires that only the subscripts of stores depend on 'k'; otherwise store to another array [OS130]}} COL-DAG: :[[#@LINE]]:7: error
      k++;
    }

#pragma omp parallel for scan(+ : k)
  for (int i = 0; i < n; i++)
    if (x[i] > 0) {
      const int place = k;
      x[k++] = x[i]; // expected-error {{'x' is read and is stored at subscript 'k', which in one array requires that only the subscripts of stores depend on 'k'; otherwise store to another array [OS130]}} COL-DAG: :[[#@LINE]]:7: error
      (void)place;
    }

#pragma omp parallel for scan(+ : k)
  for (int i = 0; i < n; i++)
    if (x[i] > 0) {
      x[k] = 2 * x[i]; // expected-error {{'x' is read and is stored at subscript 'k', which in one array requires that 'x' is read only at subscripts that increase with the loop variable, before it is stored; otherwise store to another array [OS130]}} COL-DAG: :[[#@LINE]]:7: error
      y[k] = x[i];
      k++;
    }

#pragma omp target map(tofrom : x[0 : n])
#pragma omp parallel for scan(+ : k)
  for (int i = 0; i < n; i++)
    if (x[in[i]] > 0)
      x[k++] = 1; // expected-error {{'x' is read and is stored at subscript 'k', which in one array requires that 'x' is read only at subscripts that increase with the loop variable, before it is stored; otherwise store to another array [OS130]}} COL-DAG: :[[#@LINE]]:7: error

#pragma omp parallel for scan(+ : k)
  for (int i = n - 1; i >= 0; i--)
    if (x[i * w] > 0)
      x[k++] = i; // expected-error {{'x' is read and is stored at subscript 'k', which in one array requires that 'x' is read only at subscripts that increase with the loop variable, before it is stored; otherwise store to another array [OS130]}} COL-DAG: :[[#@LINE]]:7: error

#pragma omp parallel for scan(+ : k)
  for (int i = n - 1; i >= 0; i--)
    if (x[i] > 0)
      x[k++] = x[i]; // expected-error {{'x' is read and is stored at subscript 'k', which in one array requires that 'x' is read only at subscripts that increase with the loop variable, before it is stored; otherwise store to another array [OS130]}} COL-DAG: :[[#@LINE]]:7: error

  /* The last one kept, where equality tells what is equal to it. */
#pragma omp parallel for scan(+ : k)
  for (int i = 1; i < n; i++)
    if (x[i] != x[k - 1])
      x[k++] = x[i];
#pragma omp parallel for scan(+ : k)
  for (int i = 1; i < n; i++)
    if (x[i] != x[k]) // expected-error {{this condition reads 'x[k]', which depends on 'k'; compare with the element that the loop stored last, as in 'if (x[i] != y[k - 1]) y[k++] = x[i];', and store nothing else [OS164]}} COL-DAG: :[[#@LINE]]:17: error
      x[k++] = x[i];
#pragma omp parallel for scan(+ : k)
  for (int i = 1; i < n; i++)
    if (x[i] != x[k - 1]) // expected-error {{this condition reads 'x[k - 1]', which depends on 'k'; compare with the element that the loop stored last, as in 'if (x[i] != y[k - 1]) y[k++] = x[i];', and store nothing else [OS164]}} COL-DAG: :[[#@LINE]]:17: error
      x[k++] = x[i] + 1;
#pragma omp target map(tofrom : x[0 : n])
#pragma omp parallel for scan(+ : k)
  for (int i = 1; i < n; i++)
    if (x[i] > x[k - 1]) // expected-error@+1 {{a condition of this update of 'k' depends on 'k' itself; use 'k' only in stores, or use an operator that computes the whole update (see docs/recurrences.md) [OS048]}} COL-DAG: :[[#@LINE+1]]:10: error
      x[k++] = x[i];
#pragma omp target map(tofrom : x[0 : n])
#pragma omp parallel for scan(+ : k)
  for (int i = 1; i < n; i++) {
    y[i] = x[i];
    if (x[i] != x[k - 1]) // expected-error@+1 {{a condition of this update of 'k' depends on 'k' itself; use 'k' only in stores, or use an operator that computes the whole update (see docs/recurrences.md) [OS048]}} COL-DAG: :[[#@LINE+1]]:10: error
      x[k++] = x[i];
  }
}
