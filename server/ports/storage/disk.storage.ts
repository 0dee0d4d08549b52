import { randomUUID } from "node:crypto"
import { createReadStream } from "node:fs"
import { copyFile, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises"
import { dirname, join, relative } from "node:path"
import { safeKey, type StoragePort } from "./storage.port"

const missing = (error: unknown) =>
  (error as NodeJS.ErrnoException).code === "ENOENT" || (error as NodeJS.ErrnoException).code === "ENOTDIR"

/** Flushes a file, or the entries of a folder, to disk. */
const flush = async (path: string) => {
  const handle = await open(path, "r")
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Folder for content before it is renamed to its final path. Leftovers of killed processes are deleted at the next start. */
const storingFolder = "tmp/storing"

/** Moves a file atomically, even across file systems. */
const move = (from: string, to: string, durable: boolean) =>
  rename(from, to).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== "EXDEV") throw error
    const beside = `${to}.${randomUUID()}.tmp`
    await copyFile(from, beside)
    if (durable) await flush(beside)
    await rename(beside, to)
    await rm(from, { force: true })
  })

/** Runs an operation in a folder and creates the folder if it is missing. Returns the path that `mkdir` created. */
const within = async (folder: string, act: () => Promise<void>): Promise<string | undefined> => {
  try {
    return void (await act())
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error
    const made = await mkdir(folder, { recursive: true })
    await act()
    return made
  }
}

/** Stores files on this machine's disk under `root`. */
export const diskStorage = (root: string): StoragePort => {
  const pathOf = (key: string) => join(root, safeKey(key))
  const store = async (temporary: string, key: string, durable: boolean) => {
    const target = pathOf(key)
    if (durable) await flush(temporary)
    const made = await within(dirname(target), () => move(temporary, target, durable))
    if (!durable) return
    // A newly created folder is itself an entry of its parent, so the parent is flushed too.
    const top = made ? dirname(made) : dirname(target)
    for (let folder = dirname(target); folder !== top; folder = dirname(folder)) await flush(folder)
    await flush(top)
  }
  return {
    take: (key, path, durable) => store(path, key, durable),
    put: async (key, content, durable) => {
      const temporary = join(root, storingFolder, randomUUID())
      await within(dirname(temporary), () => writeFile(temporary, content))
      await store(temporary, key, durable)
    },
    open: async (key, range) => {
      const path = pathOf(key)
      const stats = await stat(path).catch((error: unknown) => (missing(error) ? null : Promise.reject(error)))
      return stats?.isFile() ? { size: stats.size, stream: createReadStream(path, range) } : null
    },
    read: (key) => readFile(pathOf(key)).catch((error: unknown) => (missing(error) ? null : Promise.reject(error))),
    size: async (key) => {
      const stats = await stat(pathOf(key)).catch((error: unknown) => (missing(error) ? null : Promise.reject(error)))
      return stats?.isFile() ? stats.size : null
    },
    remove: (key) => rm(pathOf(key), { force: true }),
    removeAll: (prefix) => rm(pathOf(prefix), { recursive: true, force: true }),
    list: (prefix) => walk(root, pathOf(prefix)),
    onDisk: async (key) => {
      const path = pathOf(key)
      const stats = await stat(path).catch((error: unknown) => (missing(error) ? null : Promise.reject(error)))
      return stats ? { path, done: async () => undefined } : null
    },
  }
}

async function* walk(root: string, folder: string): AsyncGenerator<string> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => (missing(error) ? [] : Promise.reject(error)))
  for (const entry of entries) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* walk(root, path)
    else if (!entry.name.endsWith(".tmp")) yield relative(root, path)
  }
}
