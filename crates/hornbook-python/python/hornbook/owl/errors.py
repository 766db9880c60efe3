"""What goes wrong for reasons that its user can mend."""


class OwlError(Exception):
    """Bad input, or something that is missing. Its message is for people."""


class TooLong(OwlError):
    """A reasoner took longer than it was given."""
