// RUN: %cc1_verify %s

// A clause that is not written as a scan clause: one error, at the token.

void loops(int *y, const int *x, int n) {
#pragma omp parallel for scan // expected-error {{expected '(' after 'scan' [OS002]}}
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];

#pragma omp parallel for scan + : y // expected-error {{expected '(' after 'scan' [OS002]}}
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];

#pragma omp parallel for scan(+ : y // expected-error {{expected ')' to end the 'scan' clause that begins here [OS003]}}
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];

#pragma omp parallel for scan(+ : y schedule(static) // expected-error {{expected ')' to end the 'scan' clause that begins here [OS003]}}
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];

#pragma omp parallel for scan(+ y) // expected-error {{expected ':' between operator and list in 'scan' clause [OS004]}}
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];

#pragma omp parallel for scan(y) // expected-error {{expected ':' between operator and list in 'scan' clause [OS004]}}
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];

#pragma omp parallel for scan(+) // expected-error {{expected ':' between operator and list in 'scan' clause [OS004]}}
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];

#pragma omp parallel for scan() // expected-error {{expected an operator in 'scan' clause [OS005]}}
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];

#pragma omp parallel for scan(: y) // expected-error {{expected an operator in 'scan' clause [OS005]}}
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];

#pragma omp parallel for scan(/ : y) // expected-error {{unknown operator '/' in 'scan' clause}}
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];

#pragma omp parallel for scan(<< : y) // expected-error {{unknown operator '<<' in 'scan' clause}}
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];

#pragma omp parallel for scan(nothing : y) // expected-error {{unknown operator 'nothing' in 'scan' clause}}
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];

#pragma omp parallel for scan(+ :) // expected-error {{expected a list item in 'scan' clause [OS007]}}
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];

#pragma omp parallel for scan(+ : y, ) // expected-error {{expected a list item in 'scan' clause [OS007]}}
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];

#pragma omp parallel for scan(+ : , y) // expected-error {{expected a list item in 'scan' clause [OS007]}}
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];

#pragma omp parallel for scan(+ : nowhere) // expected-error {{use of undeclared identifier 'nowhere'}}
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
}

// The loop after them is scanned as if nothing had been.
void fine(int *y, const int *x, int n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
}
