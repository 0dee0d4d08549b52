import { execFile } from "node:child_process"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import { sql } from "drizzle-orm"
import type { DatabaseHandle, Db } from "@/server/db/client"
import { prepareBinaries } from "@/server/db/embedded-binaries"
import { databaseUser } from "@/server/db/embedded-cluster"
import { migrateDatabase, missingMigrations } from "@/server/db/migrate"
import type { Env } from "@/server/env"
import { freeBytes } from "@/server/ports/storage/free-space"
import { createLocalConverter } from "@/server/ports/converter/local.converter"
import { bucketOf, openStorage } from "@/server/ports/storage/choose-storage"
import { StartError } from "@/server/errors"
import { incompleteDocuments, orphanName, storedFiles } from "./files.usecases"
import { fault, fine, type Finding } from "./finding.rules"
import { isSiteFolder } from "../maintenance/site-folder.usecases"
import { databaseVersion, dataFolder, freeSpace, nodeVersion, programs, sharedFolder, visitorAddresses } from "./machine.usecases"
import { createReport, type DoctorReport } from "./report.rules"
import { connectionPooler, databaseConnections, objectStorage, remoteServer, searchEngine, standbyDatabase } from "./services.usecases"
import { ledger, reserveOf, schema, settings, webhooks } from "./site.usecases"

/** `root` is the program's folder. */
type World = {
  root: string
  dataDir: string
  env: Env
  print: (text: string) => void
  /** The pid of a database process that a killed site or command left behind. */
  orphanedDatabase: () => Promise<number | null>
}
/** `fix`: repair what belongs to the site; with `install` also install programs. */
type DoctorOptions = { fix: boolean; install: boolean }
type WithDatabase = <T>(work: (database: DatabaseHandle) => Promise<T>) => Promise<T>

const defaultReserve = 2 * 1024 ** 3

/**
 * Returns an installer for packages if this user may install them, and only if it was requested: packages belong to the machine, not to the
 * site.
 */
const installer = (mayInstall: boolean) =>
  mayInstall && process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")
    ? async (command: string) => void (await promisify(execFile)("/bin/sh", ["-c", command], { timeout: 900_000 }))
    : null

/** Returns the reason. The message of a failed query is its SQL, so its cause is read. */
const textOf = (error: unknown): string => {
  if (error instanceof StartError) return error.sentence
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? textOf(error.cause) : error.message
}

export const unreachable = (error: unknown, url: string | undefined): Finding =>
  fault(
    "数据库",
    textOf(error),
    url
      ? "检查 DATABASE_URL：地址、用户名、密码，和那边是否允许这台机器连接"
      : "看上面的原因：磁盘满时先腾出空间，目录属于别的用户时换回原来的用户运行",
  )

/** Opening the database stops an orphan and starts another process in its place. */
export const orphanedProcess = (before: number, now: number | null): Finding =>
  before === now
    ? fault("数据库进程", `上次没有正常退出，留下的数据库进程（PID ${before}）还在`, `先停止正在用它的命令，再停掉它：kill -INT ${before}`)
    : fine("数据库进程", `停掉了上次没有正常退出时留下的（PID ${before}）`)

/** Returns null if the programs of the database do not run: opening it reports that. */
const embeddedVersion = (dataDir: string): Finding | null => {
  try {
    return databaseVersion(dataDir, prepareBinaries(dataDir, databaseUser()).major)
  } catch (error) {
    if (error instanceof StartError) return null
    throw error
  }
}

/** Runs all checks that read the database. @returns the bytes that the site keeps free */
const examineDatabase = async (
  { root, dataDir, env, orphanedDatabase }: World,
  withDatabase: WithDatabase,
  report: DoctorReport,
): Promise<number> => {
  const folder = join(root, "server", "db", "migrations")
  const pooler = await connectionPooler(env)
  if (pooler && !(await report.add(pooler))) return defaultReserve
  const version = env.DATABASE_URL ? null : embeddedVersion(dataDir)
  if (version && !(await report.add(version))) return defaultReserve
  const orphan = await orphanedDatabase()
  const opened = await withDatabase(async ({ db, pool }) => {
    const failed = await db.execute(sql`select 1`).then(
      () => null,
      (error: unknown) => (error as { cause?: unknown }).cause ?? error,
    )
    if (failed !== null) {
      await report.add(unreachable(failed, env.DATABASE_URL))
      return defaultReserve
    }
    if (orphan !== null) await report.add(orphanedProcess(orphan, await orphanedDatabase()))
    if (!(await report.add(await schema(db, folder, () => migrateDatabase(db, folder))))) return defaultReserve
    await report.add(
      await databaseConnections(pool, { configured: env.DATABASE_CONNECTIONS, isPooled: env.DATABASE_LISTEN_URL !== undefined }),
    )
    if (env.DATABASE_READ_URL) await report.add(await standbyDatabase(env.DATABASE_READ_URL, pool))
    if (env.DATABASE_URL && !bucketOf(env)) await report.add(sharedFolder(dataDir, await isSiteFolder(db, dataDir)))
    await report.add(...(await settings(db)), await ledger(db), await webhooks(db), await incompleteDocuments(db))
    return reserveOf(db)
  }).catch((error: unknown) => {
    if (!(error instanceof StartError)) throw error
    return error
  })
  if (typeof opened === "number") return opened
  await report.add(unreachable(opened, env.DATABASE_URL))
  return defaultReserve
}

/** Runs `npm run doctor`. @returns how many faults are left, and how many of them are more than warnings */
export const examineSite = async (
  world: World,
  withDatabase: WithDatabase,
  { fix, install }: DoctorOptions,
): Promise<{ left: number; severe: number }> => {
  const { root, dataDir, env, print } = world
  const { API_BASE_URL, API_DIALECT, SEARCH_URL, SEARCH_INDEX, SOFFICE_PATH, TRUSTED_PROXIES } = env
  const report = createReport(fix, print)
  const converter = createLocalConverter({
    childScript: join(root, "dist", "server", "pdfium-child.mjs"),
    resources: join(root, "server", "ports", "converter", "resources"),
    office: { command: SOFFICE_PATH },
  })
  const bucket = bucketOf(env)
  await report.add(
    nodeVersion(process.version, Boolean(bucket)),
    dataFolder(dataDir),
    ...(await programs(converter, installer(install))),
    await visitorAddresses(dataDir, TRUSTED_PROXIES),
  )
  await converter.close()
  if (API_BASE_URL) await report.add(await remoteServer(API_BASE_URL, API_DIALECT))
  if (SEARCH_URL) await report.add(await searchEngine(SEARCH_URL, SEARCH_INDEX))
  if (bucket) await report.add(await objectStorage(bucket))
  // a front end for another server has no database, and a site that has never run has none yet
  const hasDatabase = !API_BASE_URL && (env.DATABASE_URL || existsSync(join(dataDir, "postgres")))
  const reserve = hasDatabase ? await examineDatabase(world, withDatabase, report) : defaultReserve
  if (existsSync(dataDir)) await report.add(freeSpace(await freeBytes(dataDir), reserve))
  return { left: report.end(), severe: report.severe() }
}

/** Runs `npm run doctor -- files`. @returns how many faults are left */
export const examineStorage = async (
  { root, dataDir, env, print }: Omit<World, "orphanedDatabase">,
  db: Db,
  fix: boolean,
): Promise<number> => {
  if ((await missingMigrations(db, join(root, "server", "db", "migrations"))) > 0)
    throw new StartError("数据库里还没有这个版本的表，请先启动一次网站再检查。")
  const { files, findings } = await storedFiles({ db, storage: await openStorage(env, dataDir) })
  const orphans = findings.filter(({ name }) => name === orphanName).length
  print(`看了 ${files} 个文件：${orphans} 个没有记录指向，${findings.length - orphans} 处记录缺少文件。`)
  const report = createReport(fix, print)
  await report.add(...findings)
  return report.end()
}
