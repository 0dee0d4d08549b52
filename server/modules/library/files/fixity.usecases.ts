import { createHash } from "node:crypto"
import { setTimeout as pause } from "node:timers/promises"
import type { Readable } from "node:stream"
import { createGunzip } from "node:zlib"
import { inArray } from "drizzle-orm"
import type { Db } from "@/server/db/client"
import type { StoragePort } from "@/server/ports/storage/storage.port"
import { documentTable as d } from "../document/document.table"

/** A stored file whose content is not the one that was stored. `page`: it can be converted again from the document's file. */
export type DamagedFile = { key: string; sha256: string; page: boolean }
type Options = {
  /** bytes a second that may be read; unlimited by default */
  bytesPerSecond?: number
  stopped?: () => boolean
  /** called after each file */
  progress?: (files: number, bytes: number) => void
}

const namedHash = (key: string): string | null => /^(?:files|images)\/[0-9a-f]{2}\/([0-9a-f]{64})/.exec(key)?.[1] ?? null
const pageHash = (key: string): string | null => /^pages\/[0-9a-f]{2}\/([0-9a-f]{64})\/v\d+\/.+\.(?:gzip\.svg|gz)$/.exec(key)?.[1] ?? null

/** Reads a stream to its end; returns its bytes, and their SHA-256. */
const digestOf = async (stream: Readable): Promise<{ sha256: string; bytes: number }> => {
  const hash = createHash("sha256")
  let bytes = 0
  for await (const part of stream as AsyncIterable<Buffer>) {
    hash.update(part)
    bytes += part.length
  }
  return { sha256: hash.digest("hex"), bytes }
}

/** Checks a gzipped file by the checksum that it ends with. */
const isIntactGzip = async (stream: Readable): Promise<boolean> => {
  try {
    for await (const part of stream.pipe(createGunzip())) void part
    return true
  } catch {
    return false
  }
}

/**
 * Reads every stored file and compares it with its hash: contents and images with the SHA-256 of their name, pages with the checksum of
 * their compression. Yields those that differ.
 */
export async function* listDamaged(
  storage: StoragePort,
  { bytesPerSecond = Number.POSITIVE_INFINITY, stopped = () => false, progress = () => undefined }: Options = {},
): AsyncGenerator<DamagedFile> {
  const since = Date.now()
  const done = { files: 0, bytes: 0 }
  for (const folder of ["files", "images", "pages"])
    for await (const key of storage.list(folder)) {
      if (stopped()) return
      const [named, page] = [namedHash(key), pageHash(key)]
      if (!named && !page) continue
      const stored = await storage.open(key)
      if (!stored) continue
      const intact = named ? (await digestOf(stored.stream)).sha256 === named : await isIntactGzip(stored.stream)
      done.files += 1
      done.bytes += stored.size
      progress(done.files, done.bytes)
      if (!intact) yield { key, sha256: (named ?? page)!, page: !named }
      const ahead = (done.bytes / bytesPerSecond) * 1_000 - (Date.now() - since)
      if (ahead > 0) await pause(ahead)
    }
}

/** Lists the documents that show pages of these contents. */
export const listDocumentsOfBlobs = async (db: Db, hashes: string[]): Promise<{ id: number; title: string; uuid: string }[]> =>
  hashes.length ? db.select({ id: d.id, title: d.title, uuid: d.uuid }).from(d).where(inArray(d.sha256, hashes)) : []
