// Compiled without the plugin.
#include "files.h"

void negate_on_host(void) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < count; i++)
    values[i] = -values[i];
}
