import { dirname, join, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import { openDatabase, type DatabaseHandle } from "@/server/db/client"
import { findRunningDatabase, startEmbeddedDatabase } from "@/server/db/embedded"
import { examineSite, examineStorage } from "../modules/operations/doctor/doctor.usecases"
import { env } from "@/server/env"
import { checkChain } from "../modules/operations/audit/chain.usecases"
import { checkLedger } from "../modules/money/ledger/checking.usecases"
import { findUserByName } from "../modules/people/user/people.usecases"
import { resetFactorsOffline } from "../modules/people/two-factor/two-factor.usecases"
import { copyFiles } from "../modules/library/files/copying.usecases"
import { renewPassword } from "../modules/people/account/account.usecases"
import { bucketOf, openBucket } from "@/server/ports/storage/chosen.storage"
import { diskStorage } from "@/server/ports/storage/disk.storage"
import { projectRoot } from "@/server/db/project-root"
import { signingSecret } from "@/server/security/signing-secret"
import { StartError } from "@/server/errors"

// Files written by the command and the database that it starts must not be accessible to other users of the machine.
process.umask(0o077)
const print = (text: string) => void process.stdout.write(`${text}\n`)
const root = projectRoot(dirname(fileURLToPath(import.meta.url)))

/**
 * The usage texts are in `scripts/lib/usages.mjs`.
 * @param script a script of package.json
 */
const misused = (script: string) => new StartError(`看不懂，npm run ${script} -- --help 会说明用法。`)

/** Runs work on the site's database: the one already running beside the server, or one started for the duration of the command. */
const withDatabase = async <T>(work: (database: DatabaseHandle) => Promise<T>): Promise<T> => {
  const { DATABASE_URL, DATA_DIR } = env()
  const dataDir = resolve(DATA_DIR)
  const running = DATABASE_URL ? null : findRunningDatabase(dataDir)
  const embeddedDatabase = DATABASE_URL || running ? null : await startEmbeddedDatabase({ dataDir, log: () => undefined })
  const database = openDatabase(
    DATABASE_URL ? { connectionString: DATABASE_URL } : (running ?? embeddedDatabase!.connection),
    () => undefined,
  )
  try {
    return await work(database)
  } finally {
    await database.close()
    await embeddedDatabase?.stop()
  }
}

/** `npm run admin -- reset-password [name]`: prints a new random password and ends all sessions of the user. */
const resetPassword = (username: string) =>
  withDatabase(async ({ db }) => {
    const password = await renewPassword(db, username)
    if (!password) throw new StartError(`没有名为 ${username} 的用户。`)
    print(`${username} 的新密码（只显示这一次）：${password}`)
  })

/** `npm run admin -- reset-two-factor [name]`: the last resort for a user who has lost both the second factor and the recovery codes. */
const resetTwoFactor = (username: string) =>
  withDatabase(async ({ db }) => {
    const user = await findUserByName({ db }, username)
    if (!user) throw new StartError(`没有名为 ${username} 的用户。`)
    await resetFactorsOffline(db, user.id)
    print(`${username} 的两步验证已经取消，现在只用密码就能登录。`)
  })

/** "42P01", "42703": missing table or column. */
const isOlderSchema = (error: { cause?: { code?: string } }) => ["42P01", "42703"].includes(error.cause?.code ?? "")

/** `npm run audit -- check [--from id]`: verifies the chain of the audit log and prints every broken link; exit code 1 if there is one. */
const checkAudit = (args: string[]) =>
  withDatabase(async ({ db }) => {
    const { JWT_SECRET, DATA_DIR } = env()
    const from = args.includes("--from") ? Number(args[args.indexOf("--from") + 1]) : 0
    if (!Number.isSafeInteger(from)) throw misused("audit")
    const report = await checkChain(db, await signingSecret(JWT_SECRET, resolve(DATA_DIR)), from).catch(
      (error: { cause?: { code?: string } }) => {
        if (!isOlderSchema(error)) throw error
        throw new StartError("数据库里还没有这个版本的表，请先启动一次网站再检查。")
      },
    )
    const { rows, unchained, broken, head } = report
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
const checkCredits = () =>
  withDatabase(async ({ db }) => {
    const { transactions, entries, sum, faults } = await checkLedger(db).catch((error: { cause?: { code?: string } }) => {
      if (!isOlderSchema(error)) throw error
      throw new StartError("数据库里还没有这个版本的表，请先启动一次网站再检查。")
    })
    print(`看了 ${transactions} 笔交易、${entries} 条分录，合计 ${sum}。`)
    for (const { what, id } of faults) print(`✗ ${what} ${id}`)
    if (faults.length || sum !== 0n) throw new StartError(`账本有 ${faults.length} 处对不上。`)
    print("✓ 每一笔都平，每个余额都对。")
  })

/**
 * `npm run doctor [--fix]`: checks what the site needs and prints what is missing, each with a remedy. `files` compares the stored files
 * with the tables in both directions and takes longer. Nothing is changed without `--fix` (formerly `--delete-orphans` for files), and no
 * program is installed without `--install`.
 */
const examine = async (args: string[]) => {
  const { values, positionals } = parseArgs({
    args,
    options: {
      fix: { type: "boolean", default: false },
      install: { type: "boolean", default: false },
      "delete-orphans": { type: "boolean", default: false },
    },
    allowPositionals: true,
  })
  const what = positionals[0] ?? ""
  if (!["", "files"].includes(what)) throw misused("doctor")
  const world = { root, dataDir: resolve(env().DATA_DIR), env: env(), print }
  const fix = values.fix || values["delete-orphans"]
  const left =
    what === "files"
      ? await withDatabase(({ db }) => examineStorage(world, db, fix))
      : await examineSite(world, withDatabase, { fix, install: values.install })
  if (left > 0 && what === "files") throw new StartError(`有 ${left} 处要处理。`)
}

/**
 * `npm run storage -- migrate [--to s3|disk]`: copies all files between the data folder and the configured bucket and verifies each by its
 * hash. Nothing is deleted, and existing files are not copied again, so it can run beside the site and be repeated after an interruption.
 */
const moveStorage = async ([what, ...rest]: string[]) => {
  const { values } = parseArgs({ args: rest, options: { to: { type: "string", default: "s3" } }, strict: true })
  if (what !== "migrate" || !["s3", "disk"].includes(values.to)) throw misused("storage")
  const bucket = bucketOf(env())
  if (!bucket) throw new StartError("没有设置 S3_BUCKET，不知道是哪一个桶（docs/storage.md）。")
  const dataDir = resolve(env().DATA_DIR)
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

const commands: Record<string, (args: string[]) => Promise<void>> = {
  "reset-password": ([name = "admin"]) => resetPassword(name),
  "reset-two-factor": ([name = "admin"]) => resetTwoFactor(name),
  audit: ([what, ...rest]) => {
    if (what !== "check") throw misused("audit")
    return checkAudit(rest)
  },
  ledger: ([what]) => {
    if (what !== "check") throw misused("ledger")
    return checkCredits()
  },
  storage: moveStorage,
  doctor: examine,
}

process.chdir(root)
const [name = "", ...args] = process.argv.slice(2)
try {
  const command = commands[name]
  if (!command) throw misused("admin")
  await command(args)
} catch (error) {
  if (!(error instanceof StartError)) throw error
  process.stderr.write(`${error.sentence}\n`)
  process.exitCode = 1
}
