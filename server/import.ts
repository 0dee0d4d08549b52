import { createWriteStream, mkdirSync, readFileSync, statSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import type { PoolConfig } from "pg"
import type { App } from "./app"
import { createCtx } from "./context"
import { closeDataFolder } from "./data-folder"
import { openDatabase } from "./db/client"
import { findRunningDatabase, startEmbeddedDatabase } from "./db/embedded"
import { acquireInstanceLock } from "./db/instance-lock"
import { openSource } from "./db/mariadb"
import { migrateDatabase } from "./db/migrate"
import { env } from "./env"
import { createLocalApp } from "./local"
import { createLog } from "./log"
import { bootstrap } from "./modules/samples/bootstrap.usecases"
import { takeOver, type Step, type TableReport } from "./modules/importer/takeover.usecases"
import { projectRoot } from "./project-root"
import { StartError } from "./start-error"

const usage = `用法：npm run import -- --from mysql://用户:密码@主机/数据库 --files 目录 [--prefix mnt_] [--timezone +08:00] [--dry-run]

把同类的网站整个转到这里：用户、文档、文章、积分、设置。只能转入空的网站；再运行一次，只转入那边后来的变化。

  --from      原来的数据库；用套接字连接时写 ?socket=/路径
  --files     原来网站的目录，里面有 documents 和 uploads
  --prefix    表名的前缀（默认 mnt_）
  --timezone  原来网站的时区（默认是它数据库的时区）
  --dry-run   只看，不写：数一数，检查每个文件
  --data      这个网站的数据目录（默认 data）`

const options = {
  from: { type: "string" },
  files: { type: "string" },
  prefix: { type: "string" },
  timezone: { type: "string" },
  data: { type: "string" },
  "dry-run": { type: "boolean" },
  help: { type: "boolean" },
} as const

const print = (text: string) => void process.stdout.write(`${text}\n`)
const root = projectRoot(dirname(fileURLToPath(import.meta.url)))
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string }

const read = (args: string[]) => {
  try {
    return parseArgs({ args, options, strict: true, allowPositionals: false }).values
  } catch (error) {
    throw new StartError(`${(error as Error).message}\n\n${usage}`, { cause: error })
  }
}

/** Beside the running site, or with the database of a site that stands still, which cannot be started meanwhile. */
const withSite = async (dataDir: string, work: (app: App) => Promise<void>): Promise<void> => {
  const settings = env()
  closeDataFolder(dataDir)
  const running = settings.DATABASE_URL ? null : findRunningDatabase(dataDir)
  const lock = settings.DATABASE_URL || running ? null : await acquireInstanceLock(dataDir, "instance.lock")
  const own = settings.DATABASE_URL || running ? null : await startEmbeddedDatabase({ dataDir, log: () => undefined })
  const connection: PoolConfig = settings.DATABASE_URL ? { connectionString: settings.DATABASE_URL } : (running ?? own!.connection)
  try {
    const setup = openDatabase({ ...connection, max: 2 }, () => undefined)
    await migrateDatabase(setup.db, join(root, "server", "db", "migrations")).finally(() => setup.close())
    const app = await createLocalApp({ env: settings, root, dataDir, version, log: createLog("error") }, { ...connection, max: 10 })
    try {
      await work(app)
    } finally {
      await app.stop(2)
    }
  } finally {
    await own?.stop()
    await lock?.release()
  }
}

/** One line that changes in a terminal; in a file a line a table. */
const progress = () => {
  const started = Date.now()
  let last = { title: "", at: 0 }
  const line = ({ title, done, total }: Step) => {
    const share = total ? Math.min(1, done / total) : 1
    const bar = "█".repeat(Math.round(share * 24)).padEnd(24, "░")
    return `${bar} ${String(Math.floor(share * 100)).padStart(3)}%  ${title} ${done}/${total}  ${((Date.now() - started) / 1000).toFixed(0)} 秒`
  }
  return (step: Step) => {
    if (process.stdout.isTTY) process.stdout.write(`\r\u001b[K${line(step)}${step.done >= step.total ? "\n" : ""}`)
    else if (step.title !== last.title || Date.now() - last.at > 10_000) print(line(step))
    else return
    last = { title: step.title, at: Date.now() }
  }
}

const printReport = (report: TableReport[], dry: boolean) => {
  print(`\n${dry ? "会带过来" : "带过来了"}：`)
  for (const { title, read, added, changed, removed, skipped, missing } of report)
    print(
      missing
        ? `  ${title}：原来的数据库没有这张表`
        : `  ${title}：看了 ${read} 条，新的 ${added}，变了的 ${changed}，删掉的 ${removed}${skipped ? `，没有带的 ${skipped}` : ""}`,
    )
}

/** `npm run import -- --from … --files …`: exit code 1 when it cannot be done. */
const runTakeOver = async (values: ReturnType<typeof read>) => {
  const folder = resolve(values.files ?? "")
  if (!values.from || !values.files) throw new StartError(usage)
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw new StartError(`没有目录 ${folder}。`)
  const dry = values["dry-run"] ?? false
  const dataDir = resolve(values.data ?? env().DATA_DIR)
  const source = await openSource(values.from, { prefix: values.prefix, offset: values.timezone })
  try {
    await withSite(dataDir, async (app) => {
      const ctx = createCtx(app)
      await bootstrap(ctx)
      print(`从 ${source.name} 转入，时间按 ${source.offset}${dry ? "；只看，不写" : ""}。`)
      mkdirSync(join(dataDir, "tmp"), { recursive: true })
      const path = join(dataDir, `import-${new Date().toISOString().replace(/[:.]/g, "-")}.txt`)
      const lines = createWriteStream(path, { mode: 0o600 })
      let differences = 0
      const report = await takeOver(ctx, {
        source,
        folder,
        samples: join(root, "server", "samples"),
        dry,
        onStep: progress(),
        onDifference: (line) => {
          differences += 1
          lines.write(`${line}\n`)
        },
      })
      await new Promise((done) => lines.end(done))
      printReport(report, dry)
      print(differences ? `有 ${differences} 处和原来不一样，写在 ${path}` : "没有和原来不一样的地方。")
      if (!dry) print("原来画好的页面现在就能读；网站启动后会重新画，看的人多的先画。再运行一次这个命令，只转入后来的变化。")
    })
  } finally {
    await source.close()
  }
}

process.umask(0o077)
process.chdir(root)
try {
  const values = read(process.argv.slice(2))
  await (values.help ? print(usage) : runTakeOver(values))
  // a connection that is on its way out must not hold the terminal
  process.exit(process.exitCode ?? 0)
} catch (error) {
  if (!(error instanceof StartError)) throw error
  process.stderr.write(`${error.sentence}\n`)
  process.exit(1)
}
