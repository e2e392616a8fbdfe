// RUN: %cc1_verify -Rpass-missed=ompscan %s

// Why the rows of a scan are launched one by one.

void together(int *y, const int *x, int n, int m) {
#pragma omp parallel for collapse(3) scan(+ : y)
  for (int i = 0; i < n; i++)
    for (int j = n; j > 0; j -= 2)
      for (int k = 1; k < m; k++)
        y[(i * n + j) * m + k] = y[(i * n + j) * m + k - 1] + x[k];
}

void apart(int *y, int *z, const int *x, const int *ends, int n, int m) {
  int last = 0, t = 0;
#pragma omp parallel for collapse(2) scan(+ : y) // expected-remark {{each row of this scan is launched separately: the bounds of a loop change, or are read from memory [OS120]}}
  for (int i = 0; i < n; i++)
    for (int j = 1; j < i; j++) // expected-note {{this is the reason}}
      y[i * m + j] = y[i * m + j - 1] + x[j];

#pragma omp parallel for collapse(2) scan(+ : y) // expected-remark {{the bounds of a loop change, or are read from memory [OS120]}}
  for (int i = 0; i < n; i++)
    for (int j = 1; j < ends[0]; j++) // expected-note {{this is the reason}}
      y[i * m + j] = y[i * m + j - 1] + x[j];

#pragma omp parallel for collapse(2) scan(+ : y) // expected-remark {{this subscript is not affine in the variables of the loops [OS120]}}
  for (int i = 0; i < n; i++)
    for (int j = 1; j < m; j++)
      y[i * i + j] = y[i * i + j - 1] + x[j]; // expected-note {{this is the reason}}

#pragma omp parallel for collapse(2) scan(+ : y) // expected-remark {{this element is used under a condition [OS120]}}
  for (int i = 0; i < n; i++)
    for (int j = 1; j < m; j++)
      y[i * m + j] = y[i * m + j - 1] + (j == 1 || x[j - 2]); // expected-note {{this is the reason}}

#pragma omp target parallel for collapse(2) scan(+ : y) map(from : z[0 : m]) // expected-remark {{several rows may store this element [OS120]}}
  for (int i = 0; i < n; i++)
    for (int j = 1; j < m; j++) {
      y[i * m + j] = y[i * m + j - 1] + x[j];
      z[x[j]] = i; // expected-note {{this is the reason}}
    }

#pragma omp parallel for collapse(2) scan(+ : y) // expected-remark {{a variable besides the scan items carries a value to the next iteration [OS120]}}
  for (int i = 0; i < n; i++)
    for (int j = 1; j < m; j++) {
      y[i * m + j] = y[i * m + j - 1] + t;
      t = x[j]; // expected-note {{this is the reason}}
    }

#pragma omp parallel for collapse(2) scan(+ : y) lastprivate(last) // expected-remark {{the last value of a loop variable is used after the loop [OS120]}} expected-note {{this is the reason}}
  for (int i = 0; i < n; i++)
    for (last = 1; last < m; last++)
      y[i * m + last] = y[i * m + last - 1] + x[last];

  int s = 1;
#pragma omp parallel for collapse(2) scan(+ : s) // expected-remark {{the bounds of a loop change, or are read from memory [OS120]}}
  for (int i = 0; i < s; i++) // expected-note {{this is the reason}}
    for (int j = 1; j < m; j++)
      s += x[j];

#pragma omp parallel for collapse(2) scan(+ : y) // expected-remark {{the bounds of a loop change, or are read from memory [OS120]}}
  for (int i = 0; i < y[0]; i++) // expected-note {{this is the reason}}
    for (int j = 1; j < m; j++)
      y[i * m + j] = y[i * m + j - 1] + x[j];
}
