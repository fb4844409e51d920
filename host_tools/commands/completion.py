"""The command that teaches a shell to complete the others: `wondertable completion`."""

import click
from click.shell_completion import get_completion_class

from host_tools.texts.echo import echo_file

NAME, VARIABLE = "wondertable", "_WONDERTABLE_COMPLETE"


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print the lines that let SHELL complete commands and options with the Tab key.

    Add them to your shell's start file once, then open a new terminal.

    \b
    Examples:
      wondertable completion bash >> ~/.bashrc
      wondertable completion zsh >> ~/.zshrc
      wondertable completion fish > ~/.config/fish/completions/wondertable.fish
    """
    from host_tools.cli import main

    scripts = get_completion_class(shell)
    assert scripts is not None  # click has all three
    echo_file(scripts(main, {}, NAME, VARIABLE).source() + "\n")
