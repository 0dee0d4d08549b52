import type { Attributes } from "./xml-events"

/** The theme colours of a workbook without its own theme (Office 2013 and later), in the order of `theme` numbers. */
export const officeTheme = ["ffffff", "000000", "e7e6e6", "44546a", "4472c4", "ed7d31", "a5a5a5", "ffc000", "5b9bd5", "70ad47"]

/** The old palette that `indexed` numbers refer to (ECMA-376 part 1, 18.8.27); 64 and above are system colours. */
const indexed = (
  "000000ffffffff000000ff000000ffffff00ff00ff00ffff".repeat(2) +
  "800000008000000080808000800080008080c0c0c08080809999ff993366ffffccccffff660066ff80800066ccccccff" +
  "000080ff00ffffff0000ffff8000808000000080800000ff00ccffccffffccffccffff9999ccffff99cccc99ffffcc99" +
  "3366ff33cccc99cc00ffcc00ff9900ff6600666699969696003366339966003300333300993300993366333399333333"
).match(/.{6}/g) as string[]

/** Makes a colour lighter (above 0) or darker (below), as ECMA-376 part 1, 18.8.19 defines `tint`. */
function tinted(hex: string, tint: number): string {
  const parts = [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
  const moved = parts.map((part) => Math.round(tint > 0 ? part + (255 - part) * tint : part * (1 + tint)))
  return moved.map((part) => Math.max(0, Math.min(255, part)).toString(16).padStart(2, "0")).join("")
}

/** Returns `#rrggbb` of a colour element; undefined for the automatic colour and for invalid ones. */
export function colourOf(
  { rgb, theme, indexed: colourIndex, tint = "0" }: Attributes,
  themeColours: readonly string[],
): string | undefined {
  const amount = Math.max(-1, Math.min(1, Number(tint) || 0))
  const base = rgb ? rgb.slice(-6) : theme ? themeColours[Number(theme)] : colourIndex ? indexed[Number(colourIndex)] : undefined
  if (!base || !/^[\da-f]{6}$/i.test(base)) return undefined
  return `#${(amount === 0 ? base : tinted(base, amount)).toLowerCase()}`
}
