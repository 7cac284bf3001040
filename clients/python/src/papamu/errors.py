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


class QueryFailed(PapamuError):
    """The analysis engine refused a query. Other queries are not affected."""

    def __init__(self, reason: str, field: str | None) -> None:
        super().__init__(f"{field}: {reason}" if field else reason)
        self.reason = reason
        """The engine's error message."""
        self.field = field
        """The field of the query that is wrong, such as "moves[3]"; `None` if it is the query as a whole."""


class BadReply(PapamuError):
    """The reply to a command or a query is complete, but not in the expected form. The engine keeps running."""


class EngineTimeout(PapamuError):
    """The engine did not answer in time. It has been killed, because later replies could not be matched to their commands."""


class EngineDied(PapamuError):
    """The engine has ended, could not be started, or was killed because it printed something that is not a reply."""
