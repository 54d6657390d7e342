"""The application: commands, the loop and its model, tables, journal, settings, and the mirrors of a device."""
