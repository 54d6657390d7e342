"""The model of the application, its messages and effects, the session, and the base classes of pages and tables."""
