import { spawn } from "node:child_process"
import { createServer } from "node:net"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { Failure } from "../lib/failure.mjs"
import { mainBundle, root } from "../lib/project.mjs"
import { atEnd, interrupted } from "./cleanup.mjs"
import { processTree } from "./processes.mjs"

/** Configuration that would point the measured server at somebody's real data, or change what is measured. */
const foreign = [
  "DATABASE_URL",
  "API_BASE_URL",
  "PROCESS_MODE",
  "WEB_CONCURRENCY",
  "JWT_SECRET",
  "LOG_LEVEL",
  "TRUSTED_PROXIES",
  "PAGE_CACHE_MB",
  "PAGE_CACHE_SECONDS",
  "NODE_OPTIONS",
]

export function freePort() {
  return new Promise((done, refuse) => {
    const probe = createServer().once("error", refuse)
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address()
      probe.close(() => done(port))
    })
  })
}

/**
 * The built server as a child with data of its own under `folder`, ready when this resolves.
 * Answers its address, its process id, the first admin (on the first start of a folder) and how to stop it.
 */
export async function startServer({ folder, server = mainBundle, env = {} }) {
  const port = await freePort()
  if (interrupted()) throw new Failure("已停止。")
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.includes(name)))
  const own = { NODE_ENV: "production", HOST: "127.0.0.1", PORT: String(port), DATA_DIR: join(folder, "data"), ...env }
  // A group of its own: Ctrl+C at the terminal would reach it beside our SIGTERM, and the second signal does not wait.
  const child = spawn(process.execPath, [server], {
    cwd: root,
    env: { ...inherited, ...own },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  })
  const ended = new Promise((done) => child.once("exit", done))
  let output = ""
  const keep = (text) => (output = (output + text).slice(-100_000))
  child.stdout.setEncoding("utf8").on("data", keep)
  child.stderr.setEncoding("utf8").on("data", keep)
  const stop = atEnd(() => stopServer(child, ended))
  const base = `http://127.0.0.1:${port}`
  await ready(base, child, () => output)
  const [, username, password] = /第一位管理员：(\S+)\s+密码[^：]*：(\S+)/.exec(output) ?? []
  return { base, pid: child.pid, admin: username ? { username, password } : null, stop }
}

async function ready(base, child, output) {
  for (const end = Date.now() + 120_000; Date.now() < end; await pause(100)) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Failure(`要测量的服务没能启动：\n${lastLines(output())}`)
    const reply = await fetch(`${base}/readyz`).catch(() => null)
    await reply?.arrayBuffer().catch(() => null)
    if (reply?.status === 200) return
  }
  throw new Failure(`要测量的服务两分钟内没有准备好：\n${lastLines(output())}`)
}

const lastLines = (text) => text.trim().split("\n").slice(-15).join("\n")

/** Asks it to end; what does not is killed with everything that it started, its database too. */
async function stopServer(child, ended) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const family = processTree(child.pid)
  child.kill("SIGTERM")
  if (await Promise.race([ended.then(() => true), pause(20_000, false)])) return
  for (const { pid } of family) {
    try {
      process.kill(pid, "SIGKILL")
    } catch {
      // It had ended by itself.
    }
  }
  await ended
}
