import { createServer } from "node:net"
import { pathToFileURL } from "node:url"
import { endWithNpm } from "./end-with-npm.mjs"
import { Failure, fail } from "./failure.mjs"
import { buildReady } from "./fingerprint.mjs"
import { isRelease } from "./installed-release.mjs"
import { oneAtATime } from "./one-at-a-time.mjs"
import { readOptions } from "./options.mjs"
import { installPackages, packagesReady } from "./packages.mjs"
import { inProject, mainBundle, root, say } from "./project.mjs"
import { runNode } from "./run.mjs"

/**
 * Installs and builds what is missing, then runs the server in this process. On failure prints one sentence and exits with code 1.
 * @param {string[]} args
 */
export async function start(args) {
  try {
    if (!readOptions(args, "npm start")) return
    process.env.NODE_ENV = "production"
    requireDatabaseOnWindows()
    warnRoot()
    await portIsFree(Number(process.env.PORT || 8880), process.env.HOST || "0.0.0.0")
    await prepare()
    await becomeServer()
  } catch (error) {
    fail(error)
  }
}

/**
 * Checks that the port is free before the installation starts, so that the user does not wait for an installation that cannot start.
 * @param {number} port @param {string} host @returns {Promise<void>}
 */
function portIsFree(port, host) {
  return new Promise((done, refuse) => {
    if (!Number.isInteger(port) || port < 1 || port > 65_535) return done() // The server itself reports an invalid port.
    const probe = createServer()
    probe.once("error", refuse)
    probe.listen({ port, host }, () => probe.close(() => done()))
  })
}

/** The embedded database listens on a unix socket only. Says so before anything is installed. */
export function requireDatabaseOnWindows(platform = process.platform, env = process.env) {
  if (platform !== "win32" || env.DATABASE_URL || env.API_BASE_URL) return
  throw new Failure("Windows 上没有内置数据库：请用 DATABASE_URL 指定一个 PostgreSQL 15 以上的数据库，或在 WSL 里运行豆架。")
}

/** @param {number | undefined} uid */
export function warnRoot(uid = process.getuid?.()) {
  if (uid === 0) console.warn("提醒：正在以 root 运行。网站不需要 root，请换一个普通用户，或用 service install 装成服务。")
}

async function prepare() {
  if (isRelease()) return
  if (packagesReady(false) && buildReady()) return
  await oneAtATime(async () => {
    if (!packagesReady(false)) await installPackages(false)
    if (!buildReady()) await build()
  })
}

async function build() {
  say("正在编译（约一分钟，以后启动不再需要）…")
  const { code, output } = await runNode([inProject("scripts/build.mjs")], { quiet: true })
  if (code === 0) return
  if (/ENOSPC|no space left/i.test(output)) throw new Failure("编译失败：磁盘已满，请腾出空间后再试。")
  if (/EACCES|EROFS/.test(output)) throw new Failure("编译失败：没有写入项目文件夹的权限，请用它所属的用户运行。")
  console.error(output.trim().split("\n").slice(-40).join("\n"))
  throw new Failure("编译失败，原因见上面的输出。")
}

/** Runs the server in this process, so that signals reach it directly. */
async function becomeServer() {
  // Relative paths in the configuration (DATA_DIR) are resolved against the project folder.
  process.chdir(root)
  if (process.env.npm_lifecycle_event) endWithNpm()
  // argv[1] must be the server program, because node:cluster forks that file.
  process.argv = [process.execPath, mainBundle]
  process.setSourceMapsEnabled(true)
  process.on("uncaughtException", fail)
  process.on("unhandledRejection", fail)
  await import(pathToFileURL(mainBundle).href)
  // From here on the server itself handles and logs errors.
  process.off("uncaughtException", fail)
  process.off("unhandledRejection", fail)
}
