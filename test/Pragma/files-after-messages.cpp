// RUN: %clangxx -std=c++20 %S/../Programs/Inputs/modules-messages.cppm --precompile -Rpass=ompscan -o %t.pcm %ompscan_flags 2>&1 | %filecheck %s
// RUN: %clangxx -std=c++20 -DMODULE -fsyntax-only %s -fmodule-file=m=%t.pcm %ompscan_flags
// RUN: %clangxx -std=c++20 -DMODULE -fsyntax-only %s -fmodule-file=m=%t.pcm -fopenmp
// RUN: %clangxx -std=c++20 -x c++-header %S/../Programs/Inputs/messages.h -Rpass=ompscan -o %t.pch %ompscan_flags 2>&1 | %filecheck %s
// RUN: %clangxx -std=c++20 -fsyntax-only %s -include-pch %t.pch %ompscan_flags
// CHECK-DAG: warning: {{.*}} [OS052]
// CHECK-DAG: remark: {{.*}} [OS080]

// A module, or a precompiled header, whose compilation gave a warning and a
// remark of the plugin is read by Clang with the plugin and without it.

#ifdef MODULE
import m;
#endif
void use(int *y, const int *x) { prefix(y, x, 1000); }
