const raw = `<script>alert(1)</script> "a" 'b' & &amp; ]]> <!-- --> <?x?> \u0001\u001b\ufffe\ud800 javascript:alert(1)`

/** Words that would be markup, control characters or a script where text is not escaped; `escaped` is for XML. */
export const hostileWords = {
  raw,
  escaped: raw
    .replace(/[^\t\n\r -\ud7ff]/g, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;"),
}
