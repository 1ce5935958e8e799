"""What survives a power cut: journals, records, the tournament file. Knows the rules, knows no screen."""
