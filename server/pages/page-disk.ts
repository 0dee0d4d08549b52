import { createHash } from "node:crypto"
import { mkdir, readdir, rename, rm, stat, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { crc32, gunzipSync } from "node:zlib"
import { freeBytes } from "../ports/storage/free-space"
import type { Compressed } from "../wire/compressed"
import { readLent } from "./lent-file"
import type { DrawnPage } from "../wire/page-validity-after-restart"

/*
 * Rendered pages on disk: what memory has forgotten. One file per page, compressed as it is sent. Nothing is deleted when something
 * changes: who reads a file compares what it was drawn from with what has changed since (`page-validity.ts`), so that several processes
 * share the folder without speaking to each other.
 */

export type DiskPage = DrawnPage & { page: Compressed; until: number }
/** A page in borrowed bytes: after `release` they belong to others. Who keeps the page keeps its `copy`. */
export type FoundPage = DiskPage & { copy: () => DiskPage; release: () => void }
type Head = Omit<DiskPage, "page"> &
  Pick<Compressed, "status" | "etag"> & { key: string; headers: Compressed["unchanged"]; gzip: number; br: number }

type Options = {
  folder: string
  /** names what draws the pages, and from which database; files of another generation are removed */
  generation: string
  megabytes: number
  /** below so many free bytes nothing is written */
  reserve: number
  free?: (folder: string) => Promise<number>
  onError: (error: unknown) => void
}

const magic = 0x444a5031
/** magic, checksum of what follows, length of the head */
const prefix = 12
const folders = 256
/** More writes at once are left out: the page is rendered again some day. */
const maxWrites = 100
const lookForSpaceMs = 10_000

export const createPageDisk = ({ folder, generation, megabytes, reserve, free = freeBytes, onError }: Options) => {
  const root = join(folder, generation)
  const share = (megabytes * 1024 * 1024) / folders
  /** bytes written to a folder since it was last looked through; nothing is known of it at first */
  const written = new Map<string, number>()
  let writes = 0
  let count = 0
  let space = { at: 0, enough: true }

  /** A key never becomes a part of a path. */
  const placeOf = (key: string) => {
    const name = createHash("sha256").update(key).digest("hex")
    return { part: name.slice(0, 2), path: join(root, name.slice(0, 2), name.slice(2, 42)) }
  }

  const hasSpace = async () => {
    if (Date.now() - space.at > lookForSpaceMs) {
      await mkdir(root, { recursive: true })
      space = { at: Date.now(), enough: (await free(folder)) > reserve }
    }
    return space.enough
  }

  const write = async (key: string, page: DiskPage): Promise<void> => {
    if (!(await hasSpace())) return
    const bytes = pack(key, page)
    if (!bytes || bytes.length > share / 2) return
    const { part, path } = placeOf(key)
    const draft = join(root, part, `.${process.pid}-${++count}`)
    await writeFile(draft, bytes).catch(async () => {
      await mkdir(join(root, part), { recursive: true })
      await writeFile(draft, bytes)
    })
    await rename(draft, path)
    const sum = (written.get(part) ?? share) + bytes.length
    written.set(part, sum)
    if (sum < share / 10) return
    written.set(part, 0)
    await tidy(join(root, part), share * 0.8)
  }

  return {
    /** The page under this key, or null; a torn file is none. */
    find: async (key: string): Promise<FoundPage | null> => {
      const file = await readLent(placeOf(key).path)
      if (!file) return null
      const { bytes, release } = file
      const found = unpack(key, bytes)
      if (!found) release()
      return found && Object.assign(found, { copy: () => unpack(key, Buffer.from(bytes))!, release })
    },
    /** Keeps a page. Never throws: without it the page is rendered again. */
    keep: async (key: string, page: DiskPage): Promise<void> => {
      if (writes >= maxWrites) return
      writes++
      await write(key, page)
        .catch(onError)
        .finally(() => writes--)
    },
    /** Removes what another build has left. */
    removeOthers: async (): Promise<void> => {
      const names = await readdir(folder).catch(() => [])
      for (const name of names) if (name !== generation) await rm(join(folder, name), { recursive: true, force: true }).catch(onError)
    },
  }
}
export type PageDisk = ReturnType<typeof createPageDisk>

const pack = (key: string, { page, drawn, stamp, until, dependencies }: DiskPage): Buffer | null => {
  const { gzip, br, status, etag, unchanged: headers } = page
  if (!gzip || !br) return null
  const head: Head = { key, drawn, stamp, until, dependencies, status, etag, headers, gzip: gzip.body.length, br: br.body.length }
  const json = Buffer.from(JSON.stringify(head))
  const bytes = Buffer.concat([Buffer.alloc(prefix), json, gzip.body, br.body])
  bytes.writeUInt32BE(magic, 0)
  bytes.writeUInt32BE(json.length, 8)
  bytes.writeUInt32BE(crc32(bytes.subarray(8)), 4)
  return bytes
}

const unpack = (key: string, bytes: Buffer): DiskPage | null => {
  if (bytes.length < prefix || bytes.readUInt32BE(0) !== magic || bytes.readUInt32BE(4) !== crc32(bytes.subarray(8))) return null
  const body = prefix + bytes.readUInt32BE(8)
  const head = JSON.parse(bytes.toString("utf8", prefix, body)) as Head
  if (head.key !== key) return null
  const { status, etag, headers: unchanged, drawn, stamp, until, dependencies } = head
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
    // hardly anybody asks for it
    get plain() {
      return form(gunzipSync(gzip.body))
    },
  }
  return { page, drawn, stamp, until, dependencies }
}

/** Drafts of processes that died are older than this. */
const draftMs = 60_000

/** Removes the oldest files until what is left has at most `max` bytes; another process may do the same. */
const tidy = async (folder: string, max: number): Promise<void> => {
  const files = await Promise.all(
    (await readdir(folder)).map(async (name) => {
      const path = join(folder, name)
      const found = await stat(path).catch(() => null)
      return found && { path, size: found.size, at: found.mtimeMs, draft: name.startsWith(".") }
    }),
  )
  let left = 0
  for (const file of files.filter((one) => one !== null).toSorted((a, b) => b.at - a.at)) {
    if (file.draft && Date.now() - file.at < draftMs) continue
    left += file.size
    if (file.draft || left > max) await rm(file.path, { force: true })
  }
}
