#!/usr/bin/env python3
# drop_vector_functions.py - Makes PoCL's library of functions smaller.
#
# Part of the OmpScan project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""drop_vector_functions.py LLVM INPUT OUTPUT

Copies a file of bitcode without the functions of vectors, halfs, images and
conversions, unless others call them. LLVM is the library that PoCL itself is
linked with. See pocl_without_vectors.sh.
"""

import ctypes
import re
import sys

INTERNAL = 8  # LLVMInternalLinkage
# Mangled: Dv4_f is float4, Dh is half. Sleef has functions for those of OpenCL.
DROPPED = re.compile(r"Dv\d|Dh|half|ocl_|convert_|^Sleef_")
KEPT = re.compile(r"v(load|store)\d")


def declared(library, name, result, *arguments):
    function = getattr(library, name)
    function.restype = result
    function.argtypes = arguments
    return function


class LLVM:
    def __init__(self, path):
        library = ctypes.CDLL(path)
        pointer, text, number = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int
        for name, *types in (
                ("ContextCreate", pointer),
                ("CreateMemoryBufferWithContentsOfFile", number, text,
                 ctypes.POINTER(pointer), ctypes.POINTER(text)),
                ("ParseBitcodeInContext2", number, pointer, pointer,
                 ctypes.POINTER(pointer)),
                ("GetFirstFunction", pointer, pointer),
                ("GetNextFunction", pointer, pointer),
                ("GetValueName2", text, pointer,
                 ctypes.POINTER(ctypes.c_size_t)),
                ("IsDeclaration", number, pointer),
                ("GetLinkage", number, pointer),
                ("SetLinkage", None, pointer, number),
                ("CreatePassBuilderOptions", pointer),
                ("RunPasses", pointer, pointer, text, pointer, pointer),
                ("WriteBitcodeToFile", number, pointer, text)):
            setattr(self, name, declared(library, "LLVM" + name, *types))

    def read(self, path):
        buffer, module = ctypes.c_void_p(), ctypes.c_void_p()
        message = ctypes.c_char_p()
        if (self.CreateMemoryBufferWithContentsOfFile(path.encode(), buffer,
                                                      message) or
                self.ParseBitcodeInContext2(self.ContextCreate(), buffer,
                                            module)):
            raise SystemExit(f"drop_vector_functions: cannot read {path}")
        return module

    def definitions(self, module):
        function, length = self.GetFirstFunction(module), ctypes.c_size_t()
        while function:
            if not self.IsDeclaration(function):
                yield self.GetValueName2(function, length).decode(), function
            function = self.GetNextFunction(function)


def main():
    library, source, target = sys.argv[1:]
    llvm = LLVM(library)
    module = llvm.read(source)
    linkages = {
        name: llvm.GetLinkage(function)
        for name, function in llvm.definitions(module)
        if DROPPED.search(name) and not KEPT.search(name)
    }
    for name, function in llvm.definitions(module):
        if name in linkages:
            llvm.SetLinkage(function, INTERNAL)
    if llvm.RunPasses(module, b"globaldce", None,
                      llvm.CreatePassBuilderOptions()):
        raise SystemExit("drop_vector_functions: the pass fails")
    for name, function in llvm.definitions(module):
        if name in linkages:
            llvm.SetLinkage(function, linkages[name])
    if llvm.WriteBitcodeToFile(module, target.encode()):
        raise SystemExit(f"drop_vector_functions: cannot write {target}")


main()
