import { promisify } from "node:util"
import { constants, gunzip, gzip } from "node:zlib"
import { LRUCache } from "lru-cache"
import { minute } from "@/lib/rules/time"
import type { CurrentUser, Services } from "@/server/context"
import { unavailable } from "@/server/errors"
import { createBoundedQueue, QueueFull } from "@/server/security/bounded-queue"
import { settingsOf } from "../../site/settings/settings.usecases"
import { drawMark, drawThumbMark } from "./reader-watermark.rules"

const unzip = promisify(gunzip)
const zip = promisify(gzip)

/** How long a reader's marked page is reused, here and in the browser (seconds). */
export const markSeconds = 300
const maxBytes = 64 * 1024 * 1024
/** Larger pages are packed by frequency of characters alone, which is about four times as fast and as good for pictures. */
const largeBytes = 128 * 1024

type Marked = { svg: Promise<Buffer | null>; bytes: number }
/** Two of the four threads that zlib shares with files and names: a reader who asks for a whole book at once must not delay everybody. */
const bounds = { running: 2, waiting: 256, waitMs: 10_000 }
const newPress = () => ({
  cache: new LRUCache<string, Marked>({ maxSize: maxBytes, ttl: markSeconds * 1000, sizeCalculation: ({ bytes }) => bytes + 500 }),
  run: createBoundedQueue(bounds),
})
const presses = new WeakMap<Services, ReturnType<typeof newPress>>()
const pressOf = (app: Services) => {
  const press = presses.get(app) ?? newPress()
  presses.set(app, press)
  return press
}

/** Draws a mark into a compressed page. It runs in the threads of zlib: the process stays responsive. */
export const markPage = async (packed: Buffer, mark: string): Promise<Buffer | null> => {
  const marked = drawMark(await unzip(packed), mark)
  if (!marked) return null
  return zip(marked, { level: 1, strategy: marked.length > largeBytes ? constants.Z_HUFFMAN_ONLY : constants.Z_DEFAULT_STRATEGY })
}

/** Whether the site draws its readers' names into the pages that they paid for. */
export const marksReaders = async (app: Services): Promise<boolean> => (await settingsOf(app, "display")).mark_readers

const textOf = (app: Services, { username }: Pick<CurrentUser, "username">): string => `${username} ${minute(app.now())}`

/** Returns a thumbnail or a picture of a sheet with the reader's name and the time in it, as SVG. Null if it is not a WebP picture of ours. */
export const markedThumb = (app: Services, webp: Buffer, reader: Pick<CurrentUser, "username">): Buffer | null =>
  drawThumbMark(webp, textOf(app, reader))

/**
 * Returns the page with the reader's name and the time in it, compressed; a reader gets the same picture for some minutes. Null if the
 * stored page is not one of ours. `key` is the page's storage key. @throws 503 if too many pages wait
 */
export const markedPage = (
  app: Services,
  key: string,
  packed: Buffer,
  reader: Pick<CurrentUser, "id" | "username">,
): Promise<Buffer | null> => {
  const { cache, run } = pressOf(app)
  const name = `${reader.id} ${reader.username} ${key}`
  const cached = cache.get(name)
  if (cached) return cached.svg
  const svg = run(() => markPage(packed, textOf(app, reader))).catch((error: unknown) => {
    throw error instanceof QueueFull ? unavailable("同时打开的页面太多，请稍后再试", 2) : error
  })
  // the size is not known yet: marks add little
  cache.set(name, { svg, bytes: packed.length * 2 })
  svg.then(
    (marked) => marked && cache.set(name, { svg, bytes: marked.length }),
    () => cache.delete(name),
  )
  return svg
}
