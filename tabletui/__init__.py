"""What the judge sees and types: the full-screen app and the command line."""

__version__ = "0.1.0"
