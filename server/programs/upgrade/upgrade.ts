import { copyFileSync, existsSync, statSync } from "node:fs"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { sql } from "drizzle-orm"
import type { PoolConfig } from "pg"
import { openDatabase, type Database, type DatabaseHandle } from "@/server/db/client"
import { startEmbeddedDatabase, type EmbeddedConnection } from "@/server/db/embedded"
import { acquireInstanceLock } from "@/server/db/instance-lock"
import { writerOf } from "@/server/db/site-version"
import { env, processVariables } from "@/server/env"
import { StartError } from "@/server/errors"
import { checkLedger } from "../../modules/money/ledger/check.usecases"
import { planOf } from "../../modules/operations/backup/plan.usecases"
import { readSettingGroup } from "../../modules/site/settings/settings.usecases"
import { backupCommand } from "../backup-commands"
import { forgetSite } from "../site-folder"
import { copyDatabase, dropCopy, interruptedUpgrade, logOf, noteTrial, returnDatabase, trialLogOf } from "./database-copy"
import {
  addressOf,
  configurationOf,
  inRoot,
  isReady,
  readRunningSite,
  startSite,
  stopSite,
  versionOf,
  type RunningSite,
} from "./running-site"
import { tryVersion } from "./trial"
import { examineUpgrade } from "./upgrade-check"

type World = {
  root: string
  dataDir: string
  print: (text: string) => void
  withDatabase: <T>(work: (database: DatabaseHandle, connection: PoolConfig) => Promise<T>) => Promise<T>
}

type Versions = { from: string; to: string }

/** An upgrade must not lose a row of these tables. */
const counted = ["user", "attachment", "document", "article", "comment", "favorite", "order", "ledger_entry"]

const countRows = async (db: Database): Promise<Map<string, number>> => {
  const counts = new Map<string, number>()
  for (const name of counted) {
    const { rows } = await db.execute<{ n: string }>(sql`select count(*)::text as n from ${sql.identifier(name)}`)
    counts.set(name, Number(rows[0]!.n))
  }
  return counts
}

/** Returns the rows or ledger entries that the trial has lost, as a sentence; "" if none. */
const examineRows = async (db: Database, before: Map<string, number>): Promise<string> => {
  for (const [name, count] of await countRows(db))
    if (count < before.get(name)!) return `表 ${name} 从 ${before.get(name)} 行变成了 ${count} 行`
  const { sum, faults } = await checkLedger(db)
  return sum !== 0n || faults.length ? `账本有 ${faults.length} 处对不上` : ""
}

/** How long a version that was tried may take to start (ms). */
const startMs = 10 * 60_000

/** Starts a version for visitors. Returns false if it does not get ready. */
const startAgain = async (site: RunningSite, dataDir: string): Promise<boolean> => {
  const hasEnded = startSite(site, dataDir, logOf(dataDir))
  return isReady(addressOf(configurationOf(site)), startMs, hasEnded)
}

/** The embedded database as an address: with one, a site needs no jobs. */
const addressOfDatabase = ({ host, port, user, database }: EmbeddedConnection): string =>
  `postgresql://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`

/**
 * Tries this version on the database of the stopped site; no other process can start it during the trial. Returns what is wrong, "" if
 * nothing is.
 */
const tryHere = async ({ root, dataDir, print }: World, site: RunningSite | null, versions: Versions): Promise<string> => {
  const lock = await acquireInstanceLock(dataDir)
  try {
    const database = await startEmbeddedDatabase({ dataDir, log: () => undefined })
    const handle = openDatabase({ ...database.connection, statement_timeout: 0 }, () => undefined)
    try {
      const before = await countRows(handle.db)
      print("正在试运行新版本：升级数据库，只在本机打开几个页面…")
      const configuration = site ? configurationOf(site) : processVariables()
      const DATABASE_URL = addressOfDatabase(database.connection)
      const onStart = (pid: number) => noteTrial(dataDir, versions, pid)
      const log = trialLogOf(dataDir)
      const fault = await tryVersion({ root, dataDir, configuration: { ...configuration, DATABASE_URL }, log, onStart })
      return fault || (await examineRows(handle.db, before))
    } finally {
      await handle.close()
      await database.stop()
    }
  } finally {
    forgetSite(root, dataDir)
    await lock.release()
  }
}

/** Restores the old database and the old program. @throws StartError always, with the fault */
const rollBack = async ({ dataDir, print }: World, site: RunningSite | null, from: string, fault: string): Promise<never> => {
  print(`✗ 新版本没有通过检查：${fault}`)
  await returnDatabase(dataDir)
  print(`  数据库已经换回升级之前的，没有丢失任何一行。`)
  if (!site) throw new StartError("升级没有成功，已经退回。网站本来没有运行，没有启动它。")
  if (site.service) throw new StartError(`升级没有成功，已经退回。请用 root 运行 systemctl start ${site.service}，它还是 ${from}。`)
  const isBack = await startAgain(site, dataDir)
  throw new StartError(
    isBack ? `升级没有成功，${from} 又在运行了。` : `升级没有成功，数据已经退回，但 ${from} 没能启动，原因在 ${logOf(dataDir)}。`,
  )
}

const finish = async ({ root, dataDir, print }: World, site: RunningSite | null, to: string): Promise<void> => {
  const command = existsSync(join(root, "doujia")) ? `${join(root, "doujia")} start` : `在 ${root} 里 npm start --`
  if (!site) return print(`✓ 数据库已经升级到 ${to}。现在可以启动：${command} --data ${dataDir}`)
  if (site.service)
    return print(`✓ 数据库已经升级到 ${to}。现在用 root 在新目录里运行 service install，选项和上次一样，它会换掉 ${site.service} 并启动。`)
  const next = inRoot(site, root)
  if (!(await startAgain(next, dataDir))) throw new StartError(`${to} 试运行没有问题，正式启动却没有准备好，原因在 ${logOf(dataDir)}。`)
  print(`✓ ${to} 已经在运行：${addressOf(configurationOf(next))}，输出在 ${logOf(dataDir)}。`)
  print(`  以后这样启动它：${command} --data ${dataDir}`)
}

/** Another user, root too, would leave files that the site cannot open. @throws StartError */
const requireOwner = (dataDir: string): void => {
  const { uid } = statSync(dataDir)
  if (uid !== process.getuid?.()) throw new StartError(`${dataDir} 属于另一个用户（uid ${uid}），请用运行网站的那个用户升级。`)
}

/** The state of the site that an upgrade needs, before anything changes. */
const examine = async ({ root, dataDir, withDatabase }: World, site: RunningSite | null) =>
  withDatabase(async ({ db }) => {
    const versions = { from: site?.version ?? (await writerOf(db)), to: versionOf(root) }
    const configuration = site ? configurationOf(site) : processVariables()
    return { versions, ...(await examineUpgrade({ root, dataDir, db, configuration, versions })) }
  })

/**
 * `upgrade`, run in the folder of the new version: checks, backs up, stops the site, tries the new version where no visitor reaches it, and
 * starts it, or returns to the old version. With `--check` it changes nothing.
 */
export const upgradeCommand = async (world: World, args: string[]): Promise<void> => {
  const { root, dataDir, print, withDatabase } = world
  const { values } = parseArgs({ args, options: { check: { type: "boolean", default: false } }, strict: true })
  const isExternal = Boolean(env().DATABASE_URL)
  if (isExternal && !values.check)
    throw new StartError("用 DATABASE_URL 的网站不能这样升级：数据库不归这个程序管，退不回去。请按 docs/install.md 的“换新版本”一步步做。")
  if (!values.check) requireOwner(dataDir)
  const interrupted = interruptedUpgrade(dataDir)
  if (interrupted && !values.check) {
    await returnDatabase(dataDir)
    print(`上次升级到 ${interrupted.to} 中断了，数据库已经换回 ${interrupted.from} 的。`)
  }
  const site = isExternal ? null : await readRunningSite(dataDir)
  if (site?.root === root) throw new StartError("正在运行的就是这个目录里的版本，没有什么要升级。请在新版本的目录里运行这个命令。")
  const { lines, faults, versions } = await examine(world, site)
  for (const line of lines) print(line)
  for (const fault of faults) print(`✗ ${fault}`)
  if (faults.length) throw new StartError(`有 ${faults.length} 处要先处理，什么也没有改。`)
  if (values.check) return print("✓ 可以升级。")

  const backup = (database: DatabaseHandle, connection: PoolConfig) => backupCommand({ root, dataDir, print, connection, database }, [])
  await withDatabase(async (database, connection) => {
    if (planOf(env(), await readSettingGroup(database, "backup"))) await backup(database, connection)
    else print("没有设置自动备份，这次只留一份数据库的副本，到升级完为止。")
  })
  if (site && existsSync(join(site.root, ".env")) && !existsSync(join(root, ".env")))
    copyFileSync(join(site.root, ".env"), join(root, ".env"))
  if (site) {
    print(`正在停止 ${site.version}…`)
    await stopSite(dataDir, site.pid)
  }
  await copyDatabase(dataDir, versions)
  const fault = await tryHere(world, site, versions).catch((error: unknown) =>
    error instanceof StartError ? error.sentence : String(error),
  )
  if (fault) return rollBack(world, site, versions.from, fault)
  await dropCopy(dataDir)
  await finish(world, site, versions.to)
}
