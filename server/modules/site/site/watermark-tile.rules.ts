import { createHash } from "node:crypto"
import { isAddress } from "@/lib/contract/address"

/** Width and height of the tile in px; clients repeat it over pages. */
const side = 200
const maxLetters = 40
const biggestFont = 20
/** Maximum width of the rotated line of text, in px. */
const room = 180

/** Returns the setting as text and as the URL of a picture; clients that support only pictures display `address`. */
export const watermarkOf = (setting: string): { text: string; address: string } => {
  const given = setting.trim()
  if (!given || isAddress(given)) return { text: "", address: given }
  return { text: given, address: `/view/watermark.svg?v=${createHash("sha256").update(given).digest("hex").slice(0, 12)}` }
}

const escaped = (text: string) => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)

/** Renders a tile of 200 × 200 px with the rotated text in grey, as SVG; longer texts are truncated. */
export const drawWatermark = (text: string): string => {
  const letters = [...text.trim()].slice(0, maxLetters)
  const size = Math.min(biggestFont, room / Math.max(letters.length, 1))
  const middle = side / 2
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="0 0 ${side} ${side}">` +
    `<text x="${middle}" y="${middle}" text-anchor="middle" dominant-baseline="central" transform="rotate(-24 ${middle} ${middle})" ` +
    `font-family="sans-serif" font-size="${size.toFixed(1)}" fill="#808080" fill-opacity="0.25">${escaped(letters.join(""))}</text></svg>`
  )
}
