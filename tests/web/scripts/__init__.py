"""The pages' scripts: their tools (node, prettier, tsc), their types, and their unit tests."""
