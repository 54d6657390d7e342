"""The texts of the table in every language: gettext catalogues, and the translator that reads them."""
