import { open, rm } from "node:fs/promises"
import { Readable } from "node:stream"
import type { Services } from "@/server/context"
import type { StoragePort } from "@/server/ports/storage/storage.port"
import { receiveStream, temporaryPath, type ReceivedFile } from "./incoming-file.usecases"

/*
 * Resumable uploads in a bucket: `parts/<upload>/<from>-<to>`, the bytes from `from` up to and without `to`. A part exists as a whole or
 * not at all, so a process may be killed at any moment, and any other process continues (docs/decisions/420).
 */

const root = "parts"
/** A part has at most this many bytes, the chunk that the site's own pages send. */
const partBytes = 8 * 1024 * 1024
/** A last part with fewer bytes is rewritten with what follows, so that tiny chunks do not become thousands of objects. */
const smallBytes = 1024 * 1024

type Part = { key: string; from: number; to: number }
type Stores = Pick<Services, "storage" | "dataDir">

const folderOf = (id: string) => `${root}/${id}`
const keyOf = (id: string, from: number, to: number) => `${folderOf(id)}/${from}-${to}`

/**
 * Returns parts that together have every byte from the first up to the first gap. Two processes may have written the same bytes, so parts
 * may overlap; bytes behind a gap do not count.
 */
const listParts = async (storage: StoragePort, id: string): Promise<Part[]> => {
  const parts: Part[] = []
  for await (const key of storage.list(folderOf(id))) {
    const range = /\/(\d+)-(\d+)$/.exec(key)
    if (range) parts.push({ key, from: Number(range[1]), to: Number(range[2]) })
  }
  const chain: Part[] = []
  for (let end = 0; ; end = chain.at(-1)!.to) {
    const next = parts.reduce<Part | null>((best, part) => (part.from <= end && part.to > (best?.to ?? end) ? part : best), null)
    if (!next) return chain
    chain.push(next)
  }
}

/** Returns how many bytes of the upload the bucket has. */
export const receivedBytes = async (storage: StoragePort, id: string): Promise<number> => (await listParts(storage, id)).at(-1)?.to ?? 0

async function* bytesOf(storage: StoragePort, parts: Part[]): AsyncGenerator<Buffer> {
  let end = parts[0]?.from ?? 0
  for (const { key, from, to } of parts) {
    const stored = await storage.open(key, { start: end - from, end: to - from - 1 })
    if (!stored) throw new Error(`part of an upload is missing: ${key}`)
    yield* stored.stream as AsyncIterable<Buffer>
    end = to
  }
}

type NewPart = { size: () => number; write: (bytes: Buffer) => Promise<void>; store: (id: string) => Promise<number> }

/** Collects a part on this machine's disk. `store` puts it into the bucket and returns where it ends. */
const createPart = async (stores: Stores, from: number): Promise<NewPart> => {
  const path = await temporaryPath(stores)
  const file = await open(path, "wx")
  let to = from
  return {
    size: () => to - from,
    write: async (bytes) => {
      await file.writeFile(bytes)
      to += bytes.length
    },
    store: async (id) => {
      await file.close()
      try {
        await stores.storage.take(keyOf(id, from, to), path, true)
      } finally {
        await rm(path, { force: true })
      }
      return to
    },
  }
}

/**
 * Stores what follows the first `offset` bytes of an upload. Bytes count once their part is in the bucket; if the connection breaks, what
 * has arrived is stored.
 * @returns the new number of bytes
 */
export const addParts = async (stores: Stores, id: string, source: AsyncIterable<Buffer>, offset: number): Promise<number> => {
  const last = (await listParts(stores.storage, id)).at(-1)
  const small = last && last.to === offset && last.to - last.from < smallBytes ? last : null
  let end = offset
  let part: NewPart | null = null
  /** The first part begins with the bytes of a small last one, which is removed once the longer one is stored. */
  const begin = async (): Promise<NewPart> => {
    if (!small || end > offset) return createPart(stores, end)
    const next = await createPart(stores, small.from)
    for await (const bytes of bytesOf(stores.storage, [small])) await next.write(bytes)
    return next
  }
  const store = async () => {
    const whole = part
    part = null
    if (whole) end = await whole.store(id)
  }
  const add = async (chunk: Buffer) => {
    for (let rest = chunk; rest.length > 0;) {
      part ??= await begin()
      const bytes = rest.subarray(0, partBytes - part.size())
      await part.write(bytes)
      rest = rest.subarray(bytes.length)
      if (part.size() === partBytes) await store()
    }
  }
  try {
    for await (const chunk of source) await add(chunk)
  } finally {
    await store()
  }
  if (small && end > offset) await stores.storage.remove(small.key)
  return end
}

/** Copies the whole upload to this machine's disk, where it is inspected. */
export const collectParts = async (app: Services, id: string, megabytes: number): Promise<ReceivedFile> =>
  receiveStream(app, Readable.from(bytesOf(app.storage, await listParts(app.storage, id))), megabytes)

export const removeParts = (storage: StoragePort, id: string): Promise<void> => storage.removeAll(folderOf(id))

/** Yields the ids of all uploads that have parts. */
export async function* listUploadsWithParts(storage: StoragePort): AsyncGenerator<string> {
  let last = ""
  for await (const key of storage.list(root)) {
    const id = key.split("/")[1] ?? ""
    if (id && id !== last) yield id
    last = id
  }
}
