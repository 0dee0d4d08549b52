import { createHash } from "node:crypto"
import { mkdir, readdir, rename, rm, stat, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { crc32, gunzipSync } from "node:zlib"
import { freeBytes } from "../ports/storage/free-space"
import type { Compressed } from "../wire/compressed"
import { readLent } from "./lent-file"
import type { RenderRecord } from "./page-validity-after-restart"

/*
 * The disk tier of the page cache: one file per page, compressed in the form in which it is sent. A change deletes nothing. The reader
 * checks
 * whether the page is still valid (`page-validity.ts`), so several processes share the folder without communicating.
 */

export type DiskPage = RenderRecord & { page: Compressed; freshUntil: number }
/** A page in a borrowed buffer, which is reused after `release`. To hold on to the page, keep its `copy`. */
export type DiskHit = DiskPage & { copy: () => DiskPage; release: () => void }
type Head = Omit<DiskPage, "page"> &
  Pick<Compressed, "status" | "etag"> & { key: string; headers: Compressed["unchanged"]; gzip: number; br: number }

type Options = {
  folder: string
  /** identifies build and database; files of another generation are removed */
  generation: string
  megabytes: number
  /** free bytes below which nothing is written */
  reserve: number
  free?: (folder: string) => Promise<number>
  onError: (error: unknown) => void
}

/** "DJP2". The digit is the version of the file format. */
const magic = 0x444a5032
/** Bytes before the head: magic, checksum of the rest, length of the head. */
const prefixBytes = 12
const folderCount = 256
/** Further concurrent writes are skipped; the page is rendered again later. */
const maxWrites = 100
const spaceCheckMs = 10_000

export const createPageDisk = ({ folder, generation, megabytes, reserve, free = freeBytes, onError }: Options) => {
  const root = join(folder, generation)
  const share = (megabytes * 1024 * 1024) / folderCount
  /** bytes written to a folder since its last cleanup; initially a folder counts as full */
  const writtenBytes = new Map<string, number>()
  let writes = 0
  let draftCount = 0
  let space = { at: 0, enough: true }

  /** Hashes the key, so that no part of an address can end up in a path. */
  const fileOf = (key: string) => {
    const name = createHash("sha256").update(key).digest("hex")
    return { subfolder: name.slice(0, 2), path: join(root, name.slice(0, 2), name.slice(2, 42)) }
  }

  const hasSpace = async () => {
    if (Date.now() - space.at > spaceCheckMs) {
      await mkdir(root, { recursive: true })
      space = { at: Date.now(), enough: (await free(folder)) > reserve }
    }
    return space.enough
  }

  const write = async (key: string, page: DiskPage): Promise<void> => {
    if (!(await hasSpace())) return
    const bytes = pack(key, page)
    if (!bytes || bytes.length > share / 2) return
    const { subfolder, path } = fileOf(key)
    const draft = join(root, subfolder, `.${process.pid}-${++draftCount}`)
    await writeFile(draft, bytes).catch(async () => {
      await mkdir(join(root, subfolder), { recursive: true })
      await writeFile(draft, bytes)
    })
    await rename(draft, path)
    const sum = (writtenBytes.get(subfolder) ?? share) + bytes.length
    writtenBytes.set(subfolder, sum)
    if (sum < share / 10) return
    writtenBytes.set(subfolder, 0)
    await removeOldest(join(root, subfolder), share * 0.8)
  }

  return {
    /** Returns the page of this key. A damaged file counts as missing. */
    find: async (key: string): Promise<DiskHit | null> => {
      const file = await readLent(fileOf(key).path)
      if (!file) return null
      const { bytes, release } = file
      const page = unpack(key, bytes)
      if (!page) release()
      return page && Object.assign(page, { copy: () => unpack(key, Buffer.from(bytes))!, release })
    },
    /** Writes a page. Never throws: a page that is not on disk is rendered again. */
    keep: async (key: string, page: DiskPage): Promise<void> => {
      if (writes >= maxWrites) return
      writes++
      await write(key, page)
        .catch(onError)
        .finally(() => writes--)
    },
    /** Removes the files of other builds. */
    removeOtherGenerations: async (): Promise<void> => {
      const names = await readdir(folder).catch(() => [])
      for (const name of names) if (name !== generation) await rm(join(folder, name), { recursive: true, force: true }).catch(onError)
    },
  }
}
export type PageDisk = ReturnType<typeof createPageDisk>

const pack = (key: string, { page, dependencies, renderedAt, snapshotXmin, freshUntil }: DiskPage): Buffer | null => {
  const { gzip, br, status, etag, unchanged: headers } = page
  if (!gzip || !br) return null
  const lengths = { gzip: gzip.body.length, br: br.body.length }
  const head: Head = { key, renderedAt, snapshotXmin, freshUntil, dependencies, status, etag, headers, ...lengths }
  const json = Buffer.from(JSON.stringify(head))
  const bytes = Buffer.concat([Buffer.alloc(prefixBytes), json, gzip.body, br.body])
  bytes.writeUInt32BE(magic, 0)
  bytes.writeUInt32BE(json.length, 8)
  bytes.writeUInt32BE(crc32(bytes.subarray(8)), 4)
  return bytes
}

const unpack = (key: string, bytes: Buffer): DiskPage | null => {
  if (bytes.length < prefixBytes || bytes.readUInt32BE(0) !== magic || bytes.readUInt32BE(4) !== crc32(bytes.subarray(8))) return null
  const body = prefixBytes + bytes.readUInt32BE(8)
  const head = JSON.parse(bytes.toString("utf8", prefixBytes, body)) as Head
  if (head.key !== key) return null
  const { status, etag, headers: unchanged, renderedAt, snapshotXmin, freshUntil, dependencies } = head
  const form = (content: Buffer, encoding?: string) => ({
    body: content,
    headers: { ...unchanged, ...(encoding && { "content-encoding": encoding }), "content-length": content.length },
  })
  const gzip = form(bytes.subarray(body, body + head.gzip), "gzip")
  const br = form(bytes.subarray(body + head.gzip, body + head.gzip + head.br), "br")
  const page: Compressed = {
    status,
    etag,
    unchanged,
    bytes: bytes.length,
    gzip,
    br,
    // nearly every client accepts gzip, so the plain form is unpacked only on demand
    get plain() {
      return form(gunzipSync(gzip.body))
    },
  }
  return { page, renderedAt, snapshotXmin, freshUntil, dependencies }
}

/** A draft that is older (ms) belongs to a process that crashed. */
const draftMaxAgeMs = 60_000

/** Removes the oldest files until at most `max` bytes remain. Another process may do the same at the same time. */
const removeOldest = async (folder: string, max: number): Promise<void> => {
  const files = await Promise.all(
    (await readdir(folder)).map(async (name) => {
      const path = join(folder, name)
      const stats = await stat(path).catch(() => null)
      return stats && { path, size: stats.size, modifiedAt: stats.mtimeMs, isDraft: name.startsWith(".") }
    }),
  )
  let remaining = 0
  for (const file of files.filter((one) => one !== null).toSorted((a, b) => b.modifiedAt - a.modifiedAt)) {
    if (file.isDraft && Date.now() - file.modifiedAt < draftMaxAgeMs) continue
    remaining += file.size
    if (file.isDraft || remaining > max) await rm(file.path, { force: true })
  }
}
