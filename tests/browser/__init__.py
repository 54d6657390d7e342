"""A package, so that its fixtures of scope "package" end with it: Playwright's loop must not run under other tests."""
