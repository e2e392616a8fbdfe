#include "files.h"

void put(void) {
#pragma omp target enter data map(to : values[0 : count])
}

void get(void) {
#pragma omp target exit data map(from : values[0 : count])
}

void scan_values(void) {
  int *y = values;
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < count; i++)
    y[i] = y[i - 1] + y[i];
}
