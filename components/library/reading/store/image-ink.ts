import { inkMargins, type RgbaPixels } from "./ink-margins"
import type { PageMargins } from "./page-crop"

/** Thumbnails are measured at this width in px at most. */
const thumbWidth = 240

/** Returns the pixels of a loaded picture of a page, at most `maxWidth` px wide. Throws if the browser does not give them. */
export const pixelsOf = (image: HTMLImageElement, maxWidth: number): RgbaPixels => {
  const scale = Math.min(1, maxWidth / image.naturalWidth)
  const width = Math.round(image.naturalWidth * scale)
  const height = Math.round(image.naturalHeight * scale)
  const canvas = Object.assign(document.createElement("canvas"), { width, height })
  const pen = canvas.getContext("2d")
  if (!pen || !width || !height) throw new Error("The picture has no pixels")
  // pages are white where nothing is drawn
  pen.fillStyle = "#fff"
  pen.fillRect(0, 0, width, height)
  pen.drawImage(image, 0, 0, width, height)
  return pen.getImageData(0, 0, width, height)
}

/** Loads a picture of a page and measures its margins; null for a blank one. Rejects if it does not load. */
export const loadMargins = async (address: string): Promise<PageMargins | null> => {
  const image = new Image()
  image.src = address
  await image.decode()
  return inkMargins(pixelsOf(image, thumbWidth))
}
