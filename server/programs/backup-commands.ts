import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { parseArgs } from "node:util"
import type { PoolConfig } from "pg"
import { openDatabase, type DatabaseHandle } from "@/server/db/client"
import { startEmbeddedDatabase } from "@/server/db/embedded"
import { acquireInstanceLock } from "@/server/db/instance-lock"
import { closeDataFolder } from "@/server/db/data-folder"
import { migrateSite } from "@/server/db/migrate"
import { commandConnection } from "@/server/db/site-connection"
import { programVersion } from "@/server/db/site-version"
import { env } from "@/server/env"
import { StartError } from "@/server/errors"
import { readMoment } from "../modules/operations/backup/archive.rules"
import { backUp, readManifest, type BackupResult } from "../modules/operations/backup/backup.usecases"
import { accessOf, planOf, type BackupPlan } from "../modules/operations/backup/plan.usecases"
import { pruneBackups, whileNothingIsAdded } from "../modules/operations/backup/prune.usecases"
import { noteRun } from "../modules/operations/backup/runs.usecases"
import { progressLineOf, type BackupProgress, type ReportProgress } from "../modules/operations/backup/progress.rules"
import { proveSite } from "../modules/operations/backup/verify.usecases"
import { readSecret, restore } from "../modules/operations/backup/restore.usecases"
import { readRetention } from "../modules/operations/backup/retention.rules"
import {
  listBackups,
  openTarget,
  requireOutside,
  type BackupTarget,
  type TargetOptions,
} from "../modules/operations/backup/target.usecases"
import { readSettingGroup } from "../modules/site/settings/settings.usecases"
import { openStorage } from "@/server/ports/storage/choose-storage"
import { diskStorage } from "@/server/ports/storage/disk.storage"
import { signingSecret } from "@/server/security/signing-secret"
import { askPassphrase } from "./passphrase"
import { recoverInto } from "./recover-command"

type Print = (text: string) => void
type Command = { root: string; dataDir: string; print: Print; connection: PoolConfig; database: DatabaseHandle }

const mb = (bytes: number): string => `${(bytes / 1024 ** 2).toFixed(1)} MB`
/** How often the bar is drawn (ms). */
const drawMs = 100

/** A bar in one line of a terminal; a log file gets none. `end` completes it. */
const progressBar = (out: Pick<NodeJS.WriteStream, "isTTY" | "write"> = process.stdout): { draw: ReportProgress; end: () => void } => {
  let [last, begunAt, drawnAt] = [null as BackupProgress | null, 0, 0]
  const write = (isComplete: boolean) =>
    out.write(`\r${progressLineOf(last!, Date.now() - begunAt, isComplete)}\u001B[K${isComplete ? "\n" : ""}`)
  const end = () => {
    if (out.isTTY && last) write(true)
    last = null
  }
  const draw: ReportProgress = (progress) => {
    if (!out.isTTY) return
    if (last && last.phase !== progress.phase) end()
    if (!last) [begunAt, drawnAt] = [Date.now(), 0]
    last = { ...progress }
    if (Date.now() - drawnAt < drawMs) return
    drawnAt = Date.now()
    write(false)
  }
  return { draw, end }
}

const report = ({ name, files, copied, bytes, missing, faults }: BackupResult, print: Print): void => {
  print(`✓ 备份 ${name}：数据库和 ${files} 个文件（${mb(bytes)}），其中 ${copied} 个是新的。`)
  for (const one of missing.slice(0, 50)) print(`✗ 网站缺少 ${one}`)
  for (const key of faults.slice(0, 50)) print(`✗ 文件已损坏 ${key}：内容和名字里的哈希不一致`)
}

/** How to open a target: with the plan's access and passphrase if it is the planned one, else with those of the environment. */
const optionsFor = (to: string, plan: BackupPlan | null, dataDir: string): TargetOptions => {
  const { access, passphrase } = plan?.to === to ? plan : { access: accessOf(env()), passphrase: env().BACKUP_PASSPHRASE }
  return { dataDir, access, passphrase: async (isNew) => passphrase || askPassphrase(isNew) }
}

/**
 * `npm run backup [-- --to DIR|s3://…] [--keep 7d,4w,12m] [--encrypt]`: backs up the site, running or not, and deletes expired backups.
 * Without a target, the automatic backup is made now.
 */
export const backupCommand = async ({ dataDir, print, connection, database }: Command, args: string[]): Promise<void> => {
  const options = { to: { type: "string" }, keep: { type: "string" }, encrypt: { type: "boolean", default: false } } as const
  const { values } = parseArgs({ args, options, strict: true })
  const plan = planOf(env(), await readSettingGroup(database, "backup"))
  const to = values.to ?? plan?.to
  if (!to) throw new StartError("请写明备份放在哪里：npm run backup -- --to 目录，或在后台的“备份配置”里填好。")
  requireOutside(to, dataDir)
  const keep = values.keep ?? (values.to ? undefined : plan?.keep)
  const retention = keep ? readRetention(keep) : null
  const encrypt = values.encrypt || !!env().BACKUP_PASSPHRASE || (plan?.to === to && plan.encrypt)
  const end = await noteRun(database.db, "backup", to.startsWith("s3://") ? to : resolve(to))
  try {
    const target = await openTarget(to, { ...optionsFor(to, plan, dataDir), encrypt })
    const source = {
      connection,
      storage: await openStorage(env(), dataDir),
      secret: await signingSecret(env().JWT_SECRET, dataDir),
      version: programVersion(),
      now: () => new Date(),
    }
    const bar = progressBar()
    const result = await backUp(source, target, bar.draw)
    bar.end()
    report(result, print)
    if (target.cipher) print("  已经加密；没有口令就打不开，请另外保存好口令。")
    const ok = result.faults.length === 0
    await end({ ok, name: result.name, files: result.files, bytes: result.bytes, error: ok ? "" : `${result.faults.length} 个文件已损坏` })
    if (retention) {
      const deleted = await whileNothingIsAdded(connection, () => pruneBackups(target, retention))
      for (const name of deleted ?? []) print(`  删除了过期的备份 ${name}`)
      if (!deleted) print("  归档正在做基础副本，过期的备份下次再删除。")
    }
    if (!ok) throw new StartError(`有 ${result.faults.length} 个文件在网站里已经损坏，请从更早的备份恢复它们。`)
  } catch (error) {
    await end({ ok: false, error }).catch(() => undefined)
    throw error
  }
}

const migrationsOf = (root: string): string => join(root, "server", "db", "migrations")

/** The selected backup: the newest one, or the one of `--name`. @throws StartError */
const chooseBackup = async (from: BackupTarget, name: string | undefined): Promise<string> => {
  const names = await listBackups(from)
  if (name && !names.includes(name)) throw new StartError(`${from.name} 里没有备份 ${name}，有：${names.slice(-10).join("、") || "没有"}。`)
  const chosen = name ?? names.at(-1)
  if (!chosen) throw new StartError(`${from.name} 里没有完整的备份。`)
  return chosen
}

type Installation = { root: string; dataDir: string; print: Print }

/** Restores into an empty data folder, or into the empty database of DATABASE_URL and its storage. */
const restoreInto = async ({ root, dataDir, print }: Installation, from: BackupTarget, name: string): Promise<void> => {
  const { DATABASE_URL, JWT_SECRET } = env()
  closeDataFolder(dataDir)
  const lock = await acquireInstanceLock(dataDir, "instance.lock")
  try {
    const occupied = (await readdir(dataDir)).filter((entry) => !entry.startsWith("instance") && entry !== "tmp")
    if (occupied.length)
      throw new StartError(`${dataDir} 里已经有 ${occupied.slice(0, 3).join("、")}，只能恢复到空的目录，请用 --data 写一个新的。`)
    const database = DATABASE_URL ? null : await startEmbeddedDatabase({ dataDir, log: print })
    try {
      const connection = database?.connection ?? commandConnection(env())
      const target = {
        connection,
        storage: await openStorage(env(), dataDir),
        dataDir,
        migrations: migrationsOf(root),
        version: programVersion(),
      }
      const bar = progressBar()
      const done = await restore(from, name, target, bar.draw)
      bar.end()
      if (!JWT_SECRET) await writeFile(join(dataDir, "secret"), await readSecret(from, name), { mode: 0o600, flag: "wx" })
      print(`✓ 恢复了备份 ${name}：${done.tables} 张表、${done.rows} 行、${done.files} 个文件（${mb(done.bytes)}），都按哈希核对过。`)
      print(`  现在可以启动网站：npm start -- --data ${dataDir}`)
      if (JWT_SECRET) print("  设置了 JWT_SECRET：它要和备份时的一样，否则登录和加密的设置都会失效。")
    } finally {
      await database?.stop()
    }
  } finally {
    await lock.release()
  }
}

/** Restores into a temporary folder, checks everything, and removes it. Returns what is wrong. */
const prove = async (root: string, from: BackupTarget, name: string, print: Print): Promise<string[]> => {
  const dataDir = await mkdtemp(join(tmpdir(), "doujia-verify-"))
  try {
    const database = await startEmbeddedDatabase({ dataDir, log: () => undefined })
    try {
      const storage = diskStorage(dataDir)
      await mkdir(join(dataDir, "tmp"), { recursive: true })
      const { connection } = database
      const target = { connection, storage, dataDir, migrations: migrationsOf(root), version: programVersion() }
      const bar = progressBar()
      const done = await restore(from, name, target, bar.draw)
      bar.end()
      await migrateSite(connection, migrationsOf(root))
      const handle = openDatabase(connection, () => undefined)
      const { missing } = await readManifest(from, name)
      const secret = new TextEncoder().encode((await readSecret(from, name)).trim())
      const proof = await proveSite(handle.db, storage, secret, missing).finally(() => handle.close())
      print(`恢复了 ${done.tables} 张表、${done.rows} 行、${done.files} 个文件，核对了账本和审计日志，打开了 ${proof.documents} 份文档。`)
      return proof.faults
    } finally {
      await database.stop()
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

type Live = () => Promise<DatabaseHandle | null>

/** Proves the backup and records the result in the database of the running site. */
const proveAndNote = async (
  { root, print }: Installation,
  from: BackupTarget,
  chosen: string | undefined,
  database: DatabaseHandle | null,
) => {
  const end = database ? await noteRun(database.db, "verify", from.name).catch(() => null) : null
  let name = chosen
  try {
    name = await chooseBackup(from, chosen)
    const faults = await prove(root, from, name, print)
    for (const fault of faults.slice(0, 50)) print(`✗ ${fault}`)
    await end?.({ ok: faults.length === 0, name, error: faults[0] ?? "" })
    if (faults.length) throw new StartError(`备份 ${name} 有 ${faults.length} 处不对。`)
    print(`✓ 备份 ${name} 可以恢复。`)
  } catch (error) {
    await end?.({ ok: false, name, error }).catch(() => undefined)
    throw error
  }
}

/**
 * `npm run restore -- DIR|s3://… [--name N | --until MOMENT] --data NEW`: restores; with `--verify`, only proves that it would succeed, by default of the
 * automatic backup of the running site.
 */
export const restoreCommand = async (installation: Installation, args: string[], live: Live): Promise<void> => {
  const options = { name: { type: "string" }, verify: { type: "boolean", default: false }, until: { type: "string" } } as const
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true, strict: true })
  if (values.until !== undefined && (values.verify || values.name)) throw new StartError("--until 不能和 --verify、--name 一起用。")
  const until = values.until === undefined ? undefined : readMoment(values.until)
  const database = values.verify ? await live().catch(() => null) : null
  try {
    const plan = database ? planOf(env(), await readSettingGroup(database, "backup")) : null
    const from = positionals[0] ?? (values.verify ? plan?.to : until === undefined ? undefined : env().ARCHIVE_TO)
    if (!from || positionals.length > 1) throw new StartError("请写明备份在哪里：npm run restore -- 目录")
    const target = await openTarget(from, optionsFor(from, plan, installation.dataDir))
    if (values.verify) return await proveAndNote(installation, target, values.name, database)
    if (until !== undefined) return await recoverInto(installation, target, until)
    return await restoreInto(installation, target, await chooseBackup(target, values.name))
  } finally {
    await database?.close()
  }
}
