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

#pragma omp parallel for scan(+ : y // expected-error {{expected ')' to match this '(' of the 'scan' clause [OS003]}} COL-DAG: :[[#@LINE]]:30: error
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];

#pragma omp parallel for scan(+ : y schedule(static) // expected-error {{expected ')' to match this '(' of the 'scan' clause [OS003]}} COL-DAG: :[[#@LINE]]:30: error
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

#pragma omp parallel for scan(: y) // expected-error {{expected an operator in front of ':' in 'scan' clause [OS005]}} COL-DAG: :[[#@LINE]]:31: error
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

#pragma omp parallel for scan(+ :) // expected-error {{expected a list item in 'scan' clause; name the variable or array that the loop scans [OS007]}} COL-DAG: :[[#@LINE]]:34: error
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];

#pragma omp parallel for scan(+ : y, ) // expected-error {{expected a list item in 'scan' clause; name the variable or array that the loop scans [OS007]}} COL-DAG: :[[#@LINE]]:38: error
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];

#pragma omp parallel for scan(+ : , y) // expected-error {{expected a list item in 'scan' clause; name the variable or array that the loop scans [OS007]}} COL-DAG: :[[#@LINE]]:35: error
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];

#pragma omp parallel for scan(+ : (int *)(y)) // expected-error {{list item of a 'scan' clause cannot be a cast; name a variable, a member, or an element or a section of an array [OS135]}} COL-DAG: :[[#@LINE]]:35: error
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
#pragma omp parallel for scan(+ : *y) // expected-error {{the loop does not update 'y'; name the variable that the loop updates in the 'scan' clause [OS045]}} COL-DAG: :[[#@LINE]]:35: error
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];

#pragma omp parallel for scan(+ : (int *)y[0 : 1]) // expected-error {{list item of a 'scan' clause cannot be a cast}} COL-DAG: :[[#@LINE]]:35: error
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];

#pragma omp parallel for scan(+ : y) initializer(omp_priv = 0) // expected-error {{'initializer' is a clause of '#pragma omp declare scan', not of a loop; a scan starts from the value that its list item has before the loop [OS185]}} COL-DAG: :[[#@LINE]]:38: error
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
