"""The exceptions."""


class PapamuError(Exception):
    """The base class of all exceptions of this module."""


class InvalidArgument(PapamuError, ValueError):
    """A value that cannot be sent, such as a command of two lines or a negative time. Nothing was sent."""


class CommandFailed(PapamuError):
    """The engine answered `?`. Nothing has changed, and the engine keeps running."""

    def __init__(self, command: str, reason: str) -> None:
        super().__init__(f"{command}: {reason}")
        self.command = command
        """The command that failed."""
        self.reason = reason
        """The engine's error message."""


class BadReply(PapamuError):
    """The reply to a command is complete, but not in the expected form. The engine keeps running."""


class EngineTimeout(PapamuError):
    """The engine did not answer in time. It has been killed, because later replies could not be matched to their commands."""


class EngineDied(PapamuError):
    """The engine has ended, could not be started, or was killed because it printed something that is not a reply."""
