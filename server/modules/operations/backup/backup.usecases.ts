import { createHash } from "node:crypto"
import { once } from "node:events"
import { rm } from "node:fs/promises"
import { pipeline } from "node:stream"
import { text } from "node:stream/consumers"
import { createGunzip, createGzip } from "node:zlib"
import { Client, type PoolConfig } from "pg"
import { StartError } from "@/server/errors"
import type { StoragePort } from "@/server/ports/storage/storage.port"
import { backupLock, estimateFiles, listDrawnContents, listNamedFiles } from "./content.repository"
import { backupName, Manifest, tableFile, type BackupFile, type BackupTable } from "./manifest.rules"
import { inParallel } from "./parallel.rules"
import type { ReportProgress } from "./progress.rules"
import { dumpTable, listTables, readSequences } from "./tables.repository"
import { backupKey, listBackups, objectKey, openParts, storeParts, storeText, type BackupTarget } from "./target.usecases"

/** The sources of a backup. `secret`: the key that seals settings and signs tokens. */
export type BackupSource = {
  connection: PoolConfig
  storage: StoragePort
  secret: Uint8Array
  version: string
  now: () => Date
}
/** `copied` of `files` were new; `faults`: files with another content than their name says. */
export type BackupResult = { name: string; files: number; copied: number; bytes: number; missing: string[]; faults: string[] }

export const manifestFile = "manifest.json"
const filesFile = "files.jsonl.gz"

/** @throws StartError if the backup is not complete or not of a format that this program reads */
export const readManifest = async (target: BackupTarget, name: string): Promise<Manifest> => {
  const parts = await openParts(target, backupKey(name, manifestFile))
  const parsed = parts && Manifest.safeParse(JSON.parse(await text(parts)))
  if (!parsed?.success) throw new StartError(`${target.name} 里的 ${name} 不是完整的备份，或者格式不是这个版本能读的。`)
  return parsed.data
}

async function* linesOf(parts: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ""
  for await (const part of parts) {
    const lines = (rest + decoder.decode(part, { stream: true })).split("\n")
    rest = lines.pop()!
    yield* lines
  }
}

/** Reads the list of files of a backup. */
export const readFiles = (target: BackupTarget, name: string): AsyncGenerator<BackupFile> => readFilesAt(target, backupKey(name, filesFile))

/** Reads the list of files under a key. @throws StartError if it is not there */
export async function* readFilesAt(target: BackupTarget, key: string): AsyncGenerator<BackupFile> {
  const packed = await openParts(target, key)
  if (!packed) throw new StartError(`${target.name} 里没有文件清单 ${key}。`)
  // an error of the source destroys the unpacked stream, whose reader gets it
  for await (const line of linesOf(pipeline(packed, createGunzip(), () => undefined))) yield JSON.parse(line) as BackupFile
}

/** The hash in the name of a content or an image. Pages have a folder of their own per conversion, and never change; covers may. */
export const namedHash = (key: string): string | null => /^(?:files|images)\/[0-9a-f]{2}\/([0-9a-f]{64})/.exec(key)?.[1] ?? null
const mayChange = (key: string): boolean => /cover|^uploads\//.test(key)

/** `objects`: the keys that the target has; `before`: the files of the last backup. */
export type Copier = { target: BackupTarget; storage: StoragePort; before: ReadonlyMap<string, BackupFile>; objects: Set<string> }

/** Copies a file unless the target has it. Its hash is computed from the bytes that were read. Returns null if it is not in the storage. */
export const copyFile = async (
  { target, storage, before, objects }: Copier,
  key: string,
): Promise<(BackupFile & { copied: boolean }) | null> => {
  const hash = namedHash(key)
  const earlier = before.get(key)
  const sha256 = hash ?? (earlier && !mayChange(key) ? earlier.sha256 : null)
  if (sha256 && objects.has(objectKey(target, sha256))) {
    const size = await storage.size(key)
    if (size === null) return null
    if (earlier?.size === size) return { key, size, sha256, copied: false }
  }
  const stored = await storage.open(key)
  if (!stored) return null
  const digest = createHash("sha256")
  let size = 0
  const counted = async function* () {
    for await (const part of stored.stream as AsyncIterable<Buffer>) {
      digest.update(part)
      size += part.length
      yield part
    }
  }
  const file = { actual: "", copied: false }
  await storeParts(target, counted(), () => {
    file.actual = digest.digest("hex")
    const object = objectKey(target, file.actual)
    if (objects.has(object)) return null
    objects.add(object)
    file.copied = true
    return object
  }).finally(() => stored.stream.destroy())
  return { key, size, sha256: file.actual, copied: file.copied }
}

/** How many files are copied concurrently. */
const parallel = 8

/** Copies the keys and stores the list of files under `listKey`. */
export const copyFiles = async (
  copier: Copier,
  keys: AsyncIterable<string>,
  listKey: string,
  report: (done: { files: number; bytes: number }) => void,
) => {
  // its reader and its writers get an error
  const list = createGzip({ level: 3 }).on("error", () => undefined)
  const hash = createHash("sha256")
  const hashed = async function* () {
    for await (const part of list as AsyncIterable<Buffer>) {
      hash.update(part)
      yield part
    }
  }
  const storing = storeParts(copier.target, hashed(), () => listKey).catch((error: Error) => {
    list.destroy(error)
    throw error
  })
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
    if (list.errored) throw list.errored
    if (!list.write(`${JSON.stringify(entry)}\n`)) await once(list, "drain")
    report({ files: result.count, bytes: result.bytes })
  }
  const copying = async () => {
    await inParallel(keys, parallel, one)
    list.end()
  }
  await Promise.all([
    storing,
    copying().catch((error: Error) => {
      list.destroy(error)
      throw error
    }),
  ])
  return { ...result, sha256: hash.digest("hex") }
}

/** Every file that the snapshot names, and every file of the contents whose pages it names. `rows` gets the row of each named file. */
export async function* keysOf(client: Client, storage: StoragePort, rows: Map<string, string>): AsyncGenerator<string> {
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

/**
 * Reads the current content of the target: the files of its last backup, and the keys of its objects. @throws StartError if it has a newer
 * one
 */
const readTarget = async (target: BackupTarget, name: string): Promise<Pick<Copier, "before" | "objects">> => {
  const [before, objects] = [new Map<string, BackupFile>(), new Set<string>()]
  const last = (await listBackups(target)).at(-1)
  if (last && last >= name) throw new StartError(`${target.name} 里已经有更新的备份 ${last}，请检查这台机器的时间。`)
  if (last) for await (const file of readFiles(target, last)) before.set(file.key, file)
  for await (const key of target.storage.list("objects")) objects.add(key)
  return { before, objects }
}

/**
 * Backs up the running site: first the database in one snapshot, then every file that a row of the snapshot names. No file is removed
 * during the backup. It counts once its manifest is there, which is stored last.
 */
export const backUp = async (
  source: BackupSource,
  target: BackupTarget,
  progress: ReportProgress = () => undefined,
): Promise<BackupResult> => {
  const name = backupName(source.now())
  const client = new Client({ ...source.connection, statement_timeout: 0, application_name: `doujia backup ${process.pid}` } as PoolConfig)
  await client.connect()
  try {
    const { rows } = await client.query<{ free: boolean }>("select pg_try_advisory_lock($1) as free", [backupLock])
    if (!rows[0]!.free) throw new StartError("另一次备份还在进行，请等它结束。")
    await rm(target.work, { recursive: true, force: true })
    const copier = { target, storage: source.storage, ...(await readTarget(target, name)) }
    await client.query("begin isolation level repeatable read read only")
    const step = await client.query<{ at: string }>("select max(created_at)::text as at from migration")
    const sequences = await readSequences(client)
    const [tables, list] = [[] as BackupTable[], await listTables(client)]
    for (const table of list) {
      progress({ phase: "tables", done: tables.length, total: list.length, bytes: 0 })
      tables.push(await dumpTable(client, table, (parts) => storeParts(target, parts, () => backupKey(name, tableFile(table.name)))))
    }
    progress({ phase: "tables", done: tables.length, total: list.length, bytes: 0 })
    const [named, total] = [new Map<string, string>(), await estimateFiles(client)]
    const files = await copyFiles(copier, keysOf(client, source.storage, named), backupKey(name, filesFile), ({ files: done, bytes }) =>
      progress({ phase: "files", done, total, bytes }),
    )
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
    await storeText(target, backupKey(name, "secret"), new TextDecoder().decode(source.secret))
    await storeText(target, backupKey(name, manifestFile), JSON.stringify(manifest, null, 1))
    return { name, files: files.count, copied: files.copied, bytes: files.bytes, missing, faults: files.faults }
  } catch (error) {
    await target.storage.removeAll(`backups/${name}`).catch(() => undefined)
    throw error
  } finally {
    await client.end().catch(() => undefined)
    await rm(target.work, { recursive: true, force: true })
  }
}
