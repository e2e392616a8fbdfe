// RUN: %verify -ferror-limit=0 %s

// Automata by tables, and what is none.

extern const unsigned char table[4][256], many[17][256], one[1][256];
extern const unsigned char next[16], square[3][3];

void no_operator(int *y, const unsigned char *c, int n) {
  int state = 0;
#pragma omp parallel for scan(+ : state) // expected-note {{'scan(table : state)' fits the updates of 'state'}}
  for (int i = 0; i < n; i++) {
    state = table[state][c[i]]; // expected-error {{[OS133]}}
    y[i] = state;
  }
}

void too_many(int *y, const unsigned char *c, int n) {
  int state = 0;
#pragma omp parallel for scan(table : state)
  for (int i = 0; i < n; i++) {
    state = many[state][c[i]]; // expected-error {{the new value of 'state' is not of the form 't[v][b]', in which 'v' is 'state' and nothing else depends on 'state' [OS144]}}
    y[i] = state;
  }
}

void one_row(int *y, const unsigned char *c, int n) {
  int state = 0;
#pragma omp parallel for scan(table : state)
  for (int i = 0; i < n; i++) {
    state = one[state][c[i]]; // expected-error {{[OS144]}}
    y[i] = state;
  }
}

void rows_of_parameter(int *y, const unsigned char *c, const unsigned char (*t)[256], int n) {
  int state = 0;
#pragma omp parallel for scan(table : state)
  for (int i = 0; i < n; i++) {
    state = t[state][c[i]]; // expected-error {{[OS144]}}
    y[i] = state;
  }
}

void pointer(int *y, const unsigned char *t, int n) {
  int state = 0;
#pragma omp parallel for scan(table : state)
  for (int i = 0; i < n; i++) {
    state = t[state]; // expected-error {{[OS144]}}
    y[i] = state;
  }
}

void next_row(int *y, const unsigned char *c, int n) {
  int state = 0;
#pragma omp parallel for scan(table : state)
  for (int i = 0; i < n; i++) {
    state = table[state + 1][c[i]]; // expected-error {{[OS144]}}
    y[i] = state;
  }
}

void shifted(int *y, const unsigned char *c, int n) {
  int state = 0;
#pragma omp parallel for scan(table : state)
  for (int i = 0; i < n; i++) {
    state = next[state + c[i]]; // expected-error {{[OS144]}}
    y[i] = state;
  }
}

void both(int *y, int n) {
  int state = 0;
#pragma omp parallel for scan(table : state)
  for (int i = 0; i < n; i++) {
    state = square[state][state]; // expected-error {{[OS144]}}
    y[i] = state;
  }
}

void twice(int *y, const unsigned char *c, int n) {
  int state = 0;
#pragma omp parallel for scan(table : state)
  for (int i = 0; i < n; i++) {
    state = next[table[state][c[i]]]; // expected-error {{[OS144]}}
    y[i] = state;
  }
}

void quotient(int *y, const unsigned char *c, int n) {
  int state = 0;
#pragma omp parallel for scan(table : state)
  for (int i = 0; i < n; i++) {
    state = 3 / table[state][c[i]]; // expected-error {{[OS144]}}
    y[i] = state;
  }
}

void other_size(int *y, const unsigned char *c, int n) {
  int state = 0;
#pragma omp parallel for scan(table : state)
  for (int i = 0; i < n; i++) {
    state = table[state][c[i]];
    state = next[state]; // expected-error {{[OS144]}}
    y[i] = state;
  }
}

void condition(int *y, const unsigned char *c, int n) {
  int state = 0;
#pragma omp parallel for scan(table : state)
  for (int i = 0; i < n; i++) {
    state = state ? table[state][c[i]] : 1; // expected-error {{[OS144]}}
    y[i] = state;
  }
}

void real(double *y, const unsigned char *c, int n) {
  double state = 0;
#pragma omp parallel for scan(table : state)
  for (int i = 0; i < n; i++) {
    state = next[(int)state]; // expected-error {{'state' of type 'double' cannot be scanned by 'table', which supports only integers [OS145]}}
    y[i] = state;
  }
}
