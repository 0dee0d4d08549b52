import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Readable } from "node:stream"
import { safeKey, type StoragePort } from "./storage.port"

/** The fake, which passes the same suite as the real adapters. */
export const memoryStorage = (): StoragePort => {
  const files = new Map<string, Buffer>()
  return {
    take: async (key, path) => {
      files.set(safeKey(key), await readFile(path))
      await rm(path, { force: true })
    },
    put: async (key, content) => void files.set(safeKey(key), Buffer.from(content)),
    open: async (key, range) => {
      const content = files.get(safeKey(key))
      if (!content) return null
      const part = range ? content.subarray(range.start, range.end + 1) : content
      return { size: content.length, stream: Readable.from([part]) }
    },
    read: async (key) => files.get(safeKey(key)) ?? null,
    size: async (key) => files.get(safeKey(key))?.length ?? null,
    remove: async (key) => void files.delete(safeKey(key)),
    removeAll: async (prefix) => {
      safeKey(prefix)
      for (const key of files.keys()) if (key === prefix || key.startsWith(`${prefix}/`)) files.delete(key)
    },
    list: async function* (prefix) {
      for (const key of [...files.keys()]) if (key.startsWith(`${prefix}/`)) yield key
    },
    onDisk: async (key) => {
      const content = files.get(safeKey(key))
      if (!content) return null
      const folder = await mkdtemp(join(tmpdir(), "doujia-"))
      const path = join(folder, "file")
      await writeFile(path, content)
      return { path, done: () => rm(folder, { recursive: true, force: true }) }
    },
  }
}
