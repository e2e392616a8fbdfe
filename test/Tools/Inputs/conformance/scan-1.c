static int x[1000], y[1000];
int main(void) {
  int s = 0;
  for (int i = 0; i < 1000; i++)
    x[i] = 1;
#pragma omp parallel for reduction(inscan, + : s)
  for (int i = 0; i < 1000; i++) {
    s += x[i];
#pragma omp scan inclusive(s)
    y[i] = s;
  }
  return s != 1000 || y[499] != 500;
}
