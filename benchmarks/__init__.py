"""Measurements, run one by one: `python -m benchmarks.engine`."""
