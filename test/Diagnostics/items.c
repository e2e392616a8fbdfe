// RUN: %cc1_verify %s
// RUN: not %clang %ompscan_flags -ferror-limit=0 -fsyntax-only %s 2>&1 | %filecheck %s --check-prefix=COL

// Items that cannot be scanned.

struct pair {
  int first, second;
};

void loops(int *y, const int *x, int n, volatile int *v,
           struct pair *p, long double *e, _Complex long double *c, int **pointers,
           _Atomic int *a /* expected-note {{'a' defined here}} */, void *untyped) {
  int grid[4][8];
  const int(*lines)[8] = grid;
#pragma omp parallel for scan(+ : lines) // expected-error {{elements of scan item 'lines' are const, but a scan stores them; name the array that the loop stores, or an integer 'k' that counts in place of the pointer, and read 'lines[k]', with '#pragma omp target map(to: lines[0:n])' [OS009]}} COL-DAG: :[[#@LINE]]:35: error
  for (int i = 1; i < 4; i++)
    grid[i][2] = lines[i - 1][2] + x[i];

  // An earlier row, and an element of any column.
#pragma omp parallel for scan(+ : grid) // expected-note {{'scan(affine : grid)' fits the updates of 'grid'}}
  for (int i = 2; i < 4; i++)
    grid[i][2] = grid[i - 2][2] + x[i]; // expected-error {{'grid' is read at an element that neither this iteration nor the previous one stores; read a copy of 'grid', or scan structures that also hold the earlier elements [OS035]}}

#pragma omp parallel for scan(+ : grid)
  for (int i = 1; i < 4; i++)
    grid[i][2] = grid[i - 1][2] + grid[i - 1][x[i] & 7]; // expected-error {{'grid' is read at an element that neither this iteration nor the previous one stores; read a copy of 'grid', or scan structures that also hold the earlier elements [OS035]}}

  int s = 0;
#pragma omp parallel for scan(+ : s)
  for (int i = 1; i < 4; i++) {
    s += grid[i - 1][2]; // expected-error {{'grid' is read at other elements than those that the iteration stores, or after it is stored; read from another array, or keep the value in a variable of the body [OS057]}}
    grid[i][2] = s;
  }

#pragma omp parallel for scan(+ : x) // expected-error {{elements of scan item 'x' are const, but a scan stores them; name the array that the loop stores, or an integer 'k' that counts in place of the pointer, and read 'x[k]', with '#pragma omp target map(to: x[0:n])' [OS009]}} COL-DAG: :[[#@LINE]]:35: error
  for (int i = 1; i < n; i++)
    y[i] = x[i - 1] + x[i];

#pragma omp parallel for scan(+ : y, y) // expected-error {{'y' is already a list item of a 'scan' clause of this loop; name it once [OS011]}} COL-DAG: :[[#@LINE]]:38: error
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];

#pragma omp parallel for scan(+ : y) scan(+ : y) // expected-error {{'y' is already a list item of a 'scan' clause of this loop; name it once [OS011]}} COL-DAG: :[[#@LINE]]:47: error
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];

#pragma omp parallel for scan(+ : y) private(y) // expected-error {{scan variable cannot be private}} expected-note {{defined as scan}} COL-DAG: :[[#@LINE]]:46: error
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];

#pragma omp parallel for firstprivate(y) scan(+ : y) // expected-error {{scan item 'y' cannot also be in a 'firstprivate' clause; remove it from one of the two clauses [OS012]}} COL-DAG: :[[#@LINE]]:39: error
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];

#pragma omp parallel for scan(+ : y) lastprivate(y) // expected-error {{scan variable cannot be lastprivate}} expected-note {{defined as scan}} COL-DAG: :[[#@LINE]]:50: error
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];

#pragma omp parallel for scan(+ : y) reduction(+ : y[0 : n]) // expected-error {{scan item 'y' cannot also be in a 'reduction' clause; remove it from one of the two clauses [OS012]}} COL-DAG: :[[#@LINE]]:52: error
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];

#pragma omp parallel for scan(+ : v) // expected-error {{values of scan item 'v' have type 'volatile int', which is volatile; copy them to a variable or an array of another type [OS015]}} COL-DAG: :[[#@LINE]]:35: error
  for (int i = 1; i < n; i++)
    v[i] = v[i - 1] + x[i];

#pragma omp parallel for scan(+ : a) // expected-error {{list item of type '_Atomic(int)' is not valid for specified scan operation: unable to provide default initialization value}} COL-DAG: :[[#@LINE]]:35: error
  for (int i = 1; i < n; i++)
    a[i] = a[i - 1] + x[i];

#pragma omp parallel for scan(+ : e) // expected-error {{type 'long double' is not supported in a scan loop; use a type that OpenCL C has [OS100]}} COL-DAG: :[[#@LINE]]:35: error
  for (int i = 1; i < n; i++)
    e[i] = e[i - 1] + x[i];

#pragma omp parallel for scan(+ : c) // expected-error {{type '_Complex long double' is not supported in a scan loop; use a type that OpenCL C has [OS100]}} COL-DAG: :[[#@LINE]]:35: error
  for (int i = 1; i < n; i++)
    c[i] = c[i - 1] + x[i];

#pragma omp parallel for scan(+ : pointers) // expected-error {{values of scan item 'pointers' have type 'int *', which is not supported in a kernel; copy them to a variable or an array of another type [OS015]}} COL-DAG: :[[#@LINE]]:35: error
  for (int i = 1; i < n; i++)
    pointers[i] = pointers[i - 1] + x[i];

#pragma omp parallel for scan(+ : p) // expected-error {{no operator is declared for values of type 'struct pair', and the loop computes no member of 'p' from the same member of the previous element, as 'p[i].m = p[i-1].m + x' does; use that member, or write '#pragma omp declare scan' for the type [OS206]}} COL-DAG: :[[#@LINE]]:35: error
  for (int i = 1; i < n; i++)
    p[i].first = p[i - 1].second + x[i];

#pragma omp parallel for scan(+ : p) // expected-error {{no operator is declared for values of type 'struct pair'; declare one by '#pragma omp declare scan' [OS016]}}
  for (int i = 1; i < n; i++)
    y[i] = p[i - 1].second + x[i];

#pragma omp parallel for scan(+ : untyped) // expected-error {{section of pointer to incomplete type 'void'}} COL-DAG: :[[#@LINE]]:35: error
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];

#pragma omp parallel for scan(+ : loops) // expected-error {{expected variable name, array element or array section}} COL-DAG: :[[#@LINE]]:35: error
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];

#pragma omp parallel for scan(+ : n + 1) // expected-error {{subscripted value is not an array or pointer}} COL-DAG: :[[#@LINE]]:39: error
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
}
