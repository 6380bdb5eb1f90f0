# The lit suite: every .c .cc .cpp .ll and .test file below test/ that has RUN lines.
# Substitutions and features are described in docs/testing.md.
import os
import shutil

import lit.formats

config.name = "rbcheck"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".c", ".cc", ".cpp", ".ll", ".test"]
config.excludes = ["Inputs", "reference", "unit"]
config.test_source_root = os.path.join(config.rb_source_dir, "test")
config.test_exec_root = os.path.join(config.rb_build_dir, "test")

plugin = os.path.join(config.rb_build_dir, "lib", "RbCheckPass.so")
include = os.path.join(config.rb_source_dir, "runtime", "include")
exits = os.path.join(config.test_source_root, "exits.py")
python = f"{config.rb_python} -I -S"

# \b: %clang must not match the head of a longer name.
config.substitutions += [
    (r"%rbcc\b", f"{config.rb_clang} -g -O0 -fpass-plugin={plugin} "
                 "-Xclang -fsanitize-address-use-after-scope "
                 f"-I{include} -emit-llvm -c"),
    (r"%native\b", f"{config.rb_clang} -g -O0 -w -I{include} -DRBCHECK_NATIVE "
                   "-pthread -lm"),
    (r"%clang\b", config.rb_clang),
    (r"%opt\b", f"{config.rb_opt} -load-pass-plugin={plugin}"),
    (r"%exits\b", f"{python} {exits}"),
    (r"%same\b", f"{python} {os.path.join(config.test_source_root, 'same.py')} "
                 f"{config.rb_clang} {plugin} {include} %t"),
    (r"%python\b", python),
    (r"%lit\b", f"{config.rb_python} {config.rb_lit}"),
    (r"%plugin\b", plugin),
    (r"%include\b", include),
    (r"%root\b", config.rb_source_dir),
    (r"%build\b", config.rb_build_dir),
]

# FileCheck, not, count, split-file and rbcheck are found here.
config.environment["PATH"] = os.pathsep.join([
    os.path.join(config.rb_build_dir, "bin"),
    config.rb_llvm_tools_dir,
    os.environ.get("PATH", ""),
])

# Builds without MPI cannot be run by mpirun.
if config.rb_mpirun:
    config.available_features.add("mpi")
    config.substitutions.append(
        (r"%mpirun\b", f"{config.rb_mpirun} --allow-run-as-root --oversubscribe"))

# Debian's chromium, or what test/html/browser.py takes as well.
if any(map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))):
    config.available_features.add("browser")

# Bitcode of test frameworks is compiled once for all tests and runs.
config.environment["XDG_CACHE_HOME"] = os.path.join(
    config.test_exec_root, "cache")

# Scripts start a tool once for many runs (test/starts).
if not config.rb_sanitize:
    config.environment["RB_ZYGOTE"] = os.path.join(
        config.rb_build_dir, "lib", "rbcheck-zygote.so")

# The same output everywhere.
config.environment["NO_COLOR"] = "1"
config.environment["LC_ALL"] = "C"
config.environment["TZ"] = "UTC"

# %exits ends a command after this many seconds; slow builds get more.
timeout = 100
if config.rb_build_type == "Debug":
    timeout = 300
    config.available_features.add("debug")
if config.rb_sanitize:
    timeout = 400
    config.available_features.add("asan")
    # A sanitizer's own report must not look like rbcheck's exit code 1. libLLVM
    # is not instrumented, so memory that its allocators poison proves nothing.
    config.environment["ASAN_OPTIONS"] = (
        "exitcode=97:allow_user_poisoning=0:detect_stack_use_after_return=0")
    config.environment["UBSAN_OPTIONS"] = "print_stacktrace=1:exitcode=97"
    config.environment["ASAN_SYMBOLIZER_PATH"] = os.path.join(
        config.rb_llvm_tools_dir, "llvm-symbolizer")
config.environment["RBCHECK_TEST_TIMEOUT"] = str(timeout)

# Native replays in the debugger.
if shutil.which("gdb"):
    config.available_features.add("gdb")
