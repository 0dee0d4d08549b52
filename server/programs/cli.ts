import { existsSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import type { PoolConfig } from "pg"
import { openDatabase, type DatabaseHandle } from "@/server/db/client"
import { findOrphanedDatabase, findRunningDatabase } from "@/server/db/embedded"
import { commandConnection } from "@/server/db/site-connection"
import { requireReadableSchema } from "@/server/db/site-version"
import { examineHashes } from "../modules/operations/doctor/hashes.usecases"
import { examineSite, examineStorage } from "../modules/operations/doctor/doctor.usecases"
import { env } from "@/server/env"
import { checkChain } from "../modules/operations/audit/chain.usecases"
import { checkLedger } from "../modules/money/ledger/check.usecases"
import { findUserByName } from "../modules/people/user/people.usecases"
import { resetFactorsOffline } from "../modules/people/two-factor/two-factor.usecases"
import { copyFiles } from "../modules/library/files/copy.usecases"
import { renewPassword } from "../modules/people/account/account.usecases"
import { bucketOf, openBucket } from "@/server/ports/storage/choose-storage"
import { diskStorage } from "@/server/ports/storage/disk.storage"
import { projectRoot } from "@/server/db/project-root"
import { signingSecret } from "@/server/security/signing-secret"
import { StartError } from "@/server/errors"
import { backupCommand, restoreCommand } from "./backup-commands"
import { sentenceOf } from "./failure"
import { exitAtSignals } from "./signals"
import { openSiteDatabase } from "./site-database"
import { findSiteFolder, requireDatabase } from "./site-folder"
import { upgradeCommand } from "./upgrade/upgrade"

// Files written by the command and the database that it starts must not be accessible to other users of the machine.
process.umask(0o077)
const print = (text: string) => void process.stdout.write(`${text}\n`)
const root = projectRoot(dirname(fileURLToPath(import.meta.url)))
const announce = (text: string) => void process.stderr.write(`${text}\n`)

/**
 * The usage texts are in `scripts/lib/usages.mjs`.
 * @param script a script of package.json
 */
const misused = (script: string) => new StartError(`看不懂，npm run ${script} -- --help 会说明用法。`)

type Work<T> = (database: DatabaseHandle, connection: PoolConfig) => Promise<T>

/**
 * Runs work on the site's database: the one already running beside the server, or one started for the duration of the command. Only the
 * doctor opens the schema of a newer version (`anyVersion`), to say so.
 */
const withDatabaseOf = async <T>(dataDir: string, work: Work<T>, anyVersion: boolean): Promise<T> => {
  requireDatabase(dataDir)
  const { connection, stop } = await openSiteDatabase(dataDir, { alone: false, announce })
  const database = openDatabase(connection, () => undefined)
  try {
    if (!anyVersion) await requireReadableSchema(database.db, join(root, "server", "db", "migrations"))
    return await work(database, connection)
  } finally {
    await database.close()
    await stop()
  }
}

/** The data folder that the command works on, and its database. */
type Site = { dataDir: string; withDatabase: <T>(work: Work<T>) => Promise<T> }

/** `npm run admin -- reset-password [name]`: prints a new random password and ends all sessions of the user. */
const resetPassword = ({ withDatabase }: Site, username: string) =>
  withDatabase(async ({ db }) => {
    const password = await renewPassword(db, username)
    if (!password) throw new StartError(`没有名为 ${username} 的用户。`)
    print(`${username} 的新密码（只显示这一次）：${password}`)
  })

/** `npm run admin -- reset-two-factor [name]`: the last resort for a user who has lost both the second factor and the recovery codes. */
const resetTwoFactor = ({ withDatabase }: Site, username: string) =>
  withDatabase(async ({ db }) => {
    const user = await findUserByName({ db }, username)
    if (!user) throw new StartError(`没有名为 ${username} 的用户。`)
    await resetFactorsOffline(db, user.id)
    print(`${username} 的两步验证已经取消，现在只用密码就能登录。`)
  })

/** `npm run audit -- check [--from id]`: verifies the chain of the audit log and prints every broken link; exit code 1 if there is one. */
const checkAudit = ({ dataDir, withDatabase }: Site, args: string[]) =>
  withDatabase(async ({ db }) => {
    const { JWT_SECRET } = env()
    const from = args.includes("--from") ? Number(args[args.indexOf("--from") + 1]) : 0
    if (!Number.isSafeInteger(from)) throw misused("audit")
    // A new secret would make every link of the chain look broken.
    if (!JWT_SECRET && !existsSync(join(dataDir, "secret")))
      throw new StartError(`${dataDir} 里没有网站的密钥，请用 --data 写明网站的数据目录。`)
    const { rows, unchained, broken, head } = await checkChain(db, await signingSecret(JWT_SECRET, dataDir), from)
    print(`看了 ${rows} 条审计日志${unchained ? `，其中 ${unchained} 条写在开始串联之前` : ""}。结尾 ${head || "（还没有）"}`)
    for (const { id, reason } of broken.slice(0, 50)) print(`✗ ${id}    ${reason}`)
    if (broken.length)
      throw new StartError(`有 ${broken.length} 处对不上：日志被改过、删过，或者换过密钥（换密钥后用 --from 从那时的编号查起）。`)
    print("✓ 每一条都和前一条接得上。")
  })

/**
 * `npm run ledger -- check`: verifies that every credit movement balances and that every balance is the sum of its movements; exit code 1
 * if not.
 */
const checkCredits = ({ withDatabase }: Site) =>
  withDatabase(async ({ db }) => {
    const { transactions, entries, sum, faults } = await checkLedger(db)
    print(`看了 ${transactions} 笔交易、${entries} 条分录，合计 ${sum}。`)
    for (const { what, id } of faults) print(`✗ ${what} ${id}`)
    if (faults.length || sum !== 0n) throw new StartError(`账本有 ${faults.length} 处对不上。`)
    print("✓ 每一笔都平，每个余额都对。")
  })

/**
 * `npm run doctor [--fix]`: checks what the site needs and prints what is missing, each with a remedy. `files` compares the stored files
 * with the tables in both directions and takes longer. Exit code 1 if the site does not work as it should, 2 if only features are missing.
 * Nothing is changed without `--fix` (formerly `--delete-orphans` for files), and no program is installed without `--install`.
 */
const examine = async ({ dataDir, withDatabase }: Site, args: string[]) => {
  const { values, positionals } = parseArgs({
    args,
    options: {
      fix: { type: "boolean", default: false },
      install: { type: "boolean", default: false },
      "delete-orphans": { type: "boolean", default: false },
      hash: { type: "boolean", default: false },
    },
    allowPositionals: true,
  })
  const what = positionals[0] ?? ""
  if (!["", "files"].includes(what)) throw misused("doctor")
  const orphanedDatabase = () => (env().DATABASE_URL ? Promise.resolve(null) : findOrphanedDatabase(dataDir))
  const world = { root, dataDir, env: env(), print, orphanedDatabase }
  const fix = values.fix || values["delete-orphans"]
  if (what === "") {
    const { left, severe } = await examineSite(world, withDatabase, { fix, install: values.install })
    process.exitCode = severe > 0 ? 1 : left > 0 ? 2 : 0
    return
  }
  const left = await withDatabase(({ db }) => (values.hash ? examineHashes(world, db, fix) : examineStorage(world, db, fix)))
  if (left > 0) throw new StartError(`有 ${left} 处要处理。`)
}

/**
 * `npm run storage -- migrate [--to s3|disk]`: copies all files between the data folder and the configured bucket and verifies each by its
 * hash. Nothing is deleted, and existing files are not copied again, so it can run beside the site and be repeated after an interruption.
 */
const moveStorage = async ({ dataDir }: Site, [what, ...rest]: string[]) => {
  const { values } = parseArgs({ args: rest, options: { to: { type: "string", default: "s3" } }, strict: true })
  if (what !== "migrate" || !["s3", "disk"].includes(values.to)) throw misused("storage")
  const bucket = bucketOf(env())
  if (!bucket) throw new StartError("没有设置 S3_BUCKET，不知道是哪一个桶（docs/storage.md）。")
  if (!existsSync(dataDir)) throw new StartError(`没有数据目录 ${dataDir}，请用 --data 写明网站的数据目录。`)
  const [disk, s3] = [diskStorage(dataDir), await openBucket(bucket, dataDir)]
  const folder = join(dataDir, "tmp", "fetched")
  const isTerminal = process.stdout.isTTY
  const { copied, same, bytes, faults } = await copyFiles(
    values.to === "s3" ? { from: disk, to: s3, folder } : { from: s3, to: disk, folder },
    (done) => {
      if (isTerminal)
        process.stdout.write(
          `\r已看 ${done.copied + done.same} 个文件，复制了 ${done.copied} 个，${(done.bytes / 1024 ** 2).toFixed(1)} MB `,
        )
    },
  )
  if (isTerminal) process.stdout.write("\n")
  print(`复制了 ${copied} 个文件（${(bytes / 1024 ** 2).toFixed(1)} MB），${same} 个已经在那里，都按哈希核对过。`)
  for (const { key, reason } of faults) print(`✗ ${key}    ${reason}`)
  if (faults.length) throw new StartError(`有 ${faults.length} 个文件没有复制成功，再运行一次会接着复制。`)
  print(
    values.to === "s3"
      ? "✓ 现在可以带着 S3_BUCKET 重新启动网站；数据目录里的文件没有删除。"
      : "✓ 现在可以去掉 S3_BUCKET 重新启动网站；桶里的文件没有删除。",
  )
}

/** Takes `--data DIR`, which every command has, out of the arguments. */
const readDataOption = (args: string[]): { data?: string; rest: string[] } => {
  const at = args.findIndex((arg) => arg === "--data" || arg.startsWith("--data="))
  if (at < 0) return { rest: args }
  const inline = args[at]!.startsWith("--data=")
  const data = inline ? args[at]!.slice("--data=".length) : args[at + 1]
  if (!data) throw new StartError("--data 后面要写网站的数据目录。")
  return { data, rest: args.toSpliced(at, inline ? 1 : 2) }
}

/** The user whose name is the only argument. */
const usernameOf = (args: string[]): string => {
  const [name = "admin", ...rest] = args
  if (rest.length || name.startsWith("-")) throw misused("admin")
  return name
}

/** `npm run backup`: see `backup-commands.ts`. */
const backup = ({ dataDir, withDatabase }: Site, args: string[]) =>
  withDatabase((database, connection) => backupCommand({ root, dataDir, print, connection, database }, args))

/** `npm run restore`: a proof is recorded in the database of the running site. */
const restore = ({ dataDir }: Site, args: string[]) =>
  restoreCommand({ root, dataDir, print }, args, async () => {
    const running = env().DATABASE_URL ? commandConnection(env()) : await findRunningDatabase(dataDir)
    return running && openDatabase(running, () => undefined)
  })

const commands: Record<string, (site: Site, args: string[]) => Promise<void>> = {
  "reset-password": (site, args) => resetPassword(site, usernameOf(args)),
  "reset-two-factor": (site, args) => resetTwoFactor(site, usernameOf(args)),
  audit: (site, [what, ...rest]) => {
    if (what !== "check") throw misused("audit")
    return checkAudit(site, rest)
  },
  ledger: (site, [what, ...rest]) => {
    if (what !== "check" || rest.length) throw misused("ledger")
    return checkCredits(site)
  },
  storage: moveStorage,
  backup,
  restore,
  upgrade: ({ dataDir, withDatabase }, args) => upgradeCommand({ root, dataDir, print, withDatabase }, args),
  doctor: examine,
}

process.chdir(root)
exitAtSignals()
const [name = "", ...args] = process.argv.slice(2)
let debug = false
try {
  debug = env().LOG_LEVEL === "debug"
  const command = commands[name]
  if (!command) throw misused("admin")
  const { data, rest } = readDataOption(args)
  const dataDir = await findSiteFolder(root, data, announce)
  await command({ dataDir, withDatabase: (work) => withDatabaseOf(dataDir, work, name === "doctor") }, rest)
} catch (error) {
  announce(sentenceOf(error))
  if (debug) announce(String((error as Error).stack))
  process.exitCode = 1
}
