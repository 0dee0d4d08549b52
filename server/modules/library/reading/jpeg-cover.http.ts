import type { Services } from "@/server/context"
import { createBoundedQueue, QueueFull } from "@/server/security/bounded-queue"
import { pagesFolder } from "../files/storage-keys.rules"
import { PictureError, type PictureFormat } from "@/server/ports/pictures/pictures.port"

/** An existing cover: its storage key, its type, and a name that changes with its content. */
export type CoverPicture = { key: string; content: Buffer; type: string; name: string }

const formats: Record<string, PictureFormat> = { "image/webp": "webp", "image/png": "png", "image/jpeg": "jpeg" }
const jpeg = { box: { width: 720, height: 1_020, fit: "inside" }, output: { type: "jpeg", quality: 82 }, moving: false } as const

/**
 * One cover is drawn at a time, so that parallel requests do not delay the avatars and pictures of users, which the same program draws. The
 * pictures that wait are few; further requests get the WebP.
 */
const newQueue = () => ({
  run: createBoundedQueue({ running: 1, waiting: 16, waitMs: 5_000 }),
  drawing: new Map<string, Promise<Buffer | null>>(),
})
const queues = new WeakMap<Services, ReturnType<typeof newQueue>>()
const queueOf = (app: Services) => {
  const queue = queues.get(app) ?? newQueue()
  queues.set(app, queue)
  return queue
}

/**
 * Returns a document's cover as JPEG, for e-book readers without WebP support (docs/decisions/156). A child process renders it on the first
 * request; it is stored and deleted with that version of the pages. Null if it cannot be rendered, or not now.
 */
export const jpegCover = async (
  app: Services,
  { sha256, version }: { sha256: string; version: number },
  { key, content, type, name }: CoverPicture,
): Promise<Buffer | null> => {
  if (type === "image/jpeg") return content
  const format = formats[type]
  if (!format) return null
  const jpegKey = `${pagesFolder(sha256, version)}/cover-${name}.jpg`
  const cachedImage = app.pageImages.cached(jpegKey) ?? (await app.pageImages.read(jpegKey))
  if (cachedImage) return cachedImage
  const { run, drawing } = queueOf(app)
  const drawn =
    drawing.get(jpegKey) ??
    run(() => draw(app, { key, format, jpegKey }))
      .catch((error: unknown) => {
        if (error instanceof QueueFull) return null
        throw error
      })
      .finally(() => drawing.delete(jpegKey))
  drawing.set(jpegKey, drawn)
  return drawn
}

const draw = async (app: Services, { key, format, jpegKey }: { key: string; format: PictureFormat; jpegKey: string }) => {
  const file = await app.storage.onDisk(key)
  if (!file) return null
  try {
    const drawn = await app.pictures.redraw(file.path, { format, ...jpeg })
    await app.storage.put(jpegKey, drawn.content, false)
    return drawn.content
  } catch (error) {
    if (error instanceof PictureError) return null
    throw error
  } finally {
    await file.done()
  }
}
