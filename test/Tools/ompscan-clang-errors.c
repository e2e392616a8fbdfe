// Where there is no Clang that a plugin fits, the wrapper says what it found and
// what it needs. A compiler of another kind is made up here.

// RUN: rm -rf %t && mkdir -p %t/bin
// RUN: not env OMPSCAN_CLANG=%t/none %ompscan_tools/ompscan-clang -c %s 2>&1 \
// RUN:   | %filecheck --check-prefix=NONE %s

// RUN: printf '#!/bin/sh\necho "Apple clang version 22.0.0 (clang-2200)"\n' > %t/apple
// RUN: chmod +x %t/apple
// RUN: not env OMPSCAN_CLANG=%t/apple %ompscan_tools/ompscan-clang -c %s 2>&1 \
// RUN:   | %filecheck --check-prefix=APPLE %s

// RUN: printf '#!/bin/sh\necho "Some clang version 7.1.2 (x)"\necho "InstalledDir: /"\n' > %t/old
// RUN: chmod +x %t/old
// RUN: not env OMPSCAN_CLANG=%t/old %ompscan_tools/ompscan-clang -c %s 2>&1 \
// RUN:   | %filecheck --check-prefix=OLD %s

// A copy without plugins.
// RUN: mkdir %t/lib
// RUN: cp %ompscan_tools/ompscan-clang %t/bin/
// RUN: not %t/bin/ompscan-clang -c %s 2>&1 \
// RUN:   | %filecheck --check-prefix=NO-PLUGIN %s

// RUN: not %ompscan_tools/ompscan-config --nonsense 2>&1 \
// RUN:   | %filecheck --check-prefix=USAGE %s

// NONE: ompscan-clang: error: cannot run '{{.*}}/none'
// NONE-NEXT: ompscan-clang: note: supported: Clang {{[0-9]+.*}}apt-get install clang-
// APPLE: error: there is no plugin for '{{.*}}/apple', which is: Apple clang version 22.0.0
// APPLE-NEXT: note: supported:
// OLD: error: there is no plugin for '{{.*}}/old', which is: Some clang version 7.1.2
// NO-PLUGIN: error: there is no plugin (ClangOmpScan-<release>.so) in '{{.*}}/lib'
// USAGE: ompscan-config: error: unknown option '--nonsense'
// USAGE-NEXT: usage: ompscan-config
