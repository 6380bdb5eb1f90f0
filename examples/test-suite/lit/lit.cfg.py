# The lit suite of this project: every .cpp file in this folder is a test.
#   lit -v -Dout=/tmp/tickets .      with rbcheck and FileCheck on the path
import os
import shutil

import lit.formats

here = os.path.dirname(os.path.abspath(__file__))
config.name = "tickets"
config.test_format = lit.formats.ShTest()
config.suffixes = [".cpp"]
config.test_source_root = here
config.test_exec_root = lit_config.params.get("out", os.path.join(here, "out"))
for variable in ("XDG_CACHE_HOME", "GTEST_ROOT"):
    if variable in os.environ:
        config.environment[variable] = os.environ[variable]

rbcheck = shutil.which("rbcheck") or lit_config.fatal("rbcheck is not found")
# %error %s: rbcheck has to say `error`, and nothing else will do.
for code, verdict in enumerate(("no-error", "error", "inconclusive")):
    config.substitutions.append(
        (f"%{verdict} ", f"sh {here}/expect.sh {code} {rbcheck} -I{here}/.. "))

if os.path.isdir(os.environ.get("GTEST_ROOT", "/usr/src/googletest")):
    config.available_features.add("gtest")
