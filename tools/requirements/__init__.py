"""The files with the hashes of all packages that the service is installed with, and what writes them."""
