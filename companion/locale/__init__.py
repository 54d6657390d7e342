"""The texts in all languages: gettext catalogues, and the translator that reads them."""
