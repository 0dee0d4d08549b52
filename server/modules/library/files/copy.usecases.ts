import { createHash, randomUUID } from "node:crypto"
import { createWriteStream } from "node:fs"
import { mkdir, rm } from "node:fs/promises"
import { join } from "node:path"
import type { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import type { StoragePort } from "@/server/ports/storage/storage.port"

/** The top-level folders of a storage. */
export const storedFolders = ["files", "images", "pages", "uploads", "sitemap"] as const

/**
 * `same`: files that already existed. `bytes`: size of the copied files. `faults`: files that could not be copied, with the reason as a
 * sentence.
 */
export type Copied = { copied: number; same: number; bytes: number; faults: { key: string; reason: string }[] }
type Ends = { from: StoragePort; to: StoragePort; folder: string }

/** Number of files copied concurrently. */
const parallel = 4

const hashOf = async (stream: Readable): Promise<string> => {
  const hash = createHash("sha256")
  for await (const part of stream as AsyncIterable<Buffer>) hash.update(part)
  return hash.digest("hex")
}
const hashIn = async (storage: StoragePort, key: string): Promise<string | null> => {
  const file = await storage.open(key)
  return file && hashOf(file.stream)
}

/** Extracts the hash from the name of a content or an image. */
const namedHash = (key: string): string | null => /^(?:files|images)\/[0-9a-f]{2}\/([0-9a-f]{64})/.exec(key)?.[1] ?? null

/** Copies one file via `folder` and verifies it by reading it again; returns its size, or null if it already existed. */
const copyOne = async ({ from, to, folder }: Ends, key: string): Promise<number | null> => {
  const source = await from.open(key)
  // The site may delete files during the copy.
  if (!source) return null
  const path = join(folder, randomUUID())
  try {
    const hash = createHash("sha256")
    await pipeline(
      source.stream,
      async function* (parts) {
        for await (const part of parts as AsyncIterable<Buffer>) {
          hash.update(part)
          yield part
        }
      },
      createWriteStream(path),
    )
    const digest = hash.digest("hex")
    if (namedHash(key) !== null && namedHash(key) !== digest) throw new Error("原来的文件已损坏，内容和名字里的哈希不一致")
    if ((await to.size(key)) === source.size && (await hashIn(to, key)) === digest) return null
    await to.take(key, path, true)
    if ((await hashIn(to, key)) !== digest) throw new Error("复制后读回的内容不一致")
    return source.size
  } finally {
    await rm(path, { force: true })
  }
}

/**
 * Copies every file of a storage into another and verifies hashes; existing files stay. `folder` on disk holds files during the copy. A
 * file that fails is reported and the others continue.
 */
export const copyFiles = async (ends: Ends, onProgress: (done: Copied) => void = () => undefined): Promise<Copied> => {
  const done: Copied = { copied: 0, same: 0, bytes: 0, faults: [] }
  await mkdir(ends.folder, { recursive: true })
  const work = async (key: string) => {
    try {
      const bytes = await copyOne(ends, key)
      if (bytes === null) done.same += 1
      else [done.copied, done.bytes] = [done.copied + 1, done.bytes + bytes]
    } catch (error) {
      done.faults.push({ key, reason: error instanceof Error ? error.message : String(error) })
    }
    onProgress(done)
  }
  const running = new Set<Promise<void>>()
  for (const folder of storedFolders)
    for await (const key of ends.from.list(folder)) {
      const one: Promise<void> = work(key).finally(() => running.delete(one))
      running.add(one)
      if (running.size >= parallel) await Promise.race(running)
    }
  await Promise.all(running)
  return done
}
