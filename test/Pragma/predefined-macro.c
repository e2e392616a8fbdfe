// RUN: %cc1_verify %s
// RUN: %clang -fsyntax-only -fplugin=%plugin %s
// RUN: %clang -fsyntax-only -fopenmp -DABSENT %s
// expected-no-diagnostics

// The plugin can be asked for.

#if defined(ABSENT) == defined(__OMPSCAN__)
#error "__OMPSCAN__ must be defined with the plugin only"
#endif

#if !defined(ABSENT) && __OMPSCAN__ < 1
#error "__OMPSCAN__ must be a version"
#endif
