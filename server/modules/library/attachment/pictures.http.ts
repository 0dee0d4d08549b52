import type { IncomingMessage, ServerResponse } from "node:http"
import { pipeline } from "node:stream/promises"
import { LRUCache } from "lru-cache"
import type { Services } from "@/server/context"
import { hasVersion, publicImageCache } from "@/server/wire/headers"
import { isBannedBlob, isBannedHash } from "../files/attachments.usecases"
import { pictureOf } from "../files/storage-keys.rules"

const types: Record<string, string> = {
  ".webp": "image/webp",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
  ".gif": "image/gif",
  ".ico": "image/x-icon",
  ".mp4": "video/mp4",
  ".mp3": "audio/mpeg",
}
/** Returns the media type of an image by its extension, including the dot. */
export const typeOfPicture = (ext: string): string => types[ext] ?? "application/octet-stream"

/** Images up to this size are cached in memory. */
const smallBytes = 1024 * 1024

/** Security headers of images, which must not run anything on this origin. Every response has nosniff. */
const guarded = {
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
  "cross-origin-resource-policy": "same-origin",
}

const plain = (res: ServerResponse, status: number, text: string, headers: Record<string, string> = {}) => {
  const body = Buffer.from(text)
  res.writeHead(status, {
    ...guarded,
    "content-type": "text/plain; charset=utf-8",
    "content-length": body.length,
    "cache-control": "no-store",
    ...headers,
  })
  res.end(body)
}

/** An image of this site, or of an imported one (docs/decisions/090), which keeps its URL. */
type RequestedPicture = NonNullable<ReturnType<typeof pictureOf>>

/** Serves `GET /uploads/ab/<sha256>.<ext>`. The name identifies the content, so it never changes. Disabled content answers 404. */
export const createPictures = (app: Services) => {
  // Cached for seconds: pages repeat the same avatars, and a ban must take effect soon in every process.
  const bans = new LRUCache<string, Promise<boolean>>({ max: 5_000, ttl: 10_000 })
  const isBanned = (picture: RequestedPicture): Promise<boolean> => {
    const cachedBan = bans.get(picture.hash)
    if (cachedBan) return cachedBan
    const ban = (picture.older ? isBannedHash : isBannedBlob)(app, picture.hash)
    bans.set(picture.hash, ban)
    ban.catch(() => bans.delete(picture.hash))
    return ban
  }
  return async (req: IncomingMessage, res: ServerResponse, path: string): Promise<void> => {
    if (req.method !== "GET" && req.method !== "HEAD") return plain(res, 405, "只能读取", { allow: "GET, HEAD" })
    const picture = pictureOf(path)
    if (!picture) return plain(res, 404, "没有这张图片")
    const { key, hash, ext } = picture
    const size = app.pageImages.cached(key)?.length ?? (await app.storage.size(key))
    if (size === null || (await isBanned(picture))) return plain(res, 404, "没有这张图片")
    const etag = `"${hash}"`
    const headers = { ...guarded, "cache-control": publicImageCache, etag }
    if (hasVersion(req, etag)) return void res.writeHead(304, headers).end()
    const full = { ...headers, "content-type": typeOfPicture(ext), "content-length": size }
    if (req.method === "HEAD") return void res.writeHead(200, full).end()
    if (size <= smallBytes) {
      const content = await app.pageImages.read(key)
      return content ? void res.writeHead(200, full).end(content) : plain(res, 404, "没有这张图片")
    }
    const stored = await app.storage.open(key)
    if (!stored) return plain(res, 404, "没有这张图片")
    res.writeHead(200, full)
    await pipeline(stored.stream, res).catch(() => undefined)
  }
}
