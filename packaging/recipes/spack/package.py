# Part of the OmpScan project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

from spack_repo.builtin.build_systems.cmake import CMakePackage, generator

from spack.package import *


class Ompscan(CMakePackage):
    """Loops with prefix computations in parallel, by a plugin for Clang."""

    homepage = "@ADDRESS@"
    url = "@ADDRESS@/releases/ompscan-@VERSION@.tar.gz"
    git = "@SOURCE@"

    license("Apache-2.0 WITH LLVM-exception")

    version("main", branch="main")
    version("@VERSION@", sha256="@SHA256@")

    variant("mpi", default=False, description="Build libompscan-mpi")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("cmake@3.25:", type="build")
    depends_on("ninja", type="build")
    depends_on("llvm@22+clang openmp=runtime", type=("build", "link", "run"))
    depends_on("opencl-icd-loader")
    depends_on("opencl-clhpp")
    depends_on("libmd")
    depends_on("mpi", when="+mpi")

    conflicts("platform=darwin")
    conflicts("platform=windows")

    generator("ninja")

    def cmake_args(self):
        config = self.spec["llvm"].prefix.bin.join("llvm-config")
        return [
            self.define("OMPSCAN_LLVM_VERSIONS", "22"),
            self.define("OMPSCAN_LLVM_CONFIG_22", config),
            self.define("OMPSCAN_BUILD_TESTS", self.run_tests),
            self.define_from_variant("OMPSCAN_MPI", "mpi"),
        ]
