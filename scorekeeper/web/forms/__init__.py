"""WTForms: from what was typed to what the service takes, with a sentence for everything that cannot be."""
