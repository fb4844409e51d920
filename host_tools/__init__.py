"""The host: rules, link, table, tools and pages."""

VERSION = "0.1.0"
