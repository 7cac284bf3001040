"""What can go wrong."""


class PapamuError(Exception):
    """Anything that goes wrong with an engine."""


class InvalidArgument(PapamuError, ValueError):
    """A value that cannot be sent, such as a command of two lines or a negative time. Nothing was sent."""


class CommandFailed(PapamuError):
    """The engine answered `?`. Nothing has changed, and the engine goes on."""

    def __init__(self, command: str, reason: str) -> None:
        super().__init__(f"{command}: {reason}")
        self.command = command
        """The command that failed."""
        self.reason = reason
        """The engine's words."""


class BadReply(PapamuError):
    """The reply to a command is complete, but not the data that the command answers. The engine goes on."""


class EngineTimeout(PapamuError):
    """The engine did not answer in time. It has been ended, because its answers no longer belong to their commands."""


class EngineDied(PapamuError):
    """The engine has ended, could not be started, or was ended because it printed something that is not a reply."""
