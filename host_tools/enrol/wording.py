"""What an enrolment says: a sentence for the screen, and a few words for the seat's display."""

from __future__ import annotations

from host_tools.texts import has, say


def told(code: str, lang: str, **facts: str) -> str:
    """Say the sentence for the screen; a fault that has none is told in the seat's own words."""
    key = f"enrol.told_{code}"
    return say(key, lang, **facts) if has(key) else facts["text"]


def short(code: str, lang: str, **facts: str) -> str:
    """Say the words for the seat's display; an accepted tag only says what comes next."""
    key = f"enrol.short_{code}"
    return say(key if has(key) else "enrol.short_lay", lang, **facts)
