"""QR codes as SVG that a strict page may show: attributes only, no style."""

from __future__ import annotations

import io

import segno


def qr_svg(text: str) -> str:
    """Draw a text as a QR code; it takes the page's colours by its classes."""
    out = io.BytesIO()
    segno.make(text, error="m").save(
        out, kind="svg", xmldecl=False, svgclass="qr", lineclass="qr-dark", omitsize=True, border=4
    )
    return out.getvalue().decode().strip()
