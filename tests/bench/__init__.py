"""Programs that measure; run by ``make bench``, never by the tests."""
