"""The host: rules, link, table, tools and pages."""
