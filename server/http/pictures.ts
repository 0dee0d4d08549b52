import type { IncomingMessage, ServerResponse } from "node:http"
import { pipeline } from "node:stream/promises"
import { LRUCache } from "lru-cache"
import type { App } from "../app"
import { isBannedContent } from "../modules/files/attachments.usecases"
import { pictureKey } from "../modules/files/storage-keys.rules"

/** Generated names only: two characters of the SHA-256, the SHA-256, the extension. */
const address = /^\/uploads\/([0-9a-f]{2})\/(\1[0-9a-f]{62})(\.webp|\.png)$/
const types: Record<string, string> = { ".webp": "image/webp", ".png": "image/png" }
/** Pictures up to this size are cached in memory. */
const smallBytes = 1024 * 1024

/** The policy of pictures: they may not run anything on this origin. Every answer has nosniff. */
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

const isKnown = (req: IncomingMessage, etag: string) =>
  (req.headers["if-none-match"] ?? "").split(",").some((one) => one.trim().replace(/^W\//, "") === etag)

/** `GET /uploads/ab/<sha256>.<ext>`: its name is its content, so it never changes. A content that staff disabled is not there. */
export const createPictures = (app: App) => {
  // cached for seconds: pages repeat the same avatars, and a ban takes effect soon on every process
  const bans = new LRUCache<string, Promise<boolean>>({ max: 5_000, ttl: 10_000 })
  const isBanned = (sha256: string): Promise<boolean> => {
    const known = bans.get(sha256)
    if (known) return known
    const asked = isBannedContent(app, sha256)
    bans.set(sha256, asked)
    asked.catch(() => bans.delete(sha256))
    return asked
  }
  return async (req: IncomingMessage, res: ServerResponse, path: string): Promise<void> => {
    if (req.method !== "GET" && req.method !== "HEAD") return plain(res, 405, "只能读取", { allow: "GET, HEAD" })
    const [, , sha256, ext] = address.exec(path) ?? []
    if (!sha256 || !ext) return plain(res, 404, "没有这张图片")
    const key = pictureKey(sha256, ext)
    const size = app.pageImages.cached(key)?.length ?? (await app.storage.size(key))
    if (size === null || (await isBanned(sha256))) return plain(res, 404, "没有这张图片")
    const etag = `"${sha256}"`
    const headers = { ...guarded, "cache-control": "public, max-age=31536000, immutable", etag }
    if (isKnown(req, etag)) return void res.writeHead(304, headers).end()
    const full = { ...headers, "content-type": types[ext]!, "content-length": size }
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
