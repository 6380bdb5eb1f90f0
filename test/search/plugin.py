"""plugin.py CLANG LLVM_CONFIG ROOT SOURCE OUTPUT: compiles a search plug-in by hand."""
import subprocess
import sys

clang, config, root, source, output = sys.argv[1:]
include = subprocess.run([config, "--includedir"], check=True, capture_output=True,
                         text=True).stdout.strip()
subprocess.run([clang, "-std=c++20", "-shared", "-fPIC", "-fno-exceptions",
                "-fno-rtti", f"-I{root}", "-isystem", include, source, "-o", output],
               check=True)
