"""A simulated part at an I2C address that can be taken off the bus and put back."""

from abc import ABC, abstractmethod


class I2cPart(ABC):
    """Knows whether the part has power; a part that has none does not acknowledge."""

    def __init__(self) -> None:
        self.powered = True
        self.power_up()

    @abstractmethod
    def power_up(self) -> None:
        """Start with the settings that the part has after power-on."""

    def unplug(self) -> None:
        """Take the part off the bus: it loses its power and its settings."""
        self.powered = False
        self.power_up()

    def plug(self) -> None:
        """Put it back."""
        self.powered = True

    def need_power(self) -> None:
        """Raise OSError, as for a missing acknowledgement, while the part is unplugged."""
        if not self.powered:
            raise OSError(5, "EIO")
