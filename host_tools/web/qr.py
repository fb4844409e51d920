"""QR codes as SVG that a strict page may show: attributes only, no style."""

import io

import segno


def qr_svg(text: str, error: str = "m") -> str:
    """Draw a text as a QR code; it takes the page's colours by its classes.

    The fewer errors it mends, the longer a text it takes and the coarser it is.
    """
    out = io.BytesIO()
    segno.make(text, error=error, boost_error=False).save(
        out, kind="svg", xmldecl=False, svgclass="qr", lineclass="qr-dark", omitsize=True, border=4
    )
    return out.getvalue().decode().strip()
