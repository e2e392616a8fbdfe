{ lib, stdenv, fetchurl, cmake, ninja, llvmPackages_22, opencl-headers, opencl-clhpp, ocl-icd
, libmd }:

stdenv.mkDerivation rec {
  pname = "ompscan";
  version = "@VERSION@";

  src = fetchurl {
    url = "@ADDRESS@/releases/ompscan-${version}.tar.gz";
    sha256 = "@SHA256@";
  };

  nativeBuildInputs = [ cmake ninja ];
  buildInputs = [
    llvmPackages_22.llvm.dev
    llvmPackages_22.libclang.dev
    llvmPackages_22.openmp
    opencl-headers
    opencl-clhpp
    ocl-icd
    libmd
  ];
  propagatedBuildInputs = [ llvmPackages_22.clang ];

  cmakeFlags = [
    "-DOMPSCAN_LLVM_VERSIONS=22"
    "-DOMPSCAN_LLVM_CONFIG_22=${llvmPackages_22.llvm.dev}/bin/llvm-config"
    "-DOMPSCAN_BUILD_TESTS=OFF"
    "-DOMPSCAN_MPI=OFF"
  ];

  meta = {
    description = "Loops with prefix computations in parallel, by a plugin for Clang";
    homepage = "@ADDRESS@";
    license = [ lib.licenses.asl20 lib.licenses.llvm-exception ];
    platforms = lib.platforms.linux;
  };
}
