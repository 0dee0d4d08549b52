import { readFileSync } from "node:fs"
import { createServer } from "node:net"
import { pathToFileURL } from "node:url"
import { Failure, fail } from "./failure.mjs"
import { buildReady } from "./fingerprint.mjs"
import { oneAtATime } from "./one-at-a-time.mjs"
import { readOptions } from "./options.mjs"
import { installPackages, packagesReady } from "./packages.mjs"
import { inProject, mainBundle, root, say } from "./project.mjs"
import { runNode } from "./run.mjs"

/** Installs and builds what is missing, then becomes the server. Every failure is one sentence and exit code 1. */
export async function start(args) {
  try {
    if (!readOptions(args, "npm start")) return
    process.env.NODE_ENV = "production"
    await portIsFree(Number(process.env.PORT || 8880), process.env.HOST || "0.0.0.0")
    await prepare()
    await becomeServer()
  } catch (error) {
    fail(error)
  }
}

/** Asked first: nobody should wait for an installation only to read that the port is taken. @param {number} port @param {string} host @returns {Promise<void>} */
function portIsFree(port, host) {
  return new Promise((done, refuse) => {
    if (!Number.isInteger(port) || port < 1 || port > 65_535) return done() // the server says what is wrong with it
    const probe = createServer()
    probe.once("error", refuse)
    probe.listen({ port, host }, () => probe.close(() => done()))
  })
}

async function prepare() {
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

/** The server runs in this very process: signals reach it without a middleman. */
async function becomeServer() {
  // Paths in the configuration (DATA_DIR) are meant from the project's folder wherever npm was called.
  process.chdir(root)
  if (process.env.npm_lifecycle_event) endWithNpm()
  // As if the server had been started itself: node:cluster forks this file.
  process.argv = [process.argv[0], mainBundle]
  process.setSourceMapsEnabled(true)
  process.on("uncaughtException", fail)
  process.on("unhandledRejection", fail)
  await import(pathToFileURL(mainBundle).href)
  // From here on errors are the server's own, and its log's.
  process.off("uncaughtException", fail)
  process.off("unhandledRejection", fail)
}

/**
 * npm passes a signal to the shell between it and us, which dies and tells nobody: the server would go on alone and
 * keep the port. So it also stops, as on SIGTERM, when that shell, or npm above it, is gone.
 */
function endWithNpm() {
  const statOf = (pid) => {
    try {
      const [, name, parent] = /\((.*)\) \S (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, "utf8")) ?? []
      return { name, parent }
    } catch {
      return {}
    }
  }
  const above = () => {
    const { name = "", parent } = statOf(process.ppid)
    // Without a shell between, what stands above npm (a terminal that is closed) is none of our business.
    return ["sh", "dash", "bash"].includes(name) ? `${process.ppid} ${parent}` : String(process.ppid)
  }
  const before = above()
  const timer = setInterval(() => {
    if (above() === before) return
    clearInterval(timer)
    process.kill(process.pid, "SIGTERM")
  }, 500)
  timer.unref()
}
