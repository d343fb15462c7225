"""The Chinchón scorekeeper: keeps the score of a real card table."""
