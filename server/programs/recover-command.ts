import { readdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { openDatabase } from "@/server/db/client"
import { closeDataFolder } from "@/server/db/data-folder"
import { startEmbeddedDatabase, type EmbeddedDatabase } from "@/server/db/embedded"
import { databaseUser } from "@/server/db/embedded-cluster"
import { acquireInstanceLock } from "@/server/db/instance-lock"
import { env } from "@/server/env"
import { StartError } from "@/server/errors"
import { openStorage } from "@/server/ports/storage/choose-storage"
import { markForDrawing } from "../modules/library/document/reconvert.usecases"
import { examineFiles } from "../modules/library/files/examination.usecases"
import { checkLedger } from "../modules/money/ledger/check.usecases"
import { momentText } from "../modules/operations/backup/archive.rules"
import type { NamedBase } from "../modules/operations/backup/cluster-copy.usecases"
import {
  chooseBase,
  readArchivedSecret,
  recoverFiles,
  recoverySettings,
  serveSegments,
  unpackBase,
} from "../modules/operations/backup/recover.usecases"
import type { BackupTarget } from "../modules/operations/backup/target.usecases"

type Installation = { dataDir: string; print: (text: string) => void }

/** @throws StartError that says how far the archive reaches, if PostgreSQL came to its end before the moment */
const explain = (error: unknown, until: Date | null): never => {
  if (until && error instanceof StartError && error.sentence.includes("recovery ended before configured recovery target"))
    throw new StartError(`归档里的内容还没有到 ${momentText(until)}；要恢复到归档的最后，请写 --until latest。`, { cause: error })
  throw error
}

/** Starts the unpacked cluster and lets PostgreSQL recover it. */
const recoverDatabase = async (
  { dataDir, print }: Installation,
  target: BackupTarget,
  base: NamedBase,
  until: Date | null,
): Promise<EmbeddedDatabase> => {
  const cluster = join(dataDir, "postgres")
  await unpackBase(target, base, cluster)
  const segments = serveSegments(target, base, cluster, databaseUser())
  let database: EmbeddedDatabase | undefined
  try {
    database = await startEmbeddedDatabase({ dataDir, log: print, settings: recoverySettings(until) }).catch((error: unknown) =>
      explain(error, until),
    )
    await segments.stop()
    return database
  } catch (error) {
    await database?.stop()
    // if the archive could not be read, that is the reason
    await segments.stop()
    throw error
  }
}

/** Restores the files, checks what was recovered, and leaves out what is not of the site: jobs that were waiting then. */
const complete = async (
  { dataDir, print }: Installation,
  target: BackupTarget,
  base: NamedBase,
  until: Date | null,
  database: EmbeddedDatabase,
): Promise<void> => {
  const storage = await openStorage(env(), dataDir)
  const { files, lost } = await recoverFiles(target, base, until, { storage, dataDir })
  const handle = openDatabase({ ...database.connection, statement_timeout: 0 }, () => undefined)
  try {
    const { db } = handle
    // as after a restore: mails and webhooks of that moment have been sent since, conversions are found by their documents
    await handle.pool.query("drop schema if exists queue cascade")
    const { missing } = await examineFiles({ db, storage })
    const drawn = missing.flatMap(({ document_id }) => document_id ?? [])
    if (drawn.length) await markForDrawing({ db }, drawn)
    const ledger = await checkLedger(db)
    const { rows } = await handle.pool.query<{ users: number; documents: number }>(
      'select (select count(*) from "user")::int as users, (select count(*) from document)::int as documents',
    )
    print(
      `✓ 恢复到 ${until ? momentText(until) : "归档的最后"}：${rows[0]!.users} 个用户、${rows[0]!.documents} 份文档、${files} 个文件，都按哈希核对过。`,
    )
    if (drawn.length) print(`  ${drawn.length} 份文档的页面会重新转换。`)
    for (const { key, row } of missing.filter(({ document_id }) => !document_id).slice(0, 50)) print(`✗ 缺少文件 ${key}（${row}）`)
    if (lost.length) print(`  归档里没有 ${lost.length} 个已经过期的文件。`)
    if (ledger.sum !== 0n || ledger.faults.length) print(`✗ 账本有 ${ledger.faults.length} 处对不上，运行 npm run ledger -- check 查看。`)
  } finally {
    await handle.close()
  }
}

/** `npm run restore -- DIR|s3://… --until MOMENT --data NEW`: recovers the archived site as it was at a moment, into an empty folder. */
export const recoverInto = async (installation: Installation, target: BackupTarget, until: Date | null): Promise<void> => {
  const { dataDir, print } = installation
  const { DATABASE_URL, JWT_SECRET } = env()
  if (DATABASE_URL) throw new StartError("--until 只恢复内置的数据库；DATABASE_URL 的数据库请用 pgBackRest 或 WAL-G 恢复。")
  const base = await chooseBase(target, until)
  closeDataFolder(dataDir)
  const lock = await acquireInstanceLock(dataDir, "instance.lock")
  try {
    const occupied = (await readdir(dataDir)).filter((entry) => !entry.startsWith("instance") && entry !== "tmp")
    if (occupied.length)
      throw new StartError(`${dataDir} 里已经有 ${occupied.slice(0, 3).join("、")}，只能恢复到空的目录，请用 --data 写一个新的。`)
    const database = await recoverDatabase(installation, target, base, until)
    try {
      await complete(installation, target, base, until, database)
      if (!JWT_SECRET) await writeFile(join(dataDir, "secret"), await readArchivedSecret(target, base), { mode: 0o600, flag: "wx" })
      print(`  现在可以启动网站：npm start -- --data ${dataDir}`)
      if (JWT_SECRET) print("  设置了 JWT_SECRET：它要和归档时的一样，否则登录和加密的设置都会失效。")
    } finally {
      await database.stop()
    }
  } finally {
    await lock.release()
  }
}
