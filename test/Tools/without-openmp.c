// UNSUPPORTED: openmp-copy
// RUN: rm -rf %t && mkdir -p %t

// A Clang without an OpenMP runtime. Its status is kept.
// RUN: echo '#!/bin/sh' > %t/bare
// RUN: echo 'case $1 in --version) exec %clang --version ;; esac' >> %t/bare
// RUN: echo 'case $1 in -print-file-name=libomp.so) echo libomp.so; exit ;; esac' >> %t/bare
// RUN: echo 'case $1 in -print-*) exec %clang "$1" ;; esac; exit 3' >> %t/bare
// RUN: chmod +x %t/bare
// RUN: env OMPSCAN_CLANG=%t/bare sh -c '%ompscan_tools/ompscan-clang %s; echo status $?' \
// RUN:   2>&1 | %filecheck --check-prefix=BARE %s
// RUN: not %ompscan_tools/ompscan-config --clang %t/bare --check 2>&1 \
// RUN:   | %filecheck --check-prefix=BARE-CONFIG %s

// BARE: ompscan-clang: note: '{{.*}}/bare' finds no libomp.so, the OpenMP runtime; on Debian: apt-get install libomp-{{[0-9]+}}-dev
// BARE-NEXT: status 3
// BARE-CONFIG: ompscan-config: note: '{{.*}}/bare' finds no libomp.so

// A Clang that looks for it only to link programs with OpenMP.
// RUN: mkdir %t/lib && touch %t/lib/libomp.so
// RUN: sed '2i [ "$1 $2" != "-fopenmp -###" ] || { echo " \\"-L%t/lib\\""; exit; }' %t/bare > %t/links
// RUN: chmod +x %t/links
// RUN: env OMPSCAN_CLANG=%t/links sh -c '%ompscan_tools/ompscan-clang %s; echo status $?' \
// RUN:   2>&1 | %filecheck --check-prefix=LINKS %s

// LINKS-NOT: note:
// LINKS: status 3

int main(void) { return 0; }
