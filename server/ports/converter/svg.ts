/** The size of a page in points. */
export type PageSize = { width: number; height: number }

function trimmed(value: number): string {
  if (!Number.isFinite(value)) return "0"
  const text = value.toString()
  if (text === "-0") return "0"
  return text.replace(/^(-?)0\./, "$1.")
}

/** Formats with two decimals: coordinates in points. */
export function twoDecimals(value: number): string {
  return trimmed(Math.round(value * 100) / 100)
}

/** Formats with three decimals: widths and opacities. */
export function threeDecimals(value: number): string {
  return trimmed(Math.round(value * 1000) / 1000)
}

/** Formats with four significant digits: matrix entries, which may be very small. */
export function fourDigits(value: number): string {
  return Math.abs(value) < 1e-7 ? "0" : trimmed(Number(value.toPrecision(4)))
}

/** Returns "#rrggbb", or "#rgb" if that is equivalent. Channels are 0–255. */
export function hexColour(red: number, green: number, blue: number): string {
  const hex = ((1 << 24) | (red << 16) | (green << 8) | blue).toString(16).slice(1)
  const short = hex[0] === hex[1] && hex[2] === hex[3] && hex[4] === hex[5]
  return short ? `#${hex.charAt(0)}${hex.charAt(2)}${hex.charAt(4)}` : `#${hex}`
}

/** Escapes text for an XML element and drops what XML forbids: control characters and lone surrogates. */
export function escapeXml(text: string): string {
  return text
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g, "")
    .replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, "")
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
}

/** Returns the opening tag with size and view box. */
export function svgOpen({ width, height }: PageSize, attributes = ""): string {
  const [w, h] = [twoDecimals(width), twoDecimals(height)]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${w} ${h}" width="${w}" height="${h}"${attributes}>`
}

/** Returns a white sheet of paper. */
export function whitePaper({ width, height }: PageSize): string {
  const [w, h] = [twoDecimals(width), twoDecimals(height)]
  return `<path fill="#fff" d="M0 0H${w}V${h}H0Z"/>`
}

/** Returns the placeholder of a page that could not be rendered. */
export function placeholderSvg(size: PageSize): string {
  const fontSize = Math.max(8, Math.min(size.width, size.height) / 24)
  const text =
    `<text x="${twoDecimals(size.width / 2)}" y="${twoDecimals(size.height / 2)}" text-anchor="middle" fill="#999" ` +
    `font-size="${twoDecimals(fontSize)}" font-family="'Noto Sans CJK SC','PingFang SC','Microsoft YaHei',sans-serif">本页无法预览</text>`
  return `${svgOpen(size)}${whitePaper(size)}${text}</svg>`
}
