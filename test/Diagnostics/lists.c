// RUN: %cc1_verify %s

// Lists of accumulators that are none, and what a body cannot do with them.

void use(int *);

void lengths(int *p, const int *x, int *y, int n, int m) {
  int a[40], rows[2][2];
#pragma omp target parallel for reduction(inscan, + : p[0 : m]) map(to : x[0 : n]) map(from : y[0 : n]) // expected-error {{the number of elements of 'p' in the reduction is not a constant; name a section of constant length, of 1 to 64 bytes, such as 'p[0:4]', or scan each element in a variable of its own [OS131]}}
  for (int i = 0; i < n; i++) {
    p[x[i]]++;
#pragma omp scan inclusive(p[0 : m])
    y[i] = p[x[i]];
  }
#pragma omp target parallel for reduction(inscan, + : a) map(to : x[0 : n]) map(from : y[0 : n]) // expected-error {{the elements of 'a' in the reduction have 160 bytes; name a section of constant length, of 1 to 64 bytes}}
  for (int i = 0; i < n; i++) {
    a[x[i]]++;
#pragma omp scan inclusive(a)
    y[i] = a[x[i]];
  }
#pragma omp target parallel for reduction(inscan, + : p[x[0] : 2]) map(to : x[0 : n]) map(from : y[0 : n]) // expected-error {{the elements of 'p' in the reduction begin at a subscript that is read from memory}}
  for (int i = 0; i < n; i++) {
    p[x[i]]++;
#pragma omp scan inclusive(p[x[0] : 2])
    y[i] = p[x[i]];
  }
#pragma omp target parallel for reduction(inscan, + : rows) map(to : x[0 : n]) map(from : y[0 : n]) // expected-error {{[OS010]}}
  for (int i = 0; i < n; i++) {
    rows[0][x[i]]++;
#pragma omp scan inclusive(rows)
    y[i] = rows[0][x[i]];
  }
#pragma omp target parallel for reduction(inscan, + : p[0 : 4]) is_device_ptr(p) map(to : x[0 : n]) map(from : y[0 : n]) // expected-error {{scan item 'p' cannot also be in a 'is_device_ptr' clause; remove it from one of the two clauses [OS012]}}
  for (int i = 0; i < n; i++) {
    p[x[i]]++;
#pragma omp scan inclusive(p[0 : 4])
    y[i] = p[x[i]];
  }
#pragma omp target parallel for reduction(inscan, + : p[0 : 4]) map(to : p[0 : 4], x[0 : n]) map(from : y[0 : n]) // expected-warning {{'p' is mapped 'to', but the loop changes its value, which is copied back anyway; map it 'tofrom' [OS052]}}
  for (int i = 0; i < n; i++) {
    p[x[i]]++;
#pragma omp scan inclusive(p[0 : 4])
    y[i] = p[x[i]];
  }
}

#define LOOP(UPDATE)                                                           \
  _Pragma("omp target parallel for reduction(inscan, + : a[0 : 4]) map(to : x[0 : n]) map(from : y[0 : n])") \
  for (int i = 0; i < n; i++) {                                                \
    UPDATE;                                                                    \
    _Pragma("omp scan inclusive(a[0 : 4])") \
    y[i] = a[2];                                                               \
  }

void bodies(const int *x, int *y, int n) {
  int a[8];
  LOOP(a[4]++) // expected-error {{this is not one of the 4 elements of 'a' in the reduction; name a section that contains all elements that the loop uses [OS132]}}
  LOOP(a[5] += 2) // expected-error {{[OS132]}}
  LOOP(a[i] += 2) // expected-error {{this subscript follows the loop variable beyond the last one of the 4 elements of 'a' in the reduction; name a section that contains all elements that the loop uses [OS132]}}
  LOOP(a[0] = a[1] + 2) // expected-error {{the new value of 'a' is not a combination of its previous value and an input; write 'a += ...' or the like, or make 'a' private [OS133]}}
  LOOP(a[0] *= 2) // expected-error {{'*' is applied to the previous value here, but the operator of the 'scan' clause is '+'; use the same operator, or declare one for the whole update [OS034]}}
  LOOP(a[1] += a[0]) // expected-error {{[OS048]}}
  LOOP(a[a[0] & 1]++) // expected-error {{[OS048]}}
  LOOP(if (a[0] > 5) a[1]++) // expected-error {{[OS048]}}
  LOOP(while (a[0]++ < x[i])) // expected-error {{'a' cannot be updated in the head of an inner loop; make the update a statement of its own [OS047]}}
  LOOP(for (int j = 0; j < 3; j++) { if (a[j] > 2) break; a[j]++; }) // expected-error {{[OS048]}}
  LOOP(if (a[0]++ > 1) y[i] = 3) // expected-error {{[OS047]}}
  LOOP(y[i] = x[i] > 2 && a[1]++ > 2) // expected-error {{[OS047]}}
  LOOP(a[0] += 1.5f) // expected-error {{[OS037]}}
  LOOP(use(a)) // expected-error {{[OS042]}}
  LOOP(for (int j = 0; j < a[0]; j++) a[1]++) // expected-error {{[OS048]}}
}
