"""Every sentence about codes, events, rules and money, in the person's language."""
