"""The texts in all languages: gettext catalogs, and the translator that reads them."""
