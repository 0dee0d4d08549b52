import { createHash, randomUUID } from "node:crypto"
import { createReadStream, createWriteStream } from "node:fs"
import { access, mkdir, open, readdir, readFile, rename, rm, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { createInterface } from "node:readline"
import { once } from "node:events"
import { finished, pipeline } from "node:stream/promises"
import { createGunzip, createGzip } from "node:zlib"
import { Client, type PoolConfig } from "pg"
import { StartError } from "@/server/errors"
import type { StoragePort } from "@/server/ports/storage/storage.port"
import { backupLock, listDrawnContents, listNamedFiles } from "./content.repository"
import { backupName, Manifest, objectPath, timeOfBackup, type BackupFile } from "./manifest.rules"
import { expiredBackups, type Retention } from "./retention.rules"
import { dumpTable, listTables, readSequences } from "./tables.repository"

/** What a backup is made of. `secret`: the key that seals settings and signs tokens. */
export type BackupSource = {
  connection: PoolConfig
  storage: StoragePort
  secret: Uint8Array
  version: string
  now: () => Date
}
/** `copied` of `files` were new; `faults`: files whose content is not the one of their name. */
export type BackupResult = { name: string; files: number; copied: number; bytes: number; missing: string[]; faults: string[] }

const manifestFile = "manifest.json"
const filesFile = "files.jsonl.gz"

/** Lists the complete backups of a folder, the oldest first. */
export const listBackups = async (folder: string): Promise<string[]> => {
  const names = await readdir(join(folder, "backups")).catch(() => [])
  return names.filter((name) => timeOfBackup(name)).toSorted()
}

/** @throws StartError if the backup is not complete or not of a format that this program reads */
export const readManifest = async (folder: string, name: string): Promise<Manifest> => {
  const text = await readFile(join(folder, "backups", name, manifestFile), "utf8").catch(() => null)
  const parsed = text === null ? null : Manifest.safeParse(JSON.parse(text))
  if (!parsed?.success) throw new StartError(`${join(folder, "backups", name)} 不是完整的备份，或者格式不是这个版本能读的。`)
  return parsed.data
}

/** Reads the list of files of a backup. */
export async function* readFiles(folder: string, name: string): AsyncGenerator<BackupFile> {
  const lines = createInterface({ input: createReadStream(join(folder, "backups", name, filesFile)).pipe(createGunzip()) })
  for await (const line of lines) yield JSON.parse(line) as BackupFile
}

/** The hash in the name of a content or an image. Pages have a folder of their own per conversion, and never change; covers may. */
const namedHash = (key: string): string | null => /^(?:files|images)\/[0-9a-f]{2}\/([0-9a-f]{64})/.exec(key)?.[1] ?? null
const mayChange = (key: string): boolean => /cover|^uploads\//.test(key)

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

type Copier = { folder: string; storage: StoragePort; before: ReadonlyMap<string, BackupFile> }

/** Copies a file unless the folder has it. Its hash is computed from what was read. Returns null if it is not in the storage. */
const copyFile = async ({ folder, storage, before }: Copier, key: string): Promise<(BackupFile & { copied: boolean }) | null> => {
  const hash = namedHash(key)
  const earlier = before.get(key)
  const sha256 = hash ?? (earlier && !mayChange(key) ? earlier.sha256 : null)
  if (sha256 && (await exists(join(folder, objectPath(sha256))))) {
    const size = await storage.size(key)
    if (size === null) return null
    if (earlier?.size === size) return { key, size, sha256, copied: false }
  }
  const stored = await storage.open(key)
  if (!stored) return null
  const temporary = join(folder, "incoming", randomUUID())
  const digest = createHash("sha256")
  let size = 0
  try {
    await pipeline(
      stored.stream,
      async function* (parts) {
        for await (const part of parts as AsyncIterable<Buffer>) {
          digest.update(part)
          size += part.length
          yield part
        }
      },
      createWriteStream(temporary, { flush: true, mode: 0o600 }),
    )
    const actual = digest.digest("hex")
    const path = join(folder, objectPath(actual))
    if (await exists(path)) return { key, size, sha256: actual, copied: false }
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await rename(temporary, path)
    return { key, size, sha256: actual, copied: true }
  } finally {
    await rm(temporary, { force: true })
  }
}

/** How many files are copied concurrently. */
const parallel = 8

type Progress = (done: { files: number; copied: number; bytes: number }) => void

/** Copies the keys and writes the list of files. */
const copyFiles = async (copier: Copier, keys: AsyncIterable<string>, path: string, progress: Progress) => {
  const list = createGzip({ level: 3 })
  const target = createWriteStream(path, { flush: true, mode: 0o600 })
  const hash = createHash("sha256")
  list.on("data", (part: Buffer) => void hash.update(part))
  list.pipe(target)
  const result = { count: 0, copied: 0, bytes: 0, faults: [] as string[], lost: new Set<string>() }
  const one = async (key: string) => {
    const file = await copyFile(copier, key)
    if (!file) return void result.lost.add(key)
    const { copied, ...entry } = file
    const expected = namedHash(key)
    if (expected !== null && expected !== entry.sha256) result.faults.push(key)
    result.count += 1
    result.bytes += entry.size
    if (copied) result.copied += 1
    if (!list.write(`${JSON.stringify(entry)}\n`)) await once(list, "drain")
    progress({ files: result.count, copied: result.copied, bytes: result.bytes })
  }
  const running = new Set<Promise<void>>()
  for await (const key of keys) {
    const work: Promise<void> = one(key).finally(() => running.delete(work))
    running.add(work)
    if (running.size >= parallel) await Promise.race(running)
  }
  await Promise.all(running)
  list.end()
  await finished(target)
  return { ...result, sha256: hash.digest("hex") }
}

/** Every file that the snapshot names, and every file of the contents whose pages it names. `rows` gets the row of each named file. */
async function* keysOf(client: Client, storage: StoragePort, rows: Map<string, string>): AsyncGenerator<string> {
  for await (const { key, row } of listNamedFiles(client)) {
    if (rows.has(key)) continue
    rows.set(key, row)
    yield key
  }
  const drawn = await listDrawnContents(client)
  for await (const key of storage.list("pages")) {
    const sha256 = /^pages\/[0-9a-f]{2}\/([0-9a-f]{64})\//.exec(key)?.[1]
    if (sha256 && drawn.has(sha256)) yield key
  }
}

const syncFolder = async (path: string): Promise<void> => {
  const handle = await open(path, "r")
  await handle.sync().finally(() => handle.close())
}

/**
 * Backs up the running site into a folder: first the database in one snapshot, then every file that a row of the snapshot names. No file is
 * removed meanwhile. The backup appears under its name only when it is complete.
 */
export const backUp = async (source: BackupSource, folder: string, progress: Progress = () => undefined): Promise<BackupResult> => {
  const name = backupName(source.now())
  await mkdir(join(folder, "backups"), { recursive: true, mode: 0o700 })
  await rm(join(folder, "incoming"), { recursive: true, force: true })
  await mkdir(join(folder, "incoming"), { mode: 0o700 })
  const work = join(folder, "incoming", name)
  await mkdir(join(work, "tables"), { recursive: true, mode: 0o700 })
  const last = (await listBackups(folder)).at(-1)
  const before = new Map<string, BackupFile>()
  if (last) for await (const file of readFiles(folder, last)) before.set(file.key, file)
  const client = new Client({ ...source.connection, statement_timeout: 0, application_name: `doujia backup ${process.pid}` } as PoolConfig)
  await client.connect()
  try {
    const { rows } = await client.query<{ free: boolean }>("select pg_try_advisory_lock($1) as free", [backupLock])
    if (!rows[0]!.free) throw new StartError("另一次备份还在进行，请等它结束。")
    await client.query("begin isolation level repeatable read read only")
    const step = await client.query<{ at: string }>("select max(created_at)::text as at from migration")
    const sequences = await readSequences(client)
    const tables = []
    for (const table of await listTables(client)) tables.push(await dumpTable(client, table, join(work, "tables", `${table.name}.copy.gz`)))
    const named = new Map<string, string>()
    const copier = { folder, storage: source.storage, before }
    const files = await copyFiles(copier, keysOf(client, source.storage, named), join(work, filesFile), progress)
    await client.query("commit")
    const missing = [...files.lost].filter((key) => named.has(key)).map((key) => `${key}（${named.get(key)}）`)
    const manifest: Manifest = {
      format: 1,
      version: source.version,
      last_step: Number(step.rows[0]!.at),
      created_at: source.now().toISOString(),
      tables,
      sequences,
      files: { count: files.count, bytes: files.bytes, sha256: files.sha256 },
      missing,
    }
    await writeFile(join(work, "secret"), new TextDecoder().decode(source.secret), { mode: 0o600 })
    await writeFile(join(work, manifestFile), JSON.stringify(manifest, null, 1), { mode: 0o600, flush: true })
    await syncFolder(work)
    await rename(work, join(folder, "backups", name))
    await syncFolder(join(folder, "backups"))
    return { name, files: files.count, copied: files.copied, bytes: files.bytes, missing, faults: files.faults }
  } finally {
    await client.end().catch(() => undefined)
    await rm(work, { recursive: true, force: true })
  }
}

/** Deletes expired backups, and the files that no backup names any more. Returns the deleted backups. */
export const pruneBackups = async (folder: string, retention: Retention): Promise<string[]> => {
  const expired = expiredBackups(await listBackups(folder), retention)
  for (const name of expired) await rm(join(folder, "backups", name), { recursive: true, force: true })
  if (expired.length === 0) return expired
  const named = new Set<string>()
  for (const name of await listBackups(folder)) for await (const { sha256 } of readFiles(folder, name)) named.add(sha256)
  for (const shard of await readdir(join(folder, "objects")).catch(() => []))
    for (const sha256 of await readdir(join(folder, "objects", shard)))
      if (!named.has(sha256)) await rm(join(folder, "objects", shard, sha256), { force: true })
  return expired
}
