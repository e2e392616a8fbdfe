static int y[1000];
int main(void) {
  int s = 0;
#pragma omp parallel for reduction(inscan, + : s)
  for (int i = 0; i < 1000; i++) {
    s += 1;
#pragma omp scan inclusive(s)
    y[i] = s;
  }
  return 1;
}
