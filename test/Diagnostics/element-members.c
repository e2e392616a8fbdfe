// RUN: %cc1_verify %s

// Stores to members of elements that are refused.

struct pair {
  int key, value;
};
union either {
  int whole;
  short half;
};
struct row {
  int n, cells[4];
};

void loops(struct pair *out, union either *e, struct row *r, int *y, const int *x, int n) {
  int k = 0, s = 0;
  // Half of each element would have to be sent, of as many as nobody knows.
#pragma omp parallel for scan(+ : k)
  for (int i = 0; i < n; i++)
    if (x[i] > 0)
      out[k++].key = x[i]; // expected-error {{the section of 'out' that the loop stores cannot be computed from this subscript; name it by '#pragma omp target map(tofrom: out[0:n])' in front of the directive [OS050]}}

#pragma omp parallel for scan(+ : k)
  for (int i = 0; i < n; i++) {
    out[k].key = x[i];
    if (x[i] > 0)
      out[k].value = i; // expected-error {{several iterations may store the same element of 'out' here}}
    k += x[i] > 3;
  }

#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < n; i++) {
    e[i].whole = x[i];
    s += e[i].half; // expected-error {{'e' is read at other elements than those that the iteration stores, or after it is stored; read from another array, or keep the value in a variable of the body [OS057]}}
  }

#pragma omp parallel for scan(+ : s)
  for (int i = 1; i < n; i++) {
    out[i].key = x[i];
    s += out[i - 1].value;
    y[i] = out[i - 1].key; // expected-error {{'out' is read at other elements than those that the iteration stores, or after it is stored; read from another array, or keep the value in a variable of the body [OS057]}}
  }

#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < n; i++) {
    s += x[i];
    r[i].cells[1] = s;
    y[i] = r[i].cells[2] + r[i].n;
  }

#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < n; i++) {
    r[i].cells[1] = x[i];
    s += r[i].cells[x[i] & 3]; // expected-error {{'r' is read at other elements than those that the iteration stores, or after it is stored; read from another array, or keep the value in a variable of the body [OS057]}}
  }

#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < n; i++) {
    s += x[i];
    r[i].cells[2] = x[i];
    y[i] = r[i].cells[1 + 1]; // expected-error {{'r' is read at other elements than those that the iteration stores, or after it is stored; read from another array, or keep the value in a variable of the body [OS057]}}
  }

  // What a selection stores in place has to be known without the iteration.
#pragma omp target map(tofrom : r[0 : n])
#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < n; i++)
    if (r[i].n > 0) {
      r[s].cells[x[i] & 3] = r[i].n; // expected-error {{[OS130]}}
      s++;
    }
}
