"""What is compared: one file a section. A section's `run` gives its cases."""
