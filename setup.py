"""Compile the rules ahead of time with mypyc where a C compiler is there, else leave them as is.

WONDERTABLE_COMPILE=0 never compiles; WONDERTABLE_COMPILE=1 fails where it cannot. An installed
package has the compiled modules beside their sources. An editable one is left alone: there
`python setup.py engine` makes a copy that is used while it fits (see card_db/compiled.py).
"""

import os
import shutil
import sys
import tempfile
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import ClassVar

from setuptools import Command, Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.errors import BaseError

sys.path.insert(0, str(Path(__file__).parent))
from card_db import compiled

WISH = os.environ.get("WONDERTABLE_COMPILE", "")
GROUP = "host_tools.rules.engine"  # the library that all compiled modules share
# Functions of the library call each other directly, not by a table that others could change.
DIRECT = [] if sys.platform == "win32" else ["-fno-semantic-interposition"]


def extensions(target: str | None = None) -> list[Extension]:
    """Return what is to be compiled, by way of C in a folder; nothing where it cannot be."""
    if WISH == "0":
        return []
    said = StringIO()
    try:
        _try_compiler()
        from mypyc.build import mypycify

        with redirect_stdout(said):
            paths = [str(path.relative_to(compiled.ROOT)) for path in compiled.sources()]
            options = {"opt_level": "2", "debug_level": "0", "group_name": GROUP}
            found = list(mypycify(paths, target_dir=target, **options))
            for extension in found:
                extension.extra_compile_args += DIRECT
            return found
    except (BaseError, ImportError, OSError, SystemExit) as error:
        if WISH == "1":
            sys.exit(f"The rules cannot be compiled: {error}\n{said.getvalue()}")
        print(f"The rules stay plain Python, which is slower: {error}", file=sys.stderr)
        return []


def _try_compiler() -> None:
    """Raise CompileError or OSError where no C compiler finds Python.h."""
    from setuptools._distutils.ccompiler import new_compiler
    from setuptools._distutils.sysconfig import customize_compiler, get_python_inc

    compiler = new_compiler()
    customize_compiler(compiler)
    with tempfile.TemporaryDirectory() as folder:
        probe = Path(folder) / "probe.c"
        probe.write_text("#include <Python.h>\n")
        compiler.compile([str(probe)], output_dir=folder, include_dirs=[get_python_inc()])


class Build(build_ext):
    """Compile all modules or none: they call each other directly."""

    def run(self) -> None:
        """Compile, or leave nothing half done."""
        try:
            super().run()
        except BaseError as error:
            if WISH == "1":
                raise
            print(f"The rules stay plain Python, which is slower: {error}", file=sys.stderr)
            for extension in self.extensions:
                Path(self.get_ext_fullpath(extension.name)).unlink(missing_ok=True)
            self.extensions = []


class Engine(Command):
    """Compile the rules for this source tree, into a place of their own."""

    user_options: ClassVar[list[tuple[str, str, str]]] = []

    def initialize_options(self) -> None:
        """There are no options."""

    def finalize_options(self) -> None:
        """There are no options."""

    def run(self) -> None:
        """Compile where the copy does not fit the sources any more."""
        digest = compiled.digest()
        if compiled.made_from() == digest:
            return
        compiled.PLACE.parent.mkdir(exist_ok=True)
        # Two may compile at once, and a table may start meanwhile: nobody sees half a copy.
        with tempfile.TemporaryDirectory(dir=compiled.PLACE.parent) as folder:
            made = Path(folder, "engine")
            self.distribution.ext_modules = extensions(folder)
            options = {"build_lib": str(made), "build_temp": str(Path(folder, "temp"))}
            build = self.reinitialize_command("build_ext", **options)
            build.ensure_finalized()
            build.run()
            if build.extensions:
                (made / compiled.STAMP.name).write_text(digest, "ascii")
                shutil.rmtree(compiled.PLACE, ignore_errors=True)
                made.rename(compiled.PLACE)


WHEEL = {"bdist_wheel", "build_ext", "install"} & set(sys.argv)
setup(
    ext_modules=extensions() if WHEEL else [],
    cmdclass={"build_ext": Build, "engine": Engine},
)
