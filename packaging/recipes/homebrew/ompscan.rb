class Ompscan < Formula
  desc "Loops with prefix computations in parallel, by a plugin for Clang"
  homepage "@ADDRESS@"
  url "@ADDRESS@/releases/ompscan-@VERSION@.tar.gz"
  sha256 "@SHA256@"
  license "Apache-2.0" => { with: "LLVM-exception" }
  head "@SOURCE@", branch: "main"

  depends_on "cmake" => :build
  depends_on "ninja" => :build
  depends_on "opencl-clhpp-headers" => :build
  depends_on "libmd"
  depends_on :linux
  depends_on "llvm@22"
  depends_on "opencl-icd-loader"

  def install
    llvm = Formula["llvm@22"]
    system "cmake", "-S", ".", "-B", "build", "-G", "Ninja",
           "-DOMPSCAN_LLVM_VERSIONS=22",
           "-DOMPSCAN_LLVM_CONFIG_22=#{llvm.opt_bin}/llvm-config",
           "-DOMPSCAN_BUILD_TESTS=OFF", "-DOMPSCAN_MPI=OFF", *std_cmake_args
    system "cmake", "--build", "build"
    system "cmake", "--install", "build"
  end

  test do
    system bin/"ompscan-config", "--check"
  end
end
