// RUN: %cc1_verify %s
// RUN: not %clang %ompscan_flags -ferror-limit=0 -fsyntax-only %s 2>&1 | %filecheck %s --check-prefix=COL

// A clause that is not written as a scan clause: one error, at the token.

void loops(int *y, const int *x, int n) {
#pragma omp parallel for scan // expected-error {{expected '(' after 'scan' [OS002]}} COL-DAG: :[[#@LINE]]:26: error
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];

#pragma omp parallel for scan + : y // expected-error {{expected '(' after 'scan' [OS002]}} COL-DAG: :[[#@LINE]]:26: error
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];

#pragma omp parallel for scan(+ : y // expected-error {{expected ')' to end the 'scan' clause that begins here [OS003]}} COL-DAG: :[[#@LINE]]:30: error
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];

#pragma omp parallel for scan(+ : y schedule(static) // expected-error {{expected ')' to end the 'scan' clause that begins here [OS003]}} COL-DAG: :[[#@LINE]]:30: error
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];

#pragma omp parallel for scan(+ y) // expected-error {{expected ':' between operator and list in 'scan' clause [OS004]}} COL-DAG: :[[#@LINE]]:34: error
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];

#pragma omp parallel for scan(y) // expected-error {{expected ':' between operator and list in 'scan' clause [OS004]}} COL-DAG: :[[#@LINE]]:32: error
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];

#pragma omp parallel for scan(+) // expected-error {{expected ':' between operator and list in 'scan' clause [OS004]}} COL-DAG: :[[#@LINE]]:32: error
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];

#pragma omp parallel for scan() // expected-error {{expected ':' between operator and list in 'scan' clause [OS004]}} COL-DAG: :[[#@LINE]]:31: error
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];

#pragma omp parallel for scan(: y) // expected-error {{expected an operator in 'scan' clause [OS005]}} COL-DAG: :[[#@LINE]]:31: error
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];

#pragma omp parallel for scan(/ : y) // expected-error {{unknown operator '/' in 'scan' clause}} COL-DAG: :[[#@LINE]]:31: error
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];

#pragma omp parallel for scan(<< : y) // expected-error {{unknown operator '<<' in 'scan' clause}} COL-DAG: :[[#@LINE]]:31: error
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];

#pragma omp parallel for scan(nothing : y) // expected-error {{unknown operator 'nothing' in 'scan' clause}} COL-DAG: :[[#@LINE]]:31: error
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];

#pragma omp parallel for scan(+ :) // expected-error {{expected a list item in 'scan' clause [OS007]}} COL-DAG: :[[#@LINE]]:34: error
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];

#pragma omp parallel for scan(+ : y, ) // expected-error {{expected a list item in 'scan' clause [OS007]}} COL-DAG: :[[#@LINE]]:38: error
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];

#pragma omp parallel for scan(+ : , y) // expected-error {{expected a list item in 'scan' clause [OS007]}} COL-DAG: :[[#@LINE]]:35: error
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];

#pragma omp parallel for scan(+ : (int *)(y)) // expected-error {{a list item of a 'scan' clause is a variable, a member, an element or a section of an array, and no cast [OS135]}} COL-DAG: :[[#@LINE]]:35: error
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
#pragma omp parallel for scan(+ : *y) // expected-error {{the loop does not update 'y' [OS045]}} COL-DAG: :[[#@LINE]]:35: error
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];

#pragma omp parallel for scan(+ : (int *)y[0 : 1]) // expected-error {{a list item of a 'scan' clause is a variable}} COL-DAG: :[[#@LINE]]:35: error
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];

#pragma omp parallel for scan(+ : y) initializer(omp_priv = 0) // expected-error {{'initializer' belongs on '#pragma omp declare scan', where an operator is declared [OS185]}} COL-DAG: :[[#@LINE]]:38: error
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];

#pragma omp target parallel for initializer(y), scan(+ : y) // expected-error {{[OS185]}} COL-DAG: :[[#@LINE]]:33: error
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];

#pragma omp parallel for scan(+ : nowhere) // expected-error {{use of undeclared identifier 'nowhere'}} COL-DAG: :[[#@LINE]]:35: error
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
}

// The loop after them is scanned as if nothing had been.
void fine(int *y, const int *x, int n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
}
