import { setTimeout as pause } from "node:timers/promises"
import { Client, type PoolConfig } from "pg"
import { readArchivedFiles } from "./archive-files.usecases"
import { baseKey } from "./archive.rules"
import { manifestFile, readFiles, readFilesAt } from "./backup.usecases"
import { listBases, pruneLock } from "./cluster-copy.usecases"
import { expiredBackups, type Retention } from "./retention.rules"
import { backupKey, listBackups, objectKey, type BackupTarget } from "./target.usecases"

/** How long a deletion waits for a base copy of the archive, and how often it looks (ms). */
const [waitMs, lookMs] = [60_000, 1_000]

/** Runs the deletion while nobody adds objects. Returns null if a base copy of the archive is running. */
export const whileNothingIsAdded = async <T>(connection: PoolConfig, act: () => Promise<T>): Promise<T | null> => {
  const client = new Client({ ...connection, statement_timeout: 0, application_name: `doujia prune ${process.pid}` } as PoolConfig)
  // the next statement gets the error
  client.on("error", () => undefined)
  await client.connect()
  try {
    for (const end = Date.now() + waitMs; ; await pause(lookMs)) {
      const { rows } = await client.query<{ free: boolean }>("select pg_try_advisory_lock($1) as free", [pruneLock])
      if (rows[0]!.free) return await act()
      if (Date.now() > end) return null
    }
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Returns the objects that backups and the archive name. */
const namedObjects = async (target: BackupTarget): Promise<Set<string>> => {
  const named = new Set<string>()
  for (const name of await listBackups(target)) for await (const { sha256 } of readFiles(target, name)) named.add(objectKey(target, sha256))
  const bases = await listBases(target)
  for (const { system, name } of bases)
    for await (const { sha256 } of readFilesAt(target, baseKey(system, name, "files.jsonl.gz"))) named.add(objectKey(target, sha256))
  for (const system of new Set(bases.map((base) => base.system)))
    for await (const { sha256 } of readArchivedFiles(target, system, new Date(0), new Date(8.64e15))) named.add(objectKey(target, sha256))
  return named
}

/** Deletes expired backups, and the files that neither a backup nor the archive names any more. Returns the deleted backups. */
export const pruneBackups = async (target: BackupTarget, retention: Retention): Promise<string[]> => {
  const { storage } = target
  const expired = expiredBackups(await listBackups(target), retention)
  for (const name of expired) {
    await storage.remove(backupKey(name, manifestFile))
    await storage.removeAll(`backups/${name}`)
  }
  if (expired.length === 0) return expired
  const named = await namedObjects(target)
  const unnamed: string[] = []
  for await (const key of storage.list("objects")) if (!named.has(key)) unnamed.push(key)
  for (const key of unnamed) await storage.remove(key)
  return expired
}
