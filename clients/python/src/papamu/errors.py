"""What can go wrong."""


class PapamuError(Exception):
    """Anything that goes wrong with an engine."""


class CommandFailed(PapamuError):
    """The engine answered `?`. Nothing has changed, and the engine goes on."""

    def __init__(self, command: str, reason: str) -> None:
        super().__init__(f"{command}: {reason}")
        self.command = command
        """The command that failed."""
        self.reason = reason
        """The engine's words."""


class EngineTimeout(PapamuError):
    """The engine did not answer in time. It has been ended, because its answers no longer belong to their commands."""


class EngineDied(PapamuError):
    """The engine has ended, or could not be started."""
