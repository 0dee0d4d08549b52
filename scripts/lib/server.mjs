// Starts and stops a server process for a script or a test.
import { spawn } from "node:child_process"
import { createServer } from "node:net"
import { setTimeout as pause } from "node:timers/promises"
import { Failure } from "./failure.mjs"
import { mainBundle, root } from "./project.mjs"

/**
 * @typedef {object} ServerOptions
 * @property {string} dataDir all data that the server stores
 * @property {string} [main] the program; by default the built server of this project
 * @property {number} [port] by default a free port
 * @property {Record<string, string>} [env] configuration; the environment of this process is not passed on
 * @property {number} [withinMs] maximum start time; a slower start fails
 * @property {boolean} [detached] starts a separate process group, which Ctrl+C in the terminal does not reach
 */

/** @typedef {{ code: number | null, signal: NodeJS.Signals | null }} Exit */

/**
 * A server that is ready. `output()` returns its output so far; `admin` is set on the first start of a data folder. `stop` sends SIGTERM
 * and resolves with the exit code and the time taken. `kill` sends SIGKILL and waits until the process has exited; its child processes are
 * left for the next start to find.
 * @typedef {object} Running
 * @property {string} url
 * @property {number} port
 * @property {number} pid
 * @property {{ username: string, password: string } | null} admin
 * @property {number} startedMs
 * @property {() => string} output
 * @property {Promise<Exit>} exited
 * @property {() => Promise<{ code: number | null, ms: number }>} stop
 * @property {() => Promise<void>} kill
 */

/** @type {Set<import("node:child_process").ChildProcess>} */
const started = new Set()
// Servers must not outlive the process that started them, even after Ctrl+C.
process.once("exit", () => {
  for (const child of started) child.kill("SIGKILL")
})

/** Returns a TCP port of 127.0.0.1 that is currently free. @returns {Promise<number>} */
export const freePort = () =>
  new Promise((done, refuse) => {
    const probe = createServer().once("error", refuse)
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address()
      probe.close(() => (address && typeof address === "object" ? done(address.port) : refuse(new Error("no port"))))
    })
  })

/** Returns the server's environment, without the configuration of this machine. @param {number} port @param {ServerOptions} options */
const environment = (port, { dataDir, env = {} }) => ({
  PATH: process.env.PATH ?? "",
  HOME: process.env.HOME ?? "",
  LANG: "C.UTF-8",
  NODE_ENV: "production",
  NEXT_TELEMETRY_DISABLED: "1",
  HOST: "127.0.0.1",
  // All requests of a test or benchmark come from a single address.
  RENDERINGS_PER_SECOND: "10000",
  PORT: String(port),
  DATA_DIR: dataDir,
  ...env,
})

/** Starts a server without waiting until it is ready. @param {ServerOptions} options */
export async function launchServer(options) {
  const port = options.port ?? (await freePort())
  const begun = performance.now()
  const child = spawn(
    process.execPath,
    [options.main ?? mainBundle],
    /** @type {import("node:child_process").SpawnOptionsWithStdioTuple<"ignore", "pipe", "pipe">} */ ({
      cwd: root,
      env: environment(port, options),
      stdio: ["ignore", "pipe", "pipe"],
      detached: options.detached ?? false,
    }),
  )
  started.add(child)
  let text = ""
  /** @param {string} chunk */
  const keep = (chunk) => (text = (text + chunk).slice(-400_000))
  child.stdout.setEncoding("utf8").on("data", keep)
  child.stderr.setEncoding("utf8").on("data", keep)
  /** @type {Promise<Exit>} */
  const exited = new Promise((done, refuse) => {
    child.on("error", refuse)
    child.on("close", (code, signal) => {
      started.delete(child)
      done({ code, signal })
    })
  })
  const stop = async () => {
    const startedAt = performance.now()
    child.kill("SIGTERM")
    const { code } = await exited
    return { code, ms: Math.round(performance.now() - startedAt) }
  }
  const kill = async () => {
    child.kill("SIGKILL")
    await exited
  }
  return { child, pid: child.pid ?? 0, port, url: `http://127.0.0.1:${port}`, begun, exited, output: () => text, stop, kill }
}

/** @typedef {Awaited<ReturnType<typeof launchServer>>} Launched */

/**
 * Waits until a launched server reports that it is ready; kills it if it takes longer than `withinMs`.
 * @param {Launched} launched
 * @param {number} [withinMs]
 * @returns {Promise<Running>}
 */
export async function whenReady({ child, begun, ...launched }, withinMs = 180_000) {
  const { output } = launched
  while (!/豆架 \S+ 已启动/.test(output())) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Failure(`服务没能启动：\n${output()}`)
    if (performance.now() - begun > withinMs) {
      child.kill("SIGKILL")
      throw new Failure(`服务在 ${withinMs} 毫秒内没有准备好：\n${output()}`)
    }
    await pause(15)
  }
  const startedMs = Math.round(performance.now() - begun)
  const [, username, password] = /第一位管理员：(\S+)\s+密码[^：]*：(\S+)/.exec(output()) ?? []
  return { ...launched, startedMs, admin: username && password ? { username, password } : null }
}

/** @param {ServerOptions} options */
export const startServer = async (options) => whenReady(await launchServer(options), options.withinMs)

/** Starts a server that is expected to fail; resolves with its exit code and output. @param {ServerOptions} options */
export async function startFails(options) {
  const { child, exited, output } = await launchServer(options)
  const late = setTimeout(() => child.kill("SIGKILL"), options.withinMs ?? 60_000)
  const { code } = await exited
  clearTimeout(late)
  return { code, output: output() }
}
