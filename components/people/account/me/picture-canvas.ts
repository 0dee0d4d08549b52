/** The crop in the rotated image, in image pixels. */
export type CropArea = { x: number; y: number; width: number; height: number }

/** Twice the stored size, for the server's downscaling. */
export const cropSide = 512

/** Returns the bounding box of a `width` × `height` image rotated by `degrees`. */
export const turnedSize = (width: number, height: number, degrees: number): { width: number; height: number } => {
  const angle = (degrees * Math.PI) / 180
  const [sin, cos] = [Math.abs(Math.sin(angle)), Math.abs(Math.cos(angle))]
  return { width: width * cos + height * sin, height: width * sin + height * cos }
}

/** Decodes an image. Rejects unsupported and empty ones. */
export const openImage = (source: string): Promise<HTMLImageElement> =>
  new Promise((resolve, reject) => {
    const image = new Image()
    image.addEventListener("load", () => (image.naturalWidth > 0 ? resolve(image) : reject(new Error("empty picture"))))
    image.addEventListener("error", () => reject(new Error("not a picture")))
    image.src = source
  })

const blobOf = (canvas: HTMLCanvasElement, type: string): Promise<Blob | null> =>
  new Promise((resolve) => canvas.toBlob(resolve, type, 0.92))

/** Crops a square from a rotated image, as WebP, or as PNG if WebP is unsupported; null if the browser fails. */
export const cropImage = async (image: HTMLImageElement, area: CropArea, degrees: number): Promise<Blob | null> => {
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
