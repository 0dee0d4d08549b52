import jsqr from "jsqr"
import sharp from "sharp"

// jsqr is a CommonJS module: some loaders wrap its default export once more
const decode = ("default" in jsqr ? (jsqr as unknown as { default: typeof jsqr }).default : jsqr) as typeof jsqr

/** Modules of white around a code that cameras need (ISO 18004 asks for four; rounding of pixels takes a little). */
const minBorder = 3.7

/** Returns the text of the QR code in a PNG. Throws if it is not readable or its white border is too narrow. */
export const readQr = async (png: Buffer): Promise<string> => {
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const code = decode(new Uint8ClampedArray(data), info.width, info.height)
  if (!code) throw new Error("no readable QR code")
  const { topLeftCorner, topRightCorner, bottomLeftCorner } = code.location
  const moduleWidth = (topRightCorner.x - topLeftCorner.x) / (17 + 4 * code.version)
  const edges = [topLeftCorner.x, topLeftCorner.y, info.width - topRightCorner.x, info.height - bottomLeftCorner.y]
  const border = Math.min(...edges) / moduleWidth
  if (border < minBorder) throw new Error(`the white border has ${border.toFixed(1)} modules, 4 are required`)
  return code.data
}
