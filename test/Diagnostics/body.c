// RUN: %cc1_verify %s
// RUN: not %clang %ompscan_flags -ferror-limit=0 -fsyntax-only %s 2>&1 | %filecheck %s --check-prefix=COL

// Bodies that are no scan of y under +: the error names what breaks it.

int function(int);

void loops(int *y, int *z, const int *x, const int *index, int n, int s,
           volatile int *v) {
#pragma omp parallel for scan(+ : y) // expected-note {{'scan(* : y)' fits}}
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] * x[i]; // expected-error {{'*' is applied to the previous value here, but the operator of the 'scan' clause is '+'; use the same operator, or declare one for the whole update [OS034]}} COL-DAG: :[[#@LINE]]:21: error

#pragma omp parallel for scan(* : y) // expected-note {{'scan(+ : y)' fits}}
  for (int i = 1; i < n; i++)
    y[i] += y[i - 1]; // expected-error {{'+' is applied to the previous value here, but the operator of the 'scan' clause is '*'; use the same operator, or declare one for the whole update [OS034]}} COL-DAG: :[[#@LINE]]:10: error

#pragma omp parallel for scan(+ : y) // expected-note {{'scan(affine : y)' fits}}
  for (int i = 1; i < n; i++)
    y[i] = x[i] - y[i - 1]; // expected-error {{the previous value is subtracted, and only 'previous - input' is a scan by '-'; use the operator 'affine' [OS036]}} COL-DAG: :[[#@LINE]]:17: error

#pragma omp parallel for scan(- : y) // expected-note {{'scan(affine : y)' fits}}
  for (int i = 1; i < n; i++)
    y[i] -= y[i - 1]; // expected-error {{the previous value is subtracted, and only 'previous - input' is a scan by '-'; use the operator 'affine' [OS036]}} COL-DAG: :[[#@LINE]]:10: error

#pragma omp parallel for scan(+ : y) // expected-note {{'scan(affine : y)' fits}}
  for (int i = 1; i < n; i++)
    y[i] = y[i - 2] + x[i]; // expected-error {{'y' is read at an element that neither this iteration nor the previous one stores; read a copy of 'y', or scan structures that also hold the earlier elements [OS035]}} COL-DAG: :[[#@LINE]]:12: error

#pragma omp parallel for scan(+ : y)
  for (int i = 2; i < n; i += 2)
    y[i] = y[i - 1] + x[i]; // expected-error {{the stored value does not use the element of 'y' that the previous iteration stored; use it, or remove 'y' from the 'scan' clause [OS033]}} COL-DAG: :[[#@LINE]]:21: error

#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n - 1; i++)
    y[i] = y[i - 1] + y[i + 1]; // expected-error {{'y' is read at an element that neither this iteration nor the previous one stores; read a copy of 'y', or scan structures that also hold the earlier elements [OS035]}} COL-DAG: :[[#@LINE]]:23: error

#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + y[0]; // expected-error {{'y' is read at an element that neither this iteration nor the previous one stores; read a copy of 'y', or scan structures that also hold the earlier elements [OS035]}} COL-DAG: :[[#@LINE]]:23: error

#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[index[i]] + x[i]; // expected-error {{'y' is read at an element that neither this iteration nor the previous one stores; read a copy of 'y', or scan structures that also hold the earlier elements [OS035]}} COL-DAG: :[[#@LINE]]:12: error

#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i + 1] + x[i]; // expected-error {{'y' is read at an element that neither this iteration nor the previous one stores; read a copy of 'y', or scan structures that also hold the earlier elements [OS035]}} COL-DAG: :[[#@LINE]]:12: error

#pragma omp parallel for scan(+ : y) // expected-note {{'scan(affine : y)' fits}}
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + y[i - 1]; // expected-error {{the previous value is used more than once in an update; use it once, or declare an operator for the whole update [OS039]}} COL-DAG: :[[#@LINE]]:21: error

#pragma omp parallel for scan(+ : y) // expected-note {{'scan(affine : y)' fits}}
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i] * y[i - 1]; // expected-error {{the previous value is used more than once in an update; use it once, or declare an operator for the whole update [OS039]}} COL-DAG: :[[#@LINE]]:21: error

#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = x[i] + x[i - 1]; // expected-error {{the stored value does not use the element of 'y' that the previous iteration stored; use it, or remove 'y' from the 'scan' clause [OS033]}} COL-DAG: :[[#@LINE]]:17: error

#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    z[i] = z[i - 1] + x[i]; // expected-error {{the loop does not store an element of scan item 'y'; name the array that the loop stores in the 'scan' clause [OS031]}} COL-DAG: :[[#@LINE]]:5: error

#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i * i] = y[i - 1] + x[i]; // expected-error {{the subscript of the stored element must have the form 'a * i + b', in which 'a' and 'b' do not change in the loop and 'a' is not 0 [OS032]}} COL-DAG: :[[#@LINE]]:9: error

#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[index[i]] = y[i - 1] + x[i]; // expected-error {{the subscript of the stored element must have the form 'a * i + b', in which 'a' and 'b' do not change in the loop and 'a' is not 0 [OS032]}} COL-DAG: :[[#@LINE]]:7: error

#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[5] = y[4] + x[i]; // expected-error {{every iteration stores the same element of 'y'; name a variable in the clause, which gets the value of the element before the loop, and assign it to the element after the loop [OS032]}} COL-DAG: :[[#@LINE]]:7: error

#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i % 8] = y[i - 1] + x[i]; // expected-error {{the subscript of the stored element must have the form 'a * i + b', in which 'a' and 'b' do not change in the loop and 'a' is not 0 [OS032]}} COL-DAG: :[[#@LINE]]:9: error

#pragma omp parallel for scan(+ : y) // expected-error {{the loop does not update 'y'; name the variable that the loop updates in the 'scan' clause [OS045]}} COL-DAG: :[[#@LINE]]:35: error
  for (int i = 1; i < n; i++)
    ;

#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++) {
    y[i] = y[i - 1] + x[i];
    if (y[i] > 100)
      break; // expected-error {{'break' statement cannot be used in OpenMP for loop}} COL-DAG: :[[#@LINE]]:7: error
  }

#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++) {
    y[i] = y[i - 1] + x[i];
    function(i); // expected-error {{function 'function' is called in a scan loop but has no body in this file; define it here or in a header [OS102]}} COL-DAG: :[[#@LINE]]:5: error
  }

#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + z[i]++; // expected-error {{side effects are not allowed in the input of a scan; move them to a statement of their own [OS040]}} COL-DAG: :[[#@LINE]]:27: error

#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + (s += x[i]); // expected-error {{side effects are not allowed in the input of a scan; move them to a statement of their own [OS040]}} COL-DAG: :[[#@LINE]]:26: error

#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + function(i); // expected-error {{function 'function' is called in a scan loop but has no body in this file; define it here or in a header [OS102]}} COL-DAG: :[[#@LINE]]:23: error

#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + v[i]; // expected-error {{a scan loop cannot access volatile 'v'; copy it to an object that is not volatile [OS041]}} COL-DAG: :[[#@LINE]]:23: error
}
