#include "scan-2.c"
