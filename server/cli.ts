import { statfs } from "node:fs/promises"
import { dirname, join, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { openDatabase, type DatabaseHandle } from "./db/client"
import { findRunningDatabase, startEmbeddedDatabase } from "./db/embedded"
import { env } from "./env"
import { renewPassword } from "./modules/user/session.usecases"
import { createLocalConverter } from "./ports/converter/local.converter"
import { projectRoot } from "./project-root"
import { StartError } from "./start-error"

const say = (text: string) => void process.stdout.write(`${text}\n`)
const root = projectRoot(dirname(fileURLToPath(import.meta.url)))

/** The site's database: the running one beside the server, or started for the length of the command. */
const withDatabase = async (work: (database: DatabaseHandle) => Promise<void>): Promise<void> => {
  const { DATABASE_URL, DATA_DIR } = env()
  const dataDir = resolve(DATA_DIR)
  const running = DATABASE_URL ? null : findRunningDatabase(dataDir)
  const own = DATABASE_URL || running ? null : await startEmbeddedDatabase({ dataDir, log: () => undefined })
  const database = openDatabase(DATABASE_URL ? { connectionString: DATABASE_URL } : (running ?? own!.connection), () => undefined)
  try {
    await work(database)
  } finally {
    await database.close()
    await own?.stop()
  }
}

/** `npm run admin -- reset-password [name]`: a new random password, said once; every session of the person ends. */
const resetPassword = (username: string) =>
  withDatabase(async ({ db }) => {
    const password = await renewPassword(db, username)
    if (!password) throw new StartError(`没有名为 ${username} 的用户。`)
    say(`${username} 的新密码（只显示这一次）：${password}`)
  })

/** `npm run doctor`: what this machine has, what is missing, and the command that installs it. */
const examine = async () => {
  const { DATA_DIR, SOFFICE_PATH } = env()
  const dataDir = resolve(DATA_DIR)
  const converter = createLocalConverter({ childScript: join(root, "dist", "server", "pdfium.child.mjs"), resources: join(root, "server", "ports", "converter", "resources"), office: { command: SOFFICE_PATH } })
  const free = await statfs(dataDir).then((disk) => `${((disk.bavail * disk.bsize) / 1024 ** 3).toFixed(1)} GB`, () => "还没有建立")
  say(`Node ${process.version}   数据目录 ${dataDir}   剩余空间 ${free}\n`)
  for (const { name, installed, version, enables, install } of await converter.capabilities()) {
    say(`${installed ? "✓" : "✗"} ${name} ${installed ? version : "未安装"}\n    ${enables}${installed ? "" : `\n    安装：${install}`}`)
  }
  await converter.close()
}

const commands: Record<string, (args: string[]) => Promise<void>> = {
  "reset-password": ([name = "admin"]) => resetPassword(name),
  doctor: examine,
}

process.chdir(root)
const [name = "", ...args] = process.argv.slice(2)
try {
  const command = commands[name]
  if (!command) throw new StartError("用法：npm run admin -- reset-password [用户名]，或 npm run doctor")
  await command(args)
} catch (error) {
  if (!(error instanceof StartError)) throw error
  process.stderr.write(`${error.sentence}\n`)
  process.exitCode = 1
}
