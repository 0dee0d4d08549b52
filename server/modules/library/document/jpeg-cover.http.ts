import type { Services } from "@/server/context"
import { pagesFolder } from "../files/storage-keys.rules"
import { PictureError, type PictureFormat } from "@/server/ports/pictures/pictures.port"

/** A cover that is there: its storage key, its type, and a name that changes with what it shows. */
export type CoverPicture = { key: string; content: Buffer; type: string; name: string }

const formats: Record<string, PictureFormat> = { "image/webp": "webp", "image/png": "png", "image/jpeg": "jpeg" }
const drawing = { box: { width: 720, height: 1_020, fit: "inside" }, output: { type: "jpeg", quality: 82 }, moving: false } as const

/**
 * A document's cover as JPEG, which readers of e-books show where they show no WebP (docs/decisions/156). A child draws it when it is first
 * asked for; it is kept with that version of the drawing, and goes with it. Null where it cannot be drawn.
 */
export const jpegCover = async (
  app: Services,
  { sha256, version }: { sha256: string; version: number },
  { key, content, type, name }: CoverPicture,
): Promise<Buffer | null> => {
  if (type === "image/jpeg") return content
  const format = formats[type]
  if (!format) return null
  const own = `${pagesFolder(sha256, version)}/cover-${name}.jpg`
  const kept = app.pageImages.cached(own) ?? (await app.pageImages.read(own))
  if (kept) return kept
  const file = await app.storage.onDisk(key)
  if (!file) return null
  try {
    const drawn = await app.pictures.redraw(file.path, { format, ...drawing })
    await app.storage.put(own, drawn.content, false)
    return drawn.content
  } catch (error) {
    if (error instanceof PictureError) return null
    throw error
  } finally {
    await file.done()
  }
}
