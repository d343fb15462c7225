"""The guard against forged requests, on every form and every JSON write."""

from flask_wtf import CSRFProtect

csrf = CSRFProtect()
