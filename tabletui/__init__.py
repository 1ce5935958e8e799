"""What the judge sees and types: the full-screen app and the command line."""
