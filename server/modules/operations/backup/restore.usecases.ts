import { createHash, randomUUID } from "node:crypto"
import { createWriteStream } from "node:fs"
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { pipeline } from "node:stream/promises"
import { Client, type PoolConfig } from "pg"
import { migrateSite } from "@/server/db/migrate"
import { StartError } from "@/server/errors"
import type { StoragePort } from "@/server/ports/storage/storage.port"
import { readFiles, readManifest } from "./backup.usecases"
import { tableFile, type BackupFile, type Manifest } from "./manifest.rules"
import { inParallel } from "./parallel.rules"
import type { ReportProgress } from "./progress.rules"
import { loadTable, prepareTables, setSequences } from "./tables.repository"
import { backupKey, objectKey, openParts, type BackupTarget } from "./target.usecases"

/** Where a backup is restored to: an empty database and an empty storage. `migrations`: the folder of this program. */
export type RestoreTarget = { connection: PoolConfig; storage: StoragePort; dataDir: string; migrations: string; version: string }
export type Restored = { tables: number; rows: number; files: number; bytes: number }

type Journal = { entries: { when: number }[] }

/** Builds the schema that the backup was made with. @throws StartError if this program is older than the backup */
const createSchema = async ({ connection, migrations, version }: RestoreTarget, manifest: Manifest): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), "doujia-migrations-"))
  try {
    await cp(migrations, folder, { recursive: true })
    const path = join(folder, "meta", "_journal.json")
    const journal = JSON.parse(await readFile(path, "utf8")) as Journal
    if (!journal.entries.some(({ when }) => when === manifest.last_step))
      throw new StartError(
        `这份备份是豆架 ${manifest.version} 做的，这个程序是 ${version}，看不懂它；请用 ${manifest.version} 或更新的版本恢复。`,
      )
    await writeFile(path, JSON.stringify({ ...journal, entries: journal.entries.filter(({ when }) => when <= manifest.last_step) }))
    await migrateSite(connection, folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const requireEmpty = async (client: Client): Promise<void> => {
  const { rows } = await client.query<{ n: number }>(
    "select count(*)::int as n from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'",
  )
  if (rows[0]!.n > 0) throw new StartError("只能恢复到空的数据库和空的数据目录，请用 --data 写一个新的目录，或换一个空的数据库。")
}

const connect = async (connection: PoolConfig): Promise<Client> => {
  const client = new Client({ ...connection, statement_timeout: 0, application_name: `doujia restore ${process.pid}` } as PoolConfig)
  await client.connect()
  return client
}

/** Opens a part of the backup. @throws StartError if it is not there */
const requireParts = async (from: BackupTarget, key: string) => {
  const parts = await openParts(from, key)
  if (!parts) throw new StartError(`${from.name} 里缺少 ${key}。`)
  return parts
}

/** Puts a file back under its key, if its content is still the one of the backup. */
const restoreFile = async (from: BackupTarget, { storage, dataDir }: RestoreTarget, { key, sha256 }: BackupFile): Promise<void> => {
  const hash = createHash("sha256")
  const path = join(dataDir, "tmp", "fetched", randomUUID())
  const object = objectKey(from, sha256)
  await pipeline(
    await requireParts(from, object),
    async function* (parts) {
      for await (const part of parts as AsyncIterable<Buffer>) {
        hash.update(part)
        yield part
      }
    },
    createWriteStream(path, { mode: 0o600 }),
  )
  if (hash.digest("hex") !== sha256) throw new StartError(`备份里的文件 ${object}（${key}）已损坏。`)
  await storage.take(key, path, false)
}

const parallel = 8

const restoreFiles = async (
  from: BackupTarget,
  name: string,
  target: RestoreTarget,
  report: (done: { files: number; bytes: number }) => void,
) => {
  await mkdir(join(target.dataDir, "tmp", "fetched"), { recursive: true, mode: 0o700 })
  const result = { files: 0, bytes: 0 }
  await inParallel(readFiles(from, name), parallel, async (file) => {
    await restoreFile(from, target, file)
    result.files += 1
    result.bytes += file.size
    report(result)
  })
  return result
}

/** Restores a backup into an empty database and storage. Every table and file is checked against the manifest. */
export const restore = async (
  from: BackupTarget,
  name: string,
  target: RestoreTarget,
  progress: ReportProgress = () => undefined,
): Promise<Restored> => {
  const manifest = await readManifest(from, name)
  const probe = await connect(target.connection)
  await requireEmpty(probe).finally(() => probe.end())
  await createSchema(target, manifest)
  const client = await connect(target.connection)
  try {
    const tables = manifest.tables.map((table) => table.name)
    await client.query("begin")
    const finish = await prepareTables(client, tables)
    for (const [done, table] of manifest.tables.entries()) {
      progress({ phase: "tables", done, total: tables.length, bytes: 0 })
      await loadTable(client, table, await requireParts(from, backupKey(name, tableFile(table.name))))
    }
    progress({ phase: "tables", done: tables.length, total: tables.length, bytes: 0 })
    await setSequences(client, manifest.sequences)
    await finish()
    await client.query("commit")
    await client.query("analyze")
  } finally {
    await client.end()
  }
  const { count: total } = manifest.files
  const { files, bytes } = await restoreFiles(from, name, target, (at) =>
    progress({ phase: "files", done: at.files, total, bytes: at.bytes }),
  )
  if (files !== manifest.files.count) throw new StartError(`备份应有 ${manifest.files.count} 个文件，恢复了 ${files} 个。`)
  return { tables: manifest.tables.length, rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0), files, bytes }
}

/** Returns the key of the backup's site, which its sealed settings and its audit log need. */
export const readSecret = async (from: BackupTarget, name: string): Promise<string> =>
  text(await requireParts(from, backupKey(name, "secret")))
