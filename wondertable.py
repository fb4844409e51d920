"""The command as a module: `python -m wondertable`."""

from host_tools.cli import main

if __name__ == "__main__":
    main(prog_name="wondertable")
