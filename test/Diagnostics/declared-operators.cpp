// RUN: %cc1_verify %s

// Declared operators come later; until then they are refused by name.

struct Pair {
  int A, B;
};
Pair operator*(Pair, Pair);

#pragma omp declare reduction(combine : Pair : omp_out = omp_out * omp_in)

void loop(Pair *y, const Pair *x, int n) {
#pragma omp parallel for scan(combine : y) // expected-error {{scan with a declared operator is not supported yet [OS016]}}
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] * x[i - 1];
}
