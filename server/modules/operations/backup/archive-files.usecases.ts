import { text } from "node:stream/consumers"
import { Client, type PoolConfig } from "pg"
import type { StoragePort } from "@/server/ports/storage/storage.port"
import { blobFolder, isMissingBlob, keyOfRow, storedFileTypes } from "../../library/files/storage-keys.rules"
import { listName, listsFolder, readListName } from "./archive.rules"
import { copyFile, namedHash } from "./backup.usecases"
import { pruneLock } from "./cluster-copy.usecases"
import type { BackupFile } from "./manifest.rules"
import { objectKey, openParts, storeText, type BackupTarget } from "./target.usecases"

/* Copies the files that have come since the last base copy, so that the rows of every moment find theirs. */

/** How far the lists reach. `since`: conversions that ended later are not in them yet. */
export type FilesPosition = { id: number; since: Date }

/** Rows that committed late have smaller numbers than others before them. */
const lateRows = 200
const lateMs = 600_000
const batch = 2_000

type Row = { id: string; sha256: string; ext: string; path: string; type: number }

/** Returns the position of the newest list; null if there is none. */
export const findPosition = async (target: BackupTarget, system: string): Promise<FilesPosition | null> => {
  let newest: FilesPosition | null = null
  for await (const key of target.storage.list(listsFolder(system))) {
    const name = readListName(key)
    if (name && (!newest || name.at > newest.since)) newest = { id: name.id, since: name.at }
  }
  return newest
}

/** Lists the keys that rows have named since the position: uploads, and everything that was converted. */
const listNewKeys = async (client: Client, storage: StoragePort, position: FilesPosition) => {
  const keys: string[] = []
  const { rows: newest } = await client.query<{ id: string }>("select coalesce(max(id), 0)::text as id from attachment")
  // a site that was recovered to an earlier moment counts from there, whatever the lists of its past say
  let id = Math.min(position.id, Number(newest[0]!.id))
  for (let after = String(Math.max(0, id - lateRows)); ;) {
    const { rows } = await client.query<Row>(
      "select id, sha256, ext, path, type from attachment where deleted_at is null and id > $1 order by id limit $2",
      [after, batch],
    )
    for (const row of rows) if (!isMissingBlob(row.sha256)) keys.push(keyOfRow(row, storedFileTypes.includes(row.type)))
    if (rows.length) after = rows.at(-1)!.id
    id = Math.max(id, Number(after))
    if (rows.length < batch) break
  }
  const { rows: converted } = await client.query<{ sha256: string }>("select distinct sha256 from conversion where created_at > $1", [
    new Date(position.since.getTime() - lateMs).toISOString(),
  ])
  for (const { sha256 } of converted) for await (const key of storage.list(blobFolder(sha256))) keys.push(key)
  return { keys, id }
}

/** Stores the content unless the target has it. Null if the storage has no such file any more. */
const archiveFile = async (target: BackupTarget, storage: StoragePort, key: string): Promise<BackupFile | null> => {
  const sha256 = namedHash(key)
  if (sha256 && (await target.storage.size(objectKey(target, sha256))) !== null) {
    const size = await storage.size(key)
    return size === null ? null : { key, size, sha256 }
  }
  const file = await copyFile({ target, storage, before: new Map(), objects: new Set() }, key)
  return file && { key: file.key, size: file.size, sha256: file.sha256 }
}

type Pass = {
  connection: PoolConfig
  target: BackupTarget
  storage: StoragePort
  system: string
  now: () => Date
  /** the keys of earlier passes, which the margins name again */
  recent: Set<string>
}
/** A set that large is emptied: its files are then compared with the target once more. */
const mostRecent = 100_000

/**
 * Copies what is new and stores its list. Returns the new position; the old one if nothing was new, or while expired objects are being
 * deleted.
 */
export const archiveNewFiles = async (pass: Pass, position: FilesPosition): Promise<FilesPosition> => {
  const { target, storage, system, recent } = pass
  const client = new Client({ ...pass.connection, application_name: `doujia archive ${process.pid}` } as PoolConfig)
  // the next statement gets the error
  client.on("error", () => undefined)
  await client.connect()
  try {
    const { rows } = await client.query<{ free: boolean }>("select pg_try_advisory_lock_shared($1) as free", [pruneLock])
    if (!rows[0]!.free) return position
    const at = pass.now()
    const { keys, id } = await listNewKeys(client, storage, position)
    const files: BackupFile[] = []
    for (const key of new Set(keys)) {
      if (recent.has(key)) continue
      const file = await archiveFile(target, storage, key)
      if (file) files.push(file)
    }
    if (files.length) {
      const lines = files.map((file) => `${JSON.stringify(file)}\n`).join("")
      await storeText(target, `${listsFolder(system)}/${listName(at, id)}`, lines)
    }
    if (recent.size > mostRecent) recent.clear()
    for (const { key } of files) recent.add(key)
    return { id, since: at }
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Reads the lists of a cluster that were made between two moments. */
export async function* readArchivedFiles(target: BackupTarget, system: string, from: Date, to: Date): AsyncGenerator<BackupFile> {
  const keys: string[] = []
  for await (const key of target.storage.list(listsFolder(system))) {
    const name = readListName(key)
    if (name && name.at >= from && name.at <= to) keys.push(key)
  }
  for (const key of keys.toSorted()) {
    const parts = await openParts(target, key)
    if (!parts) continue
    for (const line of (await text(parts)).split("\n")) if (line) yield JSON.parse(line) as BackupFile
  }
}
