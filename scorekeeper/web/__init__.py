"""HTTP: pages, forms, access, languages. Knows the service and the engine's types, never the store."""
