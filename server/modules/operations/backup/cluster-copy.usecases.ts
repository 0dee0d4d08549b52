import { createHash } from "node:crypto"
import { open, readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import { pipeline, Readable } from "node:stream"
import { text } from "node:stream/consumers"
import { createGzip } from "node:zlib"
import { Client, type PoolConfig } from "pg"
import { errorCode, StartError } from "@/server/errors"
import type { StoragePort } from "@/server/ports/storage/storage.port"
import { baseKey, BaseManifest, basesFolder, type BasePart } from "./archive.rules"
import { backupLock } from "./content.repository"
import { copyFiles, keysOf, readFiles, readFilesAt } from "./backup.usecases"
import { backupName, type BackupFile } from "./manifest.rules"
import { inParallel } from "./parallel.rules"
import { listBackups, openParts, storeParts, storeText, type BackupTarget } from "./target.usecases"

/** The site whose cluster is copied. `cluster`: its folder. `onSnapshot` gets the newest attachment of the list of files. */
export type CopySource = {
  cluster: string
  connection: PoolConfig
  storage: StoragePort
  secret: Uint8Array
  version: string
  now: () => Date
  onSnapshot: (attachmentId: number) => void
}

/** The lock of the deletion of expired objects: what adds objects shares it meanwhile (`prune.usecases.ts`). */
export const pruneLock = 7_301_894

/** Folders whose content PostgreSQL builds again; the WAL comes from the archive. */
const emptied = new Set([
  "pg_dynshmem",
  "pg_notify",
  "pg_replslot",
  "pg_serial",
  "pg_snapshots",
  "pg_stat_tmp",
  "pg_subtrans",
  "pg_wal",
  "archive_requests",
])
/** Files of the running server, and of an earlier copy. */
const skipped =
  /^(?:postmaster\.(?:pid|opts)|backup_label(?:\.old)?|tablespace_map(?:\.old)?|backup_manifest|.*\.tmp|pg_internal\.init.*|pgsql_tmp.*)$/
const controlFile = "global/pg_control"

/** Lists the folders and files of a cluster. A file may vanish at any time: its removal is in the WAL. */
const listCluster = async (cluster: string): Promise<{ folders: string[]; files: string[] }> => {
  const [folders, files] = [["pg_wal/archive_status"], [] as string[]]
  const walk = async (folder: string): Promise<void> => {
    const entries = await readdir(join(cluster, folder), { withFileTypes: true }).catch((error: unknown) => {
      if (errorCode(error) === "ENOENT") return []
      throw error
    })
    for (const entry of entries) {
      if (skipped.test(entry.name)) continue
      const path = folder ? `${folder}/${entry.name}` : entry.name
      if (entry.isSymbolicLink()) throw new StartError(`数据库的 ${path} 在别的目录里，不能归档。`)
      if (entry.isDirectory()) {
        folders.push(path)
        if (!emptied.has(path)) await walk(path)
      } else if (entry.isFile() && path !== controlFile) files.push(path)
    }
  }
  await walk("")
  return { folders, files }
}

/** Stores what is read, gzipped; returns its size and hash. */
const storeRaw = async (target: BackupTarget, parts: Readable, key: string): Promise<{ size: number; sha256: string }> => {
  const hash = createHash("sha256")
  let size = 0
  const counted = async function* () {
    for await (const part of parts as AsyncIterable<Buffer>) {
      hash.update(part)
      size += part.length
      yield part
    }
  }
  // an error of the source destroys the packed stream, whose reader gets it
  const packed = pipeline(Readable.from(counted(), { objectMode: false }), createGzip({ level: 1 }), () => undefined)
  packed.on("error", () => undefined)
  await storeParts(target, packed as AsyncIterable<Buffer>, () => key)
  return { size, sha256: hash.digest("hex") }
}

/** Reads the control file, which the server may be writing: two equal readings are whole. */
const readControl = async (cluster: string): Promise<Buffer> => {
  let last = await readFile(join(cluster, controlFile))
  for (let n = 0; n < 100; n++) {
    const again = await readFile(join(cluster, controlFile))
    if (again.equals(last)) return again
    last = again
  }
  throw new Error(`${controlFile} changes all the time`)
}

const parallel = 4

const copyCluster = async (target: BackupTarget, cluster: string, keyOf: (file: string) => string) => {
  const { folders, files } = await listCluster(cluster)
  const parts: BasePart[] = []
  let number = 0
  const copyOne = async (path: string): Promise<void> => {
    const handle = await open(join(cluster, path)).catch((error: unknown) => {
      if (errorCode(error) === "ENOENT") return null
      throw error
    })
    if (!handle) return
    const at = number++
    try {
      parts[at] = { path, ...(await storeRaw(target, handle.createReadStream({ autoClose: false }), keyOf(`${at}.gz`))) }
    } finally {
      await handle.close()
    }
  }
  await inParallel(files, parallel, copyOne)
  // last, as its checkpoint is where recovery may begin
  const control = await readControl(cluster)
  parts[number] = { path: controlFile, ...(await storeRaw(target, Readable.from([control]), keyOf(`${number}.gz`))) }
  return { folders, parts }
}

export type NamedBase = BaseManifest & { name: string }

/** Reads every complete base copy of a target; the manifest is stored last. */
export const listBases = async (target: BackupTarget): Promise<NamedBase[]> => {
  const bases: NamedBase[] = []
  for await (const key of target.storage.list(basesFolder)) {
    const [, name] = /\/([^/]+)\/manifest\.json$/.exec(key) ?? []
    if (!name) continue
    const parts = await openParts(target, key)
    const parsed = parts && BaseManifest.safeParse(JSON.parse(await text(parts)))
    if (parsed?.success) bases.push({ ...parsed.data, name })
  }
  return bases
}

const filesOfLast = async (target: BackupTarget): Promise<Map<string, BackupFile>> => {
  const files = new Map<string, BackupFile>()
  const base = (await listBases(target)).toSorted((a, b) => (a.ended_at < b.ended_at ? -1 : 1)).at(-1)
  const backup = (await listBackups(target)).at(-1)
  if (base) for await (const file of readFilesAt(target, baseKey(base.system, base.name, "files.jsonl.gz"))) files.set(file.key, file)
  else if (backup) for await (const file of readFiles(target, backup)) files.set(file.key, file)
  return files
}

/**
 * Copies the cluster of the running server, and every file that its rows name. The copy counts once `archived` has seen its last segment.
 * Returns null if a backup or a deletion of old objects is running.
 */
export const copyBase = async (
  source: CopySource,
  target: BackupTarget,
  archived: (segment: string) => Promise<void>,
): Promise<{ name: string; files: number; bytes: number } | null> => {
  const client = new Client({ ...source.connection, statement_timeout: 0, application_name: `doujia archive ${process.pid}` } as PoolConfig)
  // the next statement gets the error
  client.on("error", () => undefined)
  await client.connect()
  let unfinished = ""
  try {
    const { rows: locks } = await client.query<{ free: boolean }>(
      "select pg_try_advisory_lock($1) and pg_try_advisory_lock_shared($2) as free",
      [backupLock, pruneLock],
    )
    if (!locks[0]!.free) return null
    const name = backupName(source.now())
    const started_at = source.now().toISOString()
    const { rows: ids } = await client.query<{ system: string; size: string }>(
      "select system_identifier::text as system, (select setting from pg_settings where name = 'wal_segment_size') as size from pg_control_system()",
    )
    const { system, size } = ids[0]!
    const keyOf = (file: string) => baseKey(system, name, file)
    unfinished = `${basesFolder}/${system}/${name}`
    const objects = new Set<string>()
    for await (const key of target.storage.list("objects")) objects.add(key)
    // files before the cluster: rows that come after this snapshot have their files in the lists of the archive
    await client.query("begin isolation level repeatable read read only")
    const { rows: newest } = await client.query<{ id: string }>("select coalesce(max(id), 0)::text as id from attachment")
    const attachment_id = Number(newest[0]!.id)
    source.onSnapshot(attachment_id)
    const files = await copyFiles(
      { target, storage: source.storage, before: await filesOfLast(target), objects },
      keysOf(client, source.storage, new Map()),
      keyOf("files.jsonl.gz"),
      () => undefined,
    )
    await client.query("commit")
    await client.query("select pg_backup_start($1, true)", [`doujia ${name}`])
    const { folders, parts } = await copyCluster(target, source.cluster, keyOf)
    const { rows: stops } = await client.query<{ label: string; last: string; at: Date }>(
      "select labelfile as label, pg_walfile_name(lsn) as last, clock_timestamp() as at from pg_backup_stop(false)",
    )
    const { label, last, at } = stops[0]!
    const [, first] = /^START WAL LOCATION: \S+ \(file ([0-9A-F]{24})\)/m.exec(label) ?? []
    if (!first) throw new Error("the label of the backup names no segment")
    await storeText(target, keyOf("secret"), new TextDecoder().decode(source.secret))
    await archived(last)
    const manifest: BaseManifest = {
      format: 1,
      version: source.version,
      system,
      started_at,
      ended_at: at.toISOString(),
      first_wal: first,
      last_wal: last,
      segments_per_log: 2 ** 32 / Number(size),
      label,
      attachment_id,
      folders,
      parts,
    }
    await storeText(target, keyOf("manifest.json"), JSON.stringify(manifest))
    return { name, files: files.count, bytes: parts.reduce((sum, part) => sum + part.size, 0) + files.bytes }
  } catch (error) {
    if (unfinished) await target.storage.removeAll(unfinished).catch(() => undefined)
    throw error
  } finally {
    // ends the locks, and the state of a copy in PostgreSQL
    await client.end().catch(() => undefined)
  }
}
