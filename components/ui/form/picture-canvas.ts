/** The crop in the rotated picture, in its own pixels. */
export type Area = { x: number; y: number; width: number; height: number }

/** Twice the stored size, for the server's scaling. */
export const cropSide = 512

/** The bounding box of a `width` × `height` picture rotated by `degrees`. */
export const turnedSize = (width: number, height: number, degrees: number): { width: number; height: number } => {
  const angle = (degrees * Math.PI) / 180
  const [sin, cos] = [Math.abs(Math.sin(angle)), Math.abs(Math.cos(angle))]
  return { width: width * cos + height * sin, height: width * sin + height * cos }
}

/** Decodes a picture. Rejects unsupported and empty ones. */
export const openImage = (source: string): Promise<HTMLImageElement> =>
  new Promise((resolve, reject) => {
    const image = new Image()
    image.addEventListener("load", () => (image.naturalWidth > 0 ? resolve(image) : reject(new Error("empty picture"))))
    image.addEventListener("error", () => reject(new Error("not a picture")))
    image.src = source
  })

const blobOf = (canvas: HTMLCanvasElement, type: string): Promise<Blob | null> =>
  new Promise((resolve) => canvas.toBlob(resolve, type, 0.92))

/** Cuts a square out of a rotated picture, as WebP, or PNG where WebP is unsupported; null when the browser fails. */
export const cropImage = async (image: HTMLImageElement, area: Area, degrees: number): Promise<Blob | null> => {
  const canvas = document.createElement("canvas")
  canvas.width = cropSide
  canvas.height = cropSide
  const drawing = canvas.getContext("2d")
  if (!drawing || area.width <= 0) return null
  const turned = turnedSize(image.naturalWidth, image.naturalHeight, degrees)
  drawing.imageSmoothingQuality = "high"
  drawing.scale(cropSide / area.width, cropSide / area.height)
  drawing.translate(turned.width / 2 - area.x, turned.height / 2 - area.y)
  drawing.rotate((degrees * Math.PI) / 180)
  drawing.drawImage(image, -image.naturalWidth / 2, -image.naturalHeight / 2)
  return blobOf(canvas, "image/webp")
}
