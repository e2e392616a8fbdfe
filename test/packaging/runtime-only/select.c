/* Calls a primitive, from a compiler without the plugin. */

#include <ompscan/primitives.h>
#include <stdio.h>

int main(void) {
  int data[] = {4, 8, 15, 16, 23, 42};
  const unsigned char flags[] = {0, 1, 0, 1, 0, 1};
  size_t kept = 0;
  if (ompscan_select_flagged(data, flags, 6, sizeof(int), NULL, &kept)) {
    puts(ompscan_last_error());
    return 1;
  }
  return kept == 3 && data[0] == 8 && data[1] == 16 && data[2] == 42 ? 0 : 1;
}
