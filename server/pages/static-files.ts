import type { IncomingMessage, ServerResponse } from "node:http"
import { readFile } from "node:fs/promises"
import { extname, join, normalize, sep } from "node:path"
import { LRUCache } from "lru-cache"
import { compress, send, type Compressed } from "../wire/compressed"

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

/** Serves the built files of the front end and `public/`, compressed once and cached. Names under /_next/static contain a hash. */
export const createStaticFiles = (root: string) => {
  const fileCache = new LRUCache<string, Compressed>({ maxSize: 64 * 1024 * 1024, sizeCalculation: (file) => file.bytes + 200 })
  const places: { prefix: string; folder: string; cache: string }[] = [
    { prefix: "/_next/static/", folder: join(root, ".next", "static"), cache: "public, max-age=31536000, immutable" },
    { prefix: "/", folder: join(root, "public"), cache: "public, max-age=3600" },
  ]
  /** Returns the file of an address in any spelling; null if it lies outside the folder or has a type that is not served. */
  const fileOf = (path: string): { file: string; type: string; cache: string } | null => {
    const rule = places.find((one) => path.startsWith(one.prefix))!
    const file = normalize(join(rule.folder, decoded(path.slice(rule.prefix.length))))
    const type = types[extname(file).toLowerCase()]
    return type && file.startsWith(rule.folder + sep) && !file.includes("\u0000") ? { file, type, cache: rule.cache } : null
  }
  const load = async ({ file, type, cache }: { file: string; type: string; cache: string }): Promise<Compressed | null> => {
    const content = await readFile(file).catch(() => null)
    if (!content) return null
    const made = await compress(200, { "content-type": type, "cache-control": cache }, content, 9)
    fileCache.set(file, made)
    return made
  }
  /** Pending loads: each file is read and compressed once, however many concurrent requests need it. */
  const coming = new Map<string, Promise<Compressed | null>>()
  const loadOnce = (target: { file: string; type: string; cache: string }): Promise<Compressed | null> => {
    const loading = coming.get(target.file) ?? load(target).finally(() => coming.delete(target.file))
    coming.set(target.file, loading)
    return loading
  }
  /**
   * Returns false if there is no such file. Pages and cached files get the answer synchronously, because they are requested all the time.
   */
  return (req: IncomingMessage, res: ServerResponse, path: string): boolean | Promise<boolean> => {
    if (!/\.\w+$/.test(path) || (req.method !== "GET" && req.method !== "HEAD")) return false
    const target = fileOf(path)
    if (!target) return false
    const answer = (file: Compressed | null) => {
      if (file) send(file, req, res)
      return file !== null
    }
    const cachedFile = fileCache.get(target.file)
    return cachedFile ? answer(cachedFile) : loadOnce(target).then(answer, () => false)
  }
}

/** Decodes percent-escapes. Returns "" for invalid ones, which name no file. */
const decoded = (path: string): string => {
  try {
    return decodeURIComponent(path)
  } catch {
    return ""
  }
}
