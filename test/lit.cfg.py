# The lit suite: every test under test/, once for each LLVM release.
#
# Part of the OmpScan project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
A test is a C or C++ file with RUN lines; lit's own shell runs them, so pipes,
redirections, &&, `not` and `env` work, and nothing else of a shell does.

Compiling
  %clang, %clangxx   the drivers of this release, with no arguments
  %ompscan_flags     -fopenmp and the plugin
  %ompscan_native_flags
                     the same with machine code of the host, which
                     %ompscan_flags leaves out where loops run by OpenCL; for
                     this processor alone, unless --param long=1 is given
  %opt               -O0, which takes half of Clang's time; -O1 with --param long=1,
                     and on a device, where programs take more elements. The plugin
                     optimizes the loops' own machine code in any case
  %ompscan_all_versions_flags
                     the same with the versions for all processors
  %ompscan_libs      the runtime, to link with; by gold, if there is one, unless
                     --param long=1 is given
  %ompscan_include   the directory of <ompscan/...>, as an option
  %asan              AddressSanitizer on the host side
  %ompscan_clang, %ompscan_clangxx
                     the wrappers of the build tree, told to use this release
  %ompscan_tools     the directory of the wrappers
  %plugin            the plugin's file
  %llvm_include      the directory of LLVM's and Clang's headers
  %cc1_verify        clang -cc1 -fsyntax-only -verify with plugin and OpenMP;
                     C headers are found, for C++ ones use %verify
  %verify            the same through the C driver; comment prefixes are given
                     as -Xclang -verify=<prefix>
  %ptx               compiles kernels to PTX, in a shape that an NVIDIA device of
                     compute capability 9.0 may get for a type of 8 bytes
  %ptx_text          options for PTX in the objects as text
  %offload_flags     Clang's own offload to the host, with %ompscan_native_flags;
                     links with libomptarget
  %assemble_ptx      assembles the PTX of object files by ptxas
  %nvcc, %cudart     the compiler of a CUDA toolkit; the library to link with
Running
  %long              runs what follows with --param long=1 only: for example what
                     Oclgrind runs in a shorter form
and (all with a time limit, and OMP_TARGET_OFFLOAD=MANDATORY unless the
test says `env OMP_TARGET_OFFLOAD=... %run`)
  %run               with the runtime; programs that use Inputs/scan_test.h take no
                     more than 100,003 elements on PoCL unless they are given a
                     number, or --param long=1
  %run_tiny          with the runtime whose tiles are tiny (with --param device=cuda
                     as %run); programs that use
                     Inputs/scan_test.h take no more than 10,007 elements unless
                     --param long=1 is given
  %run_oclgrind      as %run_tiny, under Oclgrind: fails also where a kernel has
                     a data race, or reads or writes what it may not; nothing is
                     run where Oclgrind is not installed. Of sizes around that of
                     a tile, only the largest is run unless --param long=1 is given
  %run_oclgrind_in_place  the same without data races, for what a single pass
                     does in place
  %oclgrind_size     30, the most elements that Oclgrind runs: two tiny tiles are full,
                     and a third is not. 150 with --param long=1, where sums of tiles
                     fill a tile; the tests of the sample below always have them
  %tiny_dir          the directory of that library
  %fake_cuda         the directory of a libcuda.so.1 without a GPU, for
                     LD_LIBRARY_PATH (Support/fake_cuda.cpp)
  %opencl_layer      the library of Support/opencl_layer.cpp, which makes
                     OpenCL calls fail and counts them
  %fault_step        5: every fifth call fails alone, and all calls from every
                     25th one on; 1 with --param long=1
  %mpi_flags, %mpi_libs
                     compile and link with libompscan-mpi and MPI
  %mpich_flags, %mpich_libs
                     compile with MPICH, and link with it
  %mpirun N, %mpichrun N
                     runs with N ranks on the host's cores, with a time limit of
                     its own
Checking
  %filecheck         FileCheck of this release
  %python            the Python that runs lit

Features, for REQUIRES and UNSUPPORTED
  clang-<N>          the release
  primary            the release is the newest one of the build
  oclgrind           Oclgrind is there
  mpi                libompscan-mpi is built, and nothing is instrumented
  mpich              the same, with another MPI than MPICH, which is installed
  archer             Archer listens to libomp, for ThreadSanitizer
  benchmarks         the benchmarks are built
  libclc             the build has functions of libclc for nvptx64 (%libclc)
  matplotlib         the Python that runs lit has matplotlib
  omptarget          LLVM's libomptarget and Clang's linker for it are installed
  ptxas              the assembler of a CUDA toolkit is installed
  nvcc               the compiler of a CUDA toolkit is installed
  ptx, spirv         this release makes PTX, and SPIR-V
  primitives-ptx     the runtime has PTX of primitives
  openmp-copy        the build has a copy of the OpenMP runtime of its own
  primitives-clang   this Clang compiles primitives for the runtime
  sm_90              this release knows the processor that %ptx compiles for
  motion-iterators   this release takes iterators in `target update`
  order-modifiers    this release takes `order(reproducible: concurrent)`
  long               the suite was started with --param long=1
  shared-memory      loops run on the host, and mapped data is not a second copy
                     (--param device=host, device=none)
  no-device          no device runs a loop, nor reports one (--param device=none)
  cuda               loops run through CUDA, the only device, which compiles no
                     text (--param device=cuda)

Programs find PoCL only, whatever the machine has. Another device is taken by
naming its ICD file: lit --param icd=/etc/OpenCL/vendors/nvidia.icd; with --param
device=opencl, only the tests of loops run there.

Loops run by the algorithm that is best for the device, where a test does not
ask for another one. All are run by one of them with, for example,
lit --param algorithm=three-kernel, and only the tests that run loops whatever
the algorithm then: those of LOOPS, below. lit --param device=host runs the same
tests on the host's cores, by the machine code of the loops, and nothing under
Oclgrind: a sample of the programs, and all of them with --param long=1. --param
threads=N gives OpenMP N threads, where a test does not say otherwise, and --param
threads=1,2,16 runs each program with each of these numbers in turn
(Support/run_for_threads.sh). On the host's cores it does so with several numbers
anyway, unless --param long=1 is given. With --param device=cuda programs have PTX
and run on a GPU through CUDA; --param kernels=opencl,spirv gives them SPIR-V for a
device that takes it. With --param
device=none all loops run in the calling thread, without a call of the
runtime where they can (OMP_TARGET_OFFLOAD=DISABLED).

In a build with OMPSCAN_SANITIZE the test programs are instrumented as the
runtime is, and nothing runs under Oclgrind. With --param valgrind=1 programs run
under Valgrind. scripts/sanitize.sh does both.
"""

import glob
import importlib.util
import os
import shlex
import shutil
import subprocess

import lit.formats

config.name = f"OmpScan-{config.release}"
config.suffixes = [".c", ".cpp", ".test"]
config.excludes = ["Fuzz", "Inputs", "Support", "packaging"]
config.test_format = lit.formats.ShTest(execute_external=False)
config.test_source_root = os.path.dirname(__file__)


def command(*words):
    return " ".join(shlex.quote(word) for word in words)


def directory_of_omp_header():
    """Debian keeps omp.h with one release of Clang only; see tools/."""
    if config.openmp_copy:
        return config.openmp_copy
    for bin_dir in [config.llvm_bin_dir] + config.all_llvm_bin_dirs:
        root = os.path.join(os.path.dirname(bin_dir), "lib", "clang")
        for release in os.listdir(root) if os.path.isdir(root) else []:
            directory = os.path.join(root, release, "include")
            if os.path.exists(os.path.join(directory, "omp.h")):
                return directory
    return None


if importlib.util.find_spec("matplotlib"):
    config.available_features.add("matplotlib")

# What scripts/check-pages.py needs, with the Python that Debian's packages are for.
if shutil.which("chromium") and shutil.which("chromedriver") and \
        os.path.exists("/usr/lib/python3/dist-packages/selenium"):
    config.available_features.add("browser")

if lit_config.params.get("long", "0") not in ("0", ""):
    config.available_features.add("long")

# In a build with a sanitizer, programs are instrumented as the runtime is.
instrument = []
if config.sanitize:
    instrument = [f"-fsanitize={config.sanitize}", "-fno-omit-frame-pointer",
                  "-gline-tables-only"]
    config.oclgrind = ""

# Loops that run by OpenCL need no machine code, which takes most of the time
# that Clang takes. On the host nothing runs OpenCL.
without_native = ["-fplugin-arg-ompscan-no-native"]
device = lit_config.params.get("device")
if device:
    config.oclgrind = ""
if device == "host":
    without_native = []
# Machine code in one version in place of three takes a third of the time.
versions = []
if config.multiarch.startswith("x86_64") and \
        "long" not in config.available_features:
    versions = ["-march=native"]
    # Clang 18 and 19 warn of features that they find where there is AVX10.1.
    if int(config.release) >= 18:
        versions.append("-Wno-invalid-feature-combination")
# All loops have to have PTX where they run through CUDA. Elsewhere it takes as much
# time again for nothing.
kernels = lit_config.params.get("kernels",
                                "opencl,ptx" if device == "cuda" else "opencl")
forms = [f"-fplugin-arg-ompscan-kernels={kernels}"]

clang = os.path.join(config.llvm_bin_dir, "clang")
plugin = os.path.join(config.lib_dir, f"ClangOmpScan-{config.release}.so")
headers = config.clang_headers

# Clang 15 and 16 compile OpenMP 5.0, unless they are told to compile 5.1 as the others
# do.
version = ["-fopenmp-version=51"] if int(config.release) < 17 else []
flags = ["-fopenmp", f"-fplugin={plugin}"]
cc1_flags = ["-fopenmp", *version, "-load", plugin, "-internal-isystem", headers,
             "-internal-externc-isystem",
             os.path.join("/usr/include", config.multiarch),
             "-internal-externc-isystem", "/usr/include"]
omp_headers = directory_of_omp_header()
if omp_headers and not os.path.samefile(omp_headers, headers):
    flags += ["-idirafter", omp_headers]
    cc1_flags += ["-idirafter", omp_headers]

# Programs link with the copy of the OpenMP runtime, if there is one, and find it.
# A path to run with is a file to link, which precompiled headers cannot have.
openmp, openmp_libs = [], []
if config.openmp_copy:
    openmp = ["--start-no-unused-arguments", f"-L{config.openmp_copy}",
              "--end-no-unused-arguments"]
    openmp_libs = [f"-Wl,-rpath,{config.openmp_copy}"]

# Under the sanitizer a deadlock would last until the limit, too.
limit = ["timeout", "--kill-after=10", config.run_limit]
support = os.path.join(config.test_source_root, "Support")
if lit_config.params.get("valgrind", "0") not in ("0", ""):
    limit[-1] = str(10 * int(config.run_limit))
    limit += ["valgrind", "--quiet", "--error-exitcode=9",
              f"--suppressions={os.path.join(support, 'valgrind.supp')}"]
threads = tiny_threads = lit_config.params.get("threads", "")
if not threads and device == "host" and len(limit) == 3 and \
        "long" not in config.available_features:
    # What several threads do wrong is seen with more of them than there are cores.
    # Each tiny tile waits for the one before, whose thread may have to wait for a
    # core.
    threads = "1:10007,2:10007,3:10007,5:100003,16:100003,default"
    tiny_threads = "1:10007,2:10007,3:10007,5:1009,16:1009,default"


def with_threads(numbers):
    several = [os.path.join(support, "run_for_threads.sh"), numbers]
    return several * ("," in numbers) + limit


tiny = ["env"]
# The tiles of PTX have one size, and teams of other sizes have none.
if device != "cuda":
    tiny.append(f"LD_LIBRARY_PATH={config.tiny_lib_dir}")
sparse = []
if "long" not in config.available_features:
    # A million elements are 83,000 tiny tiles, and show nothing that 10,007 do
    # not.
    tiny.append("SCAN_TEST_LIMIT=10007")
    # One element more than full tiles have shows Oclgrind full tiles, too.
    sparse = ["SCAN_TEST_SPARSE=1"]
simulator = [config.oclgrind or "none",
             os.path.join(config.test_exec_root, "..",
                          "oclgrind-write-buffer.so")]
oclgrind = [config.python, os.path.join(support, "run_under_oclgrind.py")]

# Open MPI asks for leave to run as root, and to have more ranks than cores.
mpi_environment = ["env", "-u", "OMPSCAN_DEVICE", "OMP_TARGET_OFFLOAD=DEFAULT",
                   "OMP_NUM_THREADS=2", "OMPI_ALLOW_RUN_AS_ROOT=1",
                   "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1",
                   "OMPI_MCA_rmaps_base_oversubscribe=1", "timeout",
                   "--kill-after=5", "60"]
mpirun = [*mpi_environment, config.mpi_run or "none", "-n"]
mpich = shutil.which("mpicxx.mpich")
mpichrun = shutil.which("mpiexec.mpich")
# The compiler, and what it is called with.
mpich_words = subprocess.run([mpich, "-show"], check=True, capture_output=True,
                             text=True).stdout.split()[1:] if mpich else []

# gold takes a sixth of the time that GNU ld takes to link with the runtime.
linker = []
if "long" not in config.available_features and shutil.which("ld.gold"):
    linker = ["-fuse-ld=gold"]

# LLVM's libomptarget, whose package may not be installed beside another libomp; see
# scripts/setup.sh.
omptarget = next((directory for directory in
                  (os.path.join(config.test_source_root, "..", "offload"),
                   os.path.join(config.llvm_bin_dir, "..", "lib"))
                  if os.path.exists(os.path.join(directory, "libomptarget.so")) and
                  glob.glob(os.path.join(directory,
                                         f"libomptarget.so.{config.release}.*"))),
                 None)
architecture = config.multiarch.split("-")[0]
offload = ["-fopenmp-targets=" + architecture +
           ("-pc" if architecture == "x86_64" else "-unknown") + "-linux-gnu",
           "--start-no-unused-arguments", f"-L{omptarget}",
           f"-Wl,-rpath,{omptarget}", "--end-no-unused-arguments"]

libclc = os.path.join(config.lib_dir, "ompscan",
                      f"libclc-nvptx64-{config.release}.bc")
ptxas = shutil.which("ptxas") or shutil.which("/usr/local/cuda/bin/ptxas")
nvcc = shutil.which("nvcc") or shutil.which("/usr/local/cuda/bin/nvcc")
wrappers = {driver: command("env", f"OMPSCAN_CLANG={clang}",
                            os.path.join(config.bin_dir, f"ompscan-{driver}"),
                            *forms, *instrument)
            for driver in ("clang", "clang++")}

# The names are matched as whole words: %run is not a part of %run_tiny.
for name, value in {
    "clang": command(clang, *version, *openmp, *instrument),
    "clangxx": command(clang + "++", *version, *openmp, *instrument),
    "clang_path": command(clang),
    "release": config.release,
    "ompscan_flags": command(*flags, *forms,
                             *(without_native or versions)),
    "ompscan_native_flags": command(*flags, *forms, *versions),
    "offload_flags": command(*flags, *forms, *versions, *offload),
    "opt": "-O1" if device or "long" in config.available_features else
           "-O0",
    "ompscan_all_versions_flags": command(*flags, *forms),
    "ompscan_libs": command(f"-L{config.lib_dir}", "-lompscan",
                            f"-Wl,-rpath,{config.lib_dir}", *openmp_libs,
                            "-Wl,--enable-new-dtags", *linker),
    "ompscan_include": command(f"-I{config.include_dir}"),
    "asan": "" if instrument else
            "-fsanitize=address -fno-omit-frame-pointer",
    "ompscan_clang": wrappers["clang"],
    "ompscan_clangxx": wrappers["clang++"],
    "ompscan_tools": command(config.bin_dir),
    "plugin": command(plugin),
    "cc1_verify": command(clang, "-cc1", *cc1_flags, "-fsyntax-only",
                          "-verify"),
    "verify": command(clang, *version, *flags, "-fsyntax-only", "-Xclang", "-verify"),
    "ptx": command(clang, "-cc1", "-triple", "nvptx64-nvidia-nvcl",
                   "-target-cpu", "sm_90", "-target-feature", "+ptx78",
                   "-internal-isystem", headers, "-finclude-default-header",
                   "-x", "cl", "-cl-std=CL1.2", "-w", "-O1", "-S",
                   "-DOMPSCAN_PTX=90", "-DOMPSCAN_GROUP=128",
                   "-DOMPSCAN_ITEMS=16", "-DOMPSCAN_VECTOR=4",
                   "-DOMPSCAN_ALIGNED=1", "-DOMPSCAN_ITEM_SIZE=8"),
    "ptx_text": "-fplugin-arg-ompscan-kernels=opencl,ptx "
                "-fplugin-arg-ompscan-no-compression",
    "assemble_ptx": command(config.python,
                            os.path.join(support, "assemble_ptx.py"),
                            ptxas or "none"),
    "nvcc": command(nvcc or "none"),
    "cudart": command("-L" + os.path.join(os.path.dirname(nvcc or ""), "..",
                                          "lib64"),
                      "-lcudart_static", "-ldl", "-lrt", "-lpthread"),
    "long": "" if "long" in config.available_features else "true",
    "run": command(*with_threads(threads)),
    "run_tiny": command(*tiny, *with_threads(tiny_threads)),
    "run_oclgrind": command(*tiny, *sparse, *with_threads(tiny_threads),
                            *oclgrind, *simulator),
    "run_oclgrind_in_place": command(*tiny, *sparse,
                                     *with_threads(tiny_threads), *oclgrind,
                                     "--in-place", *simulator),
    # As in WithOptimization of runtime/test/RowsTest.cpp.
    "bundles": "env -u POCL_EXTRA_BUILD_FLAGS OMPSCAN_ROWS=bundle",
    "oclgrind_size": "150" if "long" in config.available_features else "30",
    "tiny_dir": command(config.tiny_lib_dir),
    "opencl_layer": command(os.path.join(config.test_exec_root, "..",
                                         "opencl-layer.so")),
    "fault_step": "1" if "long" in config.available_features else "5",
    "fake_cuda": command(os.path.join(config.test_exec_root, "..",
                                      "fake-cuda")),
    "mpich_flags": command("-DMPICH_SKIP_MPICXX",
                           *(w for w in mpich_words if w.startswith("-I"))),
    "mpich_libs": command(*(w for w in mpich_words if w.startswith("-l"))),
    "mpichrun": command(*mpi_environment, mpichrun or "none", "-n"),
    "mpi_flags": command("-DOMPI_SKIP_MPICXX", "-DMPICH_SKIP_MPICXX",
                         *(word for each in config.mpi_include_dirs
                           for word in ("-isystem", each))),
    "mpi_libs": command("-lompscan-mpi", *config.mpi_libraries),
    "mpirun": command(*mpirun),
    "libclc": command(libclc),
    "llvm_dis": command(os.path.join(config.llvm_bin_dir, "llvm-dis")),
    "filecheck": command(os.path.join(config.llvm_bin_dir, "FileCheck")),
    "llvm_include": command(os.path.join(config.llvm_bin_dir, "..", "include")),
    "python": command(config.python),
}.items():
    config.substitutions.append((f"%{name}\\b", value))

config.available_features.add(f"clang-{config.release}")
if config.openmp_copy:
    config.available_features.add("openmp-copy")
if config.release == config.primary_release:
    config.available_features.add("primary")
if config.oclgrind:
    config.available_features.add("oclgrind")
else:
    lit_config.note("Oclgrind is not used: %run_oclgrind runs nothing")
if config.mpi_run and not config.sanitize:
    config.available_features.add("mpi")
    if mpich and mpichrun and not any("mpich" in each for each in
                                      config.mpi_include_dirs):
        config.available_features.add("mpich")
if config.benchmarks in ("ON", "1", "TRUE"):
    config.available_features.add("benchmarks")
if os.path.exists(libclc):
    config.available_features.add("libclc")
if omptarget and not config.sanitize and os.path.exists(
        os.path.join(config.llvm_bin_dir, "clang-linker-wrapper")):
    config.available_features.add("omptarget")
if ptxas:
    config.available_features.add("ptxas")
if nvcc:
    config.available_features.add("nvcc")
# Clang 16 has the back end, and makes invalid code for it.
if int(config.release) >= 17:
    config.available_features.add("ptx")
if int(config.release) >= 16:
    config.available_features |= {"sm_90", "order-modifiers"}
if int(config.release) >= 22:
    config.available_features.add("motion-iterators")
if "spirv64" in subprocess.run([clang, "--print-targets"], check=True,
                               stdout=subprocess.PIPE, text=True).stdout:
    config.available_features.add("spirv")

# A release that is not the newest runs a sample of the programs, and all of them
# in the long run only: what a program computes depends on the release through
# the AST alone, which the other tests look at. So does another device, for which
# the same hooks and templates are compiled. On PoCL the programs outside of the
# sample run with tiny tiles, by which few elements reach every level, and with
# normal tiles in the long run: PoCL takes seconds to compile a program's kernels.
PROGRAMS = ["Programs", "Operators", "Generator"]
DIRECTIVES = ["Data", "Examples", "Target"]
LOOPS = PROGRAMS + DIRECTIVES + ["Regressions"]
SAMPLE = {
    "accumulators.cpp",
    "box-filter.test",
    "classes.cpp",
    "containers.cpp",
    "clauses-variables.cpp",
    "depend.c",
    "dialects.cpp",
    "directives.c",
    "forms.c",
    "lambdas.cpp",
    "lists.c",
    "loops.c",
    "members.cpp",
    "operator-add.c",
    "random-c-1.test",
    "random-cxx-1.test",
    "regions.c",
    "templates.cpp",
    "thesis-fibonacci.cpp",
    "thesis-polynomial.c",
    "thesis-prefix-sum.c",
    "thesis-radix-sort.c",
    "thesis-stream-compaction.c",
}
if device:
    # What is different on a device: data in place, rows, floating-point numbers,
    # several passes.
    SAMPLE |= {"columns.c", "fused-fills.c", "reproducible.c", "rotation.c",
               "row-batches.c", "guarded-subscripts.c", "indirect-subscripts.c",
               "passes.cpp", "placement.c", "selection-in-place.c"}
# Read by lit.local.cfg of these areas: lit.cfg would exclude a name everywhere.
config.left_out = set()
if (device or "primary" not in config.available_features) and \
        "long" not in config.available_features:
    sampled = PROGRAMS if device else LOOPS
    for area in sampled:
        files = os.listdir(os.path.join(config.test_source_root, area))
        config.left_out |= {(area, name) for name in files if name not in SAMPLE}


config.environment.update({
    "OMP_TARGET_OFFLOAD": "MANDATORY",
    "OMPSCAN_DEVICE": "opencl",
    "OMPSCAN_SHORT_LOOP": "0", # Devices run loops of any length.
    "OCL_ICD_VENDORS": lit_config.params.get("icd", config.icd),
    # Kernels that were built once are found again by the next run, in PoCL's own
    # cache. To fill the runtime's as well, PoCL compiles every kernel of a program
    # a second time, for groups of any size: only a long run does that.
    "OMPSCAN_CACHE": os.path.join(config.test_exec_root, "..", "ompscan-cache")
                     if "long" in config.available_features else "off",
    "POCL_CACHE_DIR": os.path.join(config.test_exec_root, "..", "pocl-cache"),
    "LC_ALL": "C",
})
if not device and "long" not in config.available_features:
    # Ten times as many run where a test asks for them.
    config.environment["SCAN_TEST_LIMIT"] = "100003"
if "long" not in config.available_features:
    # Threads of OpenMP that wait leave their core to other tests, which takes a
    # fraction of the time on few cores.
    config.environment["OMP_WAIT_POLICY"] = "passive"
for name in ("POCL_EXTRA_BUILD_FLAGS", "COMPILER_PATH",
             "CL_CONFIG_CPU_VECTORIZER_MODE"):
    if name in os.environ:
        config.environment[name] = os.environ[name]
if "thread" in config.sanitize:
    # What orders the threads of OpenMP, for ThreadSanitizer.
    config.available_features.add("archer")
    config.environment["OMP_TOOL_LIBRARIES"] = os.path.join(
        config.llvm_bin_dir, "..", "lib", "libarcher.so")
if not instrument:
    # OpenCL implementations keep what they allocate until the process ends, and
    # NVIDIA's takes addresses that AddressSanitizer would keep free.
    config.environment["ASAN_OPTIONS"] = "detect_leaks=0:protect_shadow_gap=0"
if threads and "," not in threads:
    config.environment["OMP_NUM_THREADS"] = threads
algorithm = lit_config.params.get("algorithm")
if algorithm:
    config.environment["OMPSCAN_ALGORITHM"] = algorithm
if device == "none":
    config.environment["OMP_TARGET_OFFLOAD"] = "DISABLED"
elif device:
    config.environment["OMPSCAN_DEVICE"] = device
if device == "cuda":
    config.available_features.add("cuda")
if os.path.exists(os.path.join(config.lib_dir, "ompscan", "primitives.ptx")):
    config.available_features.add("primitives-ptx")
if os.path.exists(os.path.join(config.lib_dir, "ompscan",
                               f"ProgramCompiler-{config.release}.so")):
    config.available_features.add("primitives-clang")
if device == "none":
    config.available_features.add("no-device")
if device in ("host", "none"):
    config.available_features.add("shared-memory")
if algorithm or device:
    config.excludes += [
        area for area in os.listdir(config.test_source_root)
        if area not in LOOPS
    ]
os.makedirs(config.environment["POCL_CACHE_DIR"], exist_ok=True)
