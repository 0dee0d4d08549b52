import type { IncomingMessage, ServerResponse } from "node:http"
import { readFile } from "node:fs/promises"
import { extname, join, normalize, sep } from "node:path"
import { LRUCache } from "lru-cache"
import { compress, send, type Compressed } from "./compressed"

const types: Record<string, string> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".webp": "image/webp",
  ".ico": "image/x-icon",
  ".json": "application/json; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".woff2": "font/woff2",
  ".webmanifest": "application/manifest+json",
  ".map": "application/json; charset=utf-8",
}

/** The built files of the front end and `public/`, compressed once and cached. Names under /_next/static contain a hash. */
export const createStaticFiles = (root: string) => {
  const kept = new LRUCache<string, Compressed>({ maxSize: 64 * 1024 * 1024, sizeCalculation: (file) => file.bytes + 200 })
  const places: { prefix: string; folder: string; cache: string }[] = [
    { prefix: "/_next/static/", folder: join(root, ".next", "static"), cache: "public, max-age=31536000, immutable" },
    { prefix: "/", folder: join(root, "public"), cache: "public, max-age=3600" },
  ]
  const load = async (path: string): Promise<Compressed | null> => {
    const place = places.find((one) => path.startsWith(one.prefix))!
    const file = normalize(join(place.folder, decodeURIComponent(path.slice(place.prefix.length))))
    const type = types[extname(file).toLowerCase()]
    if (!type || !file.startsWith(place.folder + sep)) return null
    const content = await readFile(file).catch(() => null)
    if (!content) return null
    const made = await compress(200, { "content-type": type, "cache-control": place.cache }, content, 9)
    kept.set(path, made)
    return made
  }
  /** False when there is no such file. Not a promise for pages and for files that are kept: they are asked for all the time. */
  return (req: IncomingMessage, res: ServerResponse, path: string): boolean | Promise<boolean> => {
    if (!/\.\w+$/.test(path) || path.includes("\u0000") || (req.method !== "GET" && req.method !== "HEAD")) return false
    const answer = (file: Compressed | null) => {
      if (file) send(file, req, res)
      return file !== null
    }
    const known = kept.get(path)
    return known ? answer(known) : load(path).then(answer, () => false)
  }
}
