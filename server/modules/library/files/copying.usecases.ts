import { createHash, randomUUID } from "node:crypto"
import { createWriteStream } from "node:fs"
import { mkdir, rm } from "node:fs/promises"
import { join } from "node:path"
import type { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import type { StoragePort } from "@/server/ports/storage/storage.port"

/** Everything that a storage holds lies below these. */
export const storedFolders = ["files", "images", "pages", "uploads", "sitemap"] as const

/** `same`: was there already. `bytes`: of what was copied. `faults`: what could not be copied and why, in a sentence. */
export type Copied = { copied: number; same: number; bytes: number; faults: { key: string; reason: string }[] }
type Ends = { from: StoragePort; to: StoragePort; folder: string }

/** Files on their way at once. */
const parallel = 4

const hashOf = async (stream: Readable): Promise<string> => {
  const hash = createHash("sha256")
  for await (const part of stream as AsyncIterable<Buffer>) hash.update(part)
  return hash.digest("hex")
}
const hashIn = async (storage: StoragePort, key: string): Promise<string | null> => {
  const found = await storage.open(key)
  return found && hashOf(found.stream)
}

/** Contents and pictures lie under their own hash. */
const namedHash = (key: string): string | null => /^(?:files|images)\/[0-9a-f]{2}\/([0-9a-f]{64})/.exec(key)?.[1] ?? null

/** Copies one file by way of `folder` and reads it again; tells how many bytes, null where it was there already. */
const copyOne = async ({ from, to, folder }: Ends, key: string): Promise<number | null> => {
  const source = await from.open(key)
  // the site may delete while it is copied
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
    const wanted = hash.digest("hex")
    if (namedHash(key) !== null && namedHash(key) !== wanted) throw new Error("原来的文件已损坏，内容和名字里的哈希不一致")
    if ((await to.size(key)) === source.size && (await hashIn(to, key)) === wanted) return null
    await to.take(key, path, true)
    if ((await hashIn(to, key)) !== wanted) throw new Error("复制后读回的内容不一致")
    return source.size
  } finally {
    await rm(path, { force: true })
  }
}

/**
 * Copies every file of a storage into another, checked by hash; what is there already stays. `folder` is on the disk, for files on their way.
 * A file that cannot be copied is named and the others go on.
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
