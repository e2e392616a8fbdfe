// RUN: %cc1_verify %s
// RUN: not %clang %ompscan_flags -ferror-limit=0 -fsyntax-only %s 2>&1 | %filecheck %s --check-prefix=COL

// Loops with scalar items that are no scans: the error names what breaks them.

void leave(int *y, const int *x, int n, int s) {
#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < n; i++) {
    s += x[i];
    if (x[i] < 0)
      break; // expected-error {{'break' statement cannot be used in OpenMP for loop}} COL-DAG: :[[#@LINE]]:7: error
  }

#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < n; i++) {
    s += x[i];
    if (x[i] < 0)
      return; // expected-error {{cannot return from OpenMP region}} COL-DAG: :[[#@LINE]]:7: error
  }

#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < n; i++) {
    if (x[i] < 0) {
      if (n > 3)
        continue; // expected-error {{'continue' cannot end an iteration of a scan loop here; put the rest of the iteration under an 'if' [OS049]}} COL-DAG: :[[#@LINE]]:9: error
      y[i] = 0;
    }
    s += x[i];
  }

  double d = 1;
#pragma omp parallel for scan(* : d)
  for (int i = 0; i < n; i++) {
    switch (x[i]) {
    case 1:
      d *= 3;
    case 2:
      y[i] = d;
      d *= 2; // expected-error {{'d' is updated a second time in an iteration, which uses its value between the updates; use the value before the first or after the last one [OS046]}} COL-DAG: :[[#@LINE]]:9: error
      break;
    }
  }

#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < n; i++) {
    switch (x[i]) {
    case 1:
      if (n > 3)
        if (x[i] > 4)
          break; // expected-error {{a case of a 'switch' in a scan loop must be a list of statements with at most one 'break', at its end; use 'if' instead of other 'break' statements [OS088]}} COL-DAG: :[[#@LINE]]:11: error
      y[i] = 0;
    }
    s += x[i];
  }

#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < n; i++) {
    switch (s) {
    case 1:
      s++; // expected-error {{a condition of this update of 's' depends on 's' itself; use 's' only in stores, or use an operator that computes the whole update (see docs/recurrences.md) [OS048]}} COL-DAG: :[[#@LINE]]:8: error
    }
  }

#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < n; i++) {
    switch (x[i]) {
    case 1:
      y[i + n] = x[i + n];
    }
    s += x[i];
  }

#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < n; i++) {
    if (x[i] < 0)
      goto end; // expected-error {{'goto' cannot end an iteration of a scan loop here [OS049]}} COL-DAG: :[[#@LINE]]:7: error
    s += x[i];
  end:;
  }
}

void updates(int *y, const int *x, const int *z, int n, int s, int m) {
#pragma omp parallel for scan(+ : s) // expected-error {{the loop does not update 's'; name the variable that the loop updates in the 'scan' clause [OS045]}} COL-DAG: :[[#@LINE]]:35: error
  for (int i = 0; i < n; i++)
    y[i] = x[i] + s;

#pragma omp parallel for scan(+ : s) scan(max : m) // expected-error {{the loop does not update 'm'; name the variable that the loop updates in the 'scan' clause [OS045]}} COL-DAG: :[[#@LINE]]:49: error
  for (int i = 0; i < n; i++)
    s += x[i];

  // Of integers that add up, such values are exact.
#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < n; i++) {
    s += x[i];
    y[i] = s;
    s += z[i];
  }

  double d = 1;
#pragma omp parallel for scan(* : d)
  for (int i = 0; i < n; i++) {
    d *= x[i];
    y[i] = d;
    d *= z[i]; // expected-error {{'d' is updated a second time in an iteration, which uses its value between the updates; use the value before the first or after the last one [OS046]}} COL-DAG: :[[#@LINE]]:7: error
  }

#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 3; j++)
      y[j] = s++; // expected-error {{'s' cannot be updated in an inner loop; accumulate in a variable of the body, and update 's' after the inner loop [OS047]}} COL-DAG: :[[#@LINE]]:15: error

  // The count wraps around.
#pragma omp target map(tofrom : y[0 : 3 * n])
#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < n; i++) {
    unsigned char count = 0;
    for (int j = 0; j < x[i]; j++) {
      y[s + count] = j; // expected-error {{several iterations may store the same element of 'y' here; store in every iteration, or under the condition of the update of 's', and add a positive constant, a condition, or a value that cannot be negative: an unsigned value that is narrower than 's', or 'x' under 'if (x > 0)' [OS058]}} COL-DAG: :[[#@LINE]]:7: error
      count++;
    }
    s += count;
  }

  // Not each store is followed by an increment.
#pragma omp target map(tofrom : y[0 : 3 * n])
#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < n; i++) {
    int count = 0;
    for (int j = 0; j < 3; j++) {
      y[s + count] = j; // expected-error {{several iterations may store the same element of 'y' here; store in every iteration, or under the condition of the update of 's', and add a positive constant, a condition, or a value that cannot be negative: an unsigned value that is narrower than 's', or 'x' under 'if (x > 0)' [OS058]}} COL-DAG: :[[#@LINE]]:7: error
      if (x[i] > j)
        count++;
    }
    s += count;
  }

#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < n; i++)
    y[i] = x[i] > 0 && s++; // expected-error {{'s' cannot be updated in an operand that is not always evaluated; make the update a statement of its own [OS047]}} COL-DAG: :[[#@LINE]]:25: error

#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < n; i++)
    y[i] = x[i] ? s++ : 0; // expected-error {{'s' cannot be updated in an operand that is not always evaluated; make the update a statement of its own [OS047]}} COL-DAG: :[[#@LINE]]:20: error

#pragma omp parallel for scan(+ : s) // expected-note {{'scan(* : s)' fits}}
  for (int i = 0; i < n; i++)
    s *= x[i]; // expected-error {{'*' is applied to the previous value here, but the operator of the 'scan' clause is '+'; use the same operator, or declare one for the whole update [OS034]}} COL-DAG: :[[#@LINE]]:7: error

#pragma omp parallel for scan(* : s) // expected-note {{'scan(+ : s)' fits}}
  for (int i = 0; i < n; i++)
    s++; // expected-error {{'++' is applied to the previous value here, but the operator of the 'scan' clause is '*'; use the same operator, or declare one for the whole update [OS034]}} COL-DAG: :[[#@LINE]]:6: error

#pragma omp parallel for scan(- : s) // expected-note {{'scan(affine : s)' fits}}
  for (int i = 0; i < n; i++)
    s = x[i] - s; // expected-error {{the previous value is subtracted, and only 'previous - input' is a scan by '-'; use the operator 'affine' [OS036]}} COL-DAG: :[[#@LINE]]:14: error

#pragma omp parallel for scan(+ : s) // expected-note {{'scan(affine : s)' fits}}
  for (int i = 0; i < n; i++)
    s += s; // expected-error {{the previous value is used more than once in an update; use it once, or declare an operator for the whole update [OS039]}} COL-DAG: :[[#@LINE]]:7: error

#pragma omp parallel for scan(max : s) // expected-note {{'scan(min : s)' fits}}
  for (int i = 0; i < n; i++)
    if (x[i] < s) // expected-error {{this does not choose the max of the previous value and an input; compare these two values, and choose between them [OS038]}} COL-DAG: :[[#@LINE]]:14: error
      s = x[i];
}

void dependence(int *y, const int *x, int n, int s, int m) {
#pragma omp parallel for scan(+ : s) // expected-note {{'scan(affine : s)' fits}}
  for (int i = 0; i < n; i++) {
    int t = s;
    s += x[i] + t; // expected-error {{the previous value is used more than once in an update; use it once, or declare an operator for the whole update [OS039]}} COL-DAG: :[[#@LINE]]:7: error
  }

#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < n; i++) {
    int t = 0;
    if (s > 5)
      t = 1;
    s += t; // expected-error {{this input of the update of 's' depends on 's' itself; use 's' only in stores, or use an operator that computes the whole update (see docs/recurrences.md) [OS048]}} COL-DAG: :[[#@LINE]]:10: error
  }

#pragma omp parallel for scan(+ : s) scan(max : m)
  for (int i = 0; i < n; i++) {
    s += x[i] + m; // expected-error {{this input of the update of 's' depends on 'm', which in turn depends on other items; declare an operator on a structure of all of them [OS048]}} COL-DAG: :[[#@LINE]]:15: error
    m = s > m ? s : m;
  }

#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < n; i++)
    if (s < 100)
      s += x[i]; // expected-error {{a condition of this update of 's' depends on 's' itself; use 's' only in stores, or use an operator that computes the whole update (see docs/recurrences.md) [OS048]}} COL-DAG: :[[#@LINE]]:9: error
}

/* Items that no earlier pass can keep, and passes that cannot be done. */
struct sums {
  long total;
};
void unkept(int *y, const int *x, int n, int s, int t, unsigned char b, struct sums r) {
#pragma omp parallel for scan(+ : s, t)
  for (int i = 0; i < n; i++) {
    s += x[i];
    for (int j = 0; j < 3; j++) {
      if (x[j] > 5)
        break;
      y[j] = 1;
    }
    t += s; // expected-error {{this input of the update of 't' depends on 's', whose values another pass cannot compute because an iteration or an inner loop may end early; put the rest of the body under an 'if' [OS048]}} COL-DAG: :[[#@LINE]]:10: error
  }

#pragma omp target parallel for nowait scan(+ : s, t)
  for (int i = 0; i < n; i++) {
    s += x[i];
    if (s > 3)
      t += x[i]; // expected-error {{a condition of this update of 't' depends on 's', which needs another pass, but a loop with 'nowait' has only one; remove 'nowait' [OS048]}} COL-DAG: :[[#@LINE]]:9: error
  }

#pragma omp parallel for scan(+ : r.total, t)
  for (int i = 0; i < n; i++) {
    r.total += x[i];
    t += r.total; // expected-error {{this input of the update of 't' depends on 'total', whose values another pass cannot compute because it is not a number in a variable of its own; use a local variable in its place, or scan it in a loop of its own that stores its values [OS048]}} COL-DAG: :[[#@LINE]]:10: error
  }

#pragma omp parallel for scan(+ : s, t)
  for (int i = 0; i < n; i++) {
    y[i] = s++;
    t += s; // expected-error {{this input of the update of 't' depends on 's', whose values another pass cannot compute because its updates need statements that also store something else; split these statements [OS048]}} COL-DAG: :[[#@LINE]]:10: error
  }

#pragma omp parallel for collapse(2) scan(+ : s, t)
  for (int j = 0; j < 3; j++)
    for (int i = 0; i < n; i++) {
      s += x[i];
      t += s; // expected-error {{this input of the update of 't' depends on 's', which needs another pass, but a nest of loops has only one; scan 's' in a loop of its own that stores its values [OS048]}} COL-DAG: :[[#@LINE]]:12: error
    }

#pragma omp parallel for scan(+ : s, t) // expected-error {{the loop does not update 's'; name the variable that the loop updates in the 'scan' clause [OS045]}} COL-DAG: :[[#@LINE]]:35: error
  for (int i = 0; i < n; i++)
    t += x[i] + s;

#pragma omp parallel for scan(+ : s) scan(max : b)
  for (int i = 0; i < n; i++) {
    s += x[i];
    b = s > b ? s : b; // expected-error {{this operand of type 'int' is converted to the item's type 'unsigned char' only after 'max' is applied; cast the operand to 'unsigned char' [OS037]}} COL-DAG: :[[#@LINE]]:17: error
  }
}

void mixture(int *y, const int *x, int n, int s) {
#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < n; i++) {
    s += x[i];
    int a, b;
    b = (a = x[i]) + s; // expected-error {{this statement both computes an input of the scan and uses a result of it; split it into two statements [OS063]}} COL-DAG: :[[#@LINE]]:5: error
    y[i] = a + b;
  }
}

void data(int *y, int *out, const int *x, int n, int s, int k, int shared, int m,
          unsigned char narrow) {
#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < n; i++) {
    shared = x[i] * 2; // expected-error {{shared variable 'shared' is assigned in the loop; declare it in the loop's body, or name it in a 'private' clause [OS056]}} COL-DAG: :[[#@LINE]]:5: error
    s += shared;
  }

#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < n; i++) {
    static int calls; // expected-error {{shared variable 'calls' is assigned in the loop; declare it in the loop's body, or name it in a 'private' clause [OS056]}} COL-DAG: :[[#@LINE]]:16: error
    s += x[i] + ++calls;
  }

#pragma omp parallel for scan(+ : s)
  for (int i = 1; i < n; i++) {
    s += y[i - 1]; // expected-error {{'y' is read at other elements than those that the iteration stores, or after it is stored; read from another array, or keep the value in a variable of the body [OS057]}} COL-DAG: :[[#@LINE]]:10: error
    y[i] = s;
  }

#pragma omp parallel for scan(+ : s) // expected-note {{'scan(affine : s)' fits}}
  for (int i = 0; i < n; i++) {
    y[i] = s;
    s += y[i]; // expected-error {{the previous value is used more than once in an update; use it once, or declare an operator for the whole update [OS039]}} COL-DAG: :[[#@LINE]]:7: error
  }

#pragma omp parallel for scan(+ : k)
  for (int i = 0; i < n; i++) {
    out[k] = x[i]; // expected-error {{several iterations may store the same element of 'out' here; store in every iteration, or under the condition of the update of 'k', and add a positive constant, a condition, or a value that cannot be negative: an unsigned value that is narrower than 'k', or 'x' under 'if (x > 0)' [OS058]}} COL-DAG: :[[#@LINE]]:5: error
    k += x[i];
  }

#pragma omp parallel for scan(+ : k)
  for (int i = 0; i < n; i++) {
    if (x[i] > 3)
      out[k] = x[i]; // expected-error {{several iterations may store the same element of 'out' here; store in every iteration, or under the condition of the update of 'k', and add a positive constant, a condition, or a value that cannot be negative: an unsigned value that is narrower than 'k', or 'x' under 'if (x > 0)' [OS058]}} COL-DAG: :[[#@LINE]]:7: error
    k += x[i] > 0;
  }

#pragma omp parallel for scan(+ : k)
  for (int i = 0; i < n; i++)
    if (x[i] > 0) {
      k += x[i] & 1;
      out[k] = x[i]; // expected-error {{several iterations may store the same element of 'out' here; store in every iteration, or under the condition of the update of 'k', and add a positive constant, a condition, or a value that cannot be negative: an unsigned value that is narrower than 'k', or 'x' under 'if (x > 0)' [OS058]}} COL-DAG: :[[#@LINE]]:7: error
    }

#pragma omp parallel for scan(+ : k)
  for (int i = 0; i < n; i++) {
    out[k] = x[i];
    k += x[i] > 0;
    out[k] = 0; // expected-error {{several iterations may store the same element of 'out' here; store in every iteration, or under the condition of the update of 'k', and add a positive constant, a condition, or a value that cannot be negative: an unsigned value that is narrower than 'k', or 'x' under 'if (x > 0)' [OS058]}} COL-DAG: :[[#@LINE]]:5: error
  }

#pragma omp parallel for scan(+ : k)
  for (int i = 0; i < n; i++) {
    k += x[i] > 0;
    out[k] += x[i]; // expected-error {{several iterations may store the same element of 'out' here; store in every iteration, or under the condition of the update of 'k', and add a positive constant, a condition, or a value that cannot be negative: an unsigned value that is narrower than 'k', or 'x' under 'if (x > 0)' [OS058]}} COL-DAG: :[[#@LINE]]:5: error
  }

#pragma omp parallel for scan(+ : k)
  for (int i = 0; i < n; i++) {
    out[k] = x[i];
    out[k + 1] = i; // expected-error {{several iterations may store the same element of 'out' here; store in every iteration, or under the condition of the update of 'k', and add a positive constant, a condition, or a value that cannot be negative: an unsigned value that is narrower than 'k', or 'x' under 'if (x > 0)' [OS058]}} COL-DAG: :[[#@LINE]]:5: error
    k++;
  }

#pragma omp parallel for scan(+ : k)
  for (int i = 0; i < n; i++)
    out[k++ - 1] = x[i];

#pragma omp target map(tofrom : out[0 : n])
#pragma omp parallel for scan(+ : k)
  for (int i = 0; i < n; i++)
    out[k++ & 7] = x[i]; // expected-error {{several iterations may store the same element of 'out' here; store in every iteration, or under the condition of the update of 'k', and add a positive constant, a condition, or a value that cannot be negative: an unsigned value that is narrower than 'k', or 'x' under 'if (x > 0)' [OS058]}} COL-DAG: :[[#@LINE]]:5: error

  // Of two branches that store, one does not advance, or advances elsewhere; or
  // the branches do not exclude each other.
#pragma omp parallel for scan(+ : k)
  for (int i = 0; i < n; i++)
    if (x[i] == 1)
      out[k++] = 5;
    else if (x[i] > 3)
      out[k] = x[i]; // expected-error {{several iterations may store the same element of 'out'}} COL-DAG: :[[#@LINE]]:7: error
#pragma omp parallel for scan(+ : k)
  for (int i = 0; i < n; i++)
    if (x[i] == 1)
      out[k++] = 5;
    else
      out[k] = x[i]; // expected-error {{several iterations may store the same element of 'out'}}
#pragma omp parallel for scan(+ : k)
  for (int i = 0; i < n; i++)
    if (x[i] == 1)
      out[k++] = 5;
    else if (x[i] > 3)
      out[++k] = x[i]; // expected-error {{several iterations may store the same element of 'out'}}
#pragma omp parallel for scan(+ : k)
  for (int i = 0; i < n; i++)
    if (x[i] == 1)
      out[k++] = 5; // expected-error {{several iterations may store the same element of 'out'}}
    else if (x[i] > 3)
      out[k--] = x[i];
#pragma omp parallel for scan(+ : k)
  for (int i = 0; i < n; i++) {
    if (x[i] == 1)
      k++;
    else if (x[i] > 3)
      k++;
    if (x[i] == 1)
      out[k - 1] = x[i]; // expected-error {{several iterations may store the same element of 'out'}}
  }
#pragma omp parallel for scan(+ : k)
  for (int i = 0; i < n; i++)
    switch (x[i]) {
    case 1:
      out[k] = 5; // expected-error {{several iterations may store the same element of 'out'}}
    case 2:
      out[k++] = 6;
    }
#pragma omp parallel for scan(+ : k)
  for (int i = 0; i < n; i++) {
    if (x[i] == 1)
      out[k++] = 5; // expected-error {{the section of 'out' that the loop stores cannot be computed from this subscript}}
    if (x[i] != 1)
      k++;
  }
  // Updates that do not add.
#pragma omp parallel for scan(* : k)
  for (int i = 0; i < n; i++)
    if (x[i] > 0) {
      out[k] = 1; // expected-error {{several iterations may store the same element of 'out'}}
      out[k + 1] = 2;
      k *= 2;
    }
  // The updates pass an element without a store.
#pragma omp parallel for scan(+ : k)
  for (int i = 0; i < n; i++)
    if (x[i] == 1) {
      out[k] = 5; // expected-error {{the section of 'out' that the loop stores cannot be computed from this subscript}}
      k += 2;
    } else {
      out[k++] = x[i];
    }
#pragma omp parallel for scan(+ : k)
  for (int i = 0; i < n; i++)
    if (x[i] == 1) {
      out[k] = 5;
      out[k + 1] = 6; // expected-error {{several iterations may store the same element of 'out'}}
      k++;
    } else {
      out[k] = x[i];
      k += 2;
    }

  // Several stores in an iteration, at the value in front of or behind an update
  // in the same branch.
#pragma omp target map(tofrom : out[0 : 2 * n])
#pragma omp parallel for scan(+ : k)
  for (int i = 0; i < n; i++) {
    if (x[i] == 1)
      out[k++] = 5;
    out[k++] = x[i];
  }
#pragma omp target map(tofrom : out[0 : 2 * n])
#pragma omp parallel for scan(+ : k)
  for (int i = 0; i < n; i++) {
    if (x[i] == 1)
      out[k++] = 5;
    if (x[i] == 2)
      out[k] = 6; // expected-error {{several iterations may store the same element of 'out'}}
    if (x[i] == 3)
      out[k++] = x[i];
  }
#pragma omp target map(tofrom : out[0 : 2 * n])
#pragma omp parallel for scan(+ : k)
  for (int i = 0; i < n; i++) {
    if (x[i] == 1)
      out[k++] = 5;
    out[k++ + 1] = x[i]; // expected-error {{several iterations may store the same element of 'out'}}
  }
#pragma omp target map(tofrom : out[0 : 2 * n])
#pragma omp parallel for scan(+ : k)
  for (int i = 0; i < n; i++) {
    if (x[i] == 1)
      out[k++] = 5; // expected-error {{several iterations may store the same element of 'out'}}
    out[--k] = x[i];
  }

  // One branch leaves an element, or a part of a step, as it is.
#pragma omp parallel for scan(+ : k)
  for (int i = 0; i < n; i++)
    if (x[i] == 1)
      out[k++] = 5; // expected-error {{the section of 'out' that the loop stores cannot be computed from this subscript}}
    else if (x[i] > 3)
      k++;
#pragma omp parallel for scan(+ : k)
  for (int i = 0; i < n; i++)
    if (x[i] == 1) {
      out[2 * k] = 5; // expected-error {{the section of 'out' that the loop stores cannot be computed from this subscript}}
      out[2 * k + 1] = 6;
      k++;
    } else if (x[i] > 3) {
      out[2 * k] = 7;
      k++;
    }
#pragma omp parallel for scan(+ : k)
  for (int i = 0; i < n; i++)
    if (x[i] == 1) {
      out[k++] = 5; // expected-error {{the section of 'out' that the loop stores cannot be computed from this subscript}}
    } else if (x[i] > 3) {
      out[k] = x[i];
      k += 2;
    }

  // Steps that may be negative, or may make the sum wrap around.
#pragma omp target map(tofrom : out[0 : n])
#pragma omp parallel for scan(+ : k)
  for (int i = 0; i < n; i++)
    if (x[i] >= 0) {
      out[k] = i; // expected-error {{several iterations may store the same element of 'out'}}
      k += x[i];
    }

#pragma omp target map(tofrom : out[0 : n])
#pragma omp parallel for scan(+ : k)
  for (int i = 0; i < n; i++)
    if ((unsigned)x[i] > 0) {
      out[k] = i; // expected-error {{several iterations may store the same element of 'out'}}
      k += x[i];
    }

#pragma omp target map(tofrom : out[0 : n])
#pragma omp parallel for scan(+ : k)
  for (int i = 0; i < n; i++)
    if (x[i] > 0 || y[i] > 0) {
      out[k] = i; // expected-error {{several iterations may store the same element of 'out'}}
      k += x[i];
    }

#pragma omp target map(tofrom : out[0 : n])
#pragma omp parallel for scan(+ : k)
  for (int i = 0; i < n; i++)
    if (x[i] > 0) {
      out[k] = i;
      out[k + 1] = i; // expected-error {{several iterations may store the same element of 'out'}}
      k += x[i];
    }

#pragma omp target map(tofrom : out[0 : n])
#pragma omp parallel for scan(+ : k)
  for (int i = 0; i < n; i++) {
    out[k] = i; // expected-error {{several iterations may store the same element of 'out'}}
    k += (unsigned)x[i];
  }

#pragma omp target map(tofrom : out[0 : n])
#pragma omp parallel for scan(+ : k)
  for (int i = 0; i < n; i++) {
    int step = x[i];
    if (step > 0) {
      step -= 7;
      out[k] = i; // expected-error {{several iterations may store the same element of 'out'}}
      k += step;
    }
  }

  // The amount is not known to be positive where the store stands.
#pragma omp target map(tofrom : out[0 : n])
#pragma omp parallel for scan(+ : k)
  for (int i = 0; i < n; i++) {
    int more = 0;
    k += more;
    if (x[i] > 0) {
      out[k] = i; // expected-error {{several iterations may store the same element of 'out'}}
      more = 1;
    }
  }

#pragma omp target map(tofrom : out[0 : n])
#pragma omp parallel for scan(+ : k)
  for (int i = 0; i < n; i++) {
    int more = 0;
    if (x[i] > 0) {
      out[k] = i; // expected-error {{several iterations may store the same element of 'out'}}
      more = 1;
    }
    if (x[i] > 5)
      more = 0;
    k += more;
  }

#pragma omp target map(tofrom : out[0 : n])
#pragma omp parallel for scan(+ : k)
  for (int i = 0; i < n; i++) {
    int more = x[i] & 1;
    if (x[i] > 0) {
      out[k] = i; // expected-error {{several iterations may store the same element of 'out'}}
      more = 1 - more;
    }
    k += more;
  }

  // Subscripts that no formula gives, with the same value in several iterations.
#pragma omp target map(tofrom : out[0 : n])
#pragma omp parallel for scan(+ : k)
  for (int i = 0; i < n; i++)
    if (x[i] > 0) {
      out[k & 7] = i; // expected-error {{several iterations may store the same element of 'out'}}
      k++;
    }

#pragma omp target map(tofrom : out[0 : n])
#pragma omp parallel for scan(+ : k)
  for (int i = 0; i < n; i++) {
    k += x[i] > 0;
    out[y[k]] = i; // expected-error {{several iterations may store the same element of 'out'}}
  }

#pragma omp target map(tofrom : out[0 : n])
#pragma omp parallel for scan(+ : k)
  for (int i = 0; i < n; i++) {
    const int at = k + shared;
    k += x[i] > 0;
    out[m * at] = i; // expected-error {{several iterations may store the same element of 'out'}}
  }

#pragma omp target map(tofrom : out[0 : n])
#pragma omp parallel for scan(+ : k)
  for (int i = 0; i < n; i++) {
    const int at = k;
    k += x[i] & 3;
    out[m * at] = i; // expected-error {{several iterations may store the same element of 'out'}}
  }

  // These may differ, or store the same.
#pragma omp target map(tofrom : out[0 : n])
#pragma omp parallel for scan(+ : k)
  for (int i = 0; i < n; i++) {
    k += x[i] > 0;
    out[k & 7] = 1;
  }

#pragma omp target map(tofrom : out[0 : n])
#pragma omp parallel for scan(+ : k)
  for (int i = 0; i < n; i++)
    if (x[i] > 0) {
      const int at = k++;
      out[y[at]] = i;
    }

#pragma omp target map(tofrom : out[0 : n])
#pragma omp parallel for scan(+ : k)
  for (int i = 0; i < n; i++) {
    k += x[i] > 0;
    out[k + y[i]] = i;
  }

  // An earlier pass scans the counter, which another item depends on.
#pragma omp target map(tofrom : out[0 : n])
#pragma omp parallel for scan(+ : k, s)
  for (int i = 0; i < n; i++) {
    k += x[i];
    out[k] = i; // expected-error {{several iterations may store the same element of 'out' here; store in every iteration, or under the condition of the update of 'k',}}
    s += k & 1;
  }

#pragma omp target map(tofrom : out[0 : n])
#pragma omp parallel for scan(+ : k, s)
  for (int i = 0; i < n; i++) {
    k += x[i] > 0;
    if (x[i] > 5)
      out[k] = i; // expected-error {{several iterations may store the same element of 'out'}}
    s += k & 1;
  }

#pragma omp target map(tofrom : out[0 : n])
#pragma omp parallel for scan(max : k) scan(+ : s)
  for (int i = 0; i < n; i++) {
    k = k > x[i] ? k : x[i];
    out[k] = i; // expected-error {{several iterations may store the same element of 'out'}}
    s += k & 1;
  }

#pragma omp target map(tofrom : out[0 : n])
#pragma omp parallel for scan(+ : k, s)
  for (int i = 0; i < n; i++) {
    out[k] = i;
    k += x[i] > 0;
    out[k] = 0; // expected-error {{several iterations may store the same element of 'out'}}
    s += k & 1;
  }

#pragma omp target map(tofrom : out[0 : n])
#pragma omp parallel for scan(+ : narrow, s)
  for (int i = 0; i < n; i++) {
    out[narrow] = i; // expected-error {{several iterations may store the same element of 'out'}}
    narrow++;
    s += narrow & 1;
  }

#pragma omp target map(tofrom : out[0 : n])
#pragma omp parallel for scan(+ : k, s) scan(+ : m)
  for (int i = 0; i < n; i++) {
    if (x[i] > 0) {
      out[k] = i;
      k++;
    } else {
      s--;
      out[s] = i; // expected-error {{'out' is stored at subscripts 's' and 'k', which may overlap}}
    }
    m += k - s;
  }

  // The store is left out in some iterations, and so would be what it assigns.
#pragma omp target map(tofrom : out[0 : n])
#pragma omp parallel for scan(+ : k)
  for (int i = 0; i < n; i++) {
    int last;
    k += x[i] > 0;
    out[k] = last = k + 1; // expected-error {{several iterations may store the same element of 'out'}}
    y[i] = last;
  }

  // How much is stored is not known.
#pragma omp parallel for scan(+ : k)
  for (int i = 0; i < n; i++)
    if (x[i] > 0) {
      out[k] = i; // expected-error {{the section of 'out' that the loop stores cannot be computed from this subscript}}
      k += x[i];
    }

  // Two counters, one of which has steps that vary, or stores otherwise.
#pragma omp target map(tofrom : out[0 : n])
#pragma omp parallel for scan(+ : k, s)
  for (int i = 0; i < n; i++)
    if (x[i] > 0) {
      out[k] = x[i];
      k += x[i];
    } else
      out[--s] = x[i]; // expected-error {{'out' is stored at subscripts 's' and 'k', which may overlap; use two arrays, or change both by constants under the conditions of the stores, with subscripts of the form 'a * s + b' in which 'b' does not change [OS121]}} COL-DAG: :[[#@LINE]]:7: error

#pragma omp target map(tofrom : out[0 : n])
#pragma omp parallel for scan(+ : k, s)
  for (int i = 0; i < n; i++)
    if (x[i] > 0)
      out[k++] = x[i];
    else
      out[y[0] + s++] = x[i]; // expected-error {{'out' is stored at subscripts 's' and 'k', which may overlap}}

#pragma omp parallel for scan(+ : k)
  for (int i = 0; i < n; i++) {
    k += y[i] > 0;
    out[k] = i; // expected-error {{a later iteration may store the same element, depending on elements of 'y', which the loop also stores; store in front of the update, or store 'y' in another loop [OS064]}} COL-DAG: :[[#@LINE]]:5: error
    y[i] = 0;
  }
}

void advanced(int *y, const int *x, int n) {
  int s = 0;
#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < n - 1; i++) {
    s += x[i];
    i++; // expected-error {{loop variable 'i' is changed in the loop's body; change it in the header of the loop only [OS188]}} COL-DAG: :[[#@LINE]]:5: error
    y[i] = s;
  }
}

void argument(const int *x, int n, int *least, int *at) {
#pragma omp parallel for scan(min : *least) scan(last : *at)
  for (int i = 0; i < n; i++)
    if (x[i] < *least) {
      *least = x[i]; // expected-error {{a condition of this update of 'least' depends on 'least', whose values another pass cannot compute because it is not a number in a variable of its own; use a local variable in its place, or scan it in a loop of its own that stores its values [OS048]}} COL-DAG: :[[#@LINE]]:14: error
      *at = i;
    }
}
