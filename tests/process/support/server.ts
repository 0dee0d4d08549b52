import { spawn, type ChildProcess } from "node:child_process"
import { mkdtemp, rm } from "node:fs/promises"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { residentMegabytes, tree } from "./processes"

/** A running server process. `output` is everything it said. */
export type Running = {
  url: string
  port: number
  pid: number
  /** said once, at the first start of a data folder */
  adminPassword: string
  startedMs: number
  output: () => string
  exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>
  /** SIGTERM; resolves with the exit code and the time it took. */
  stop: () => Promise<{ code: number | null; ms: number }>
  /** SIGKILL, and waits until the process is gone. Its orphans are left for the next start to find. */
  kill: () => Promise<void>
  rss: () => number
  /** Process ids below the server (and the database, which has a session of its own), with their commands. */
  children: () => { pid: number; command: string }[]
}

type Options = {
  main: string
  dataDir: string
  port?: number
  env?: Record<string, string>
  /** a start that takes longer is a failure */
  withinMs?: number
}

const started = new Set<ChildProcess>()
// a test run that is ended by Ctrl-C must not leave servers behind
process.once("exit", () => {
  for (const child of started) child.kill("SIGKILL")
})

export const freePort = (): Promise<number> =>
  new Promise((done, fail) => {
    const probe = createServer()
    probe.once("error", fail)
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address()
      probe.close(() => (address && typeof address === "object" ? done(address.port) : fail(new Error("no port"))))
    })
  })

/** Nothing of the machine's own configuration reaches a server under test. */
const environment = (port: number, dataDir: string, more: Record<string, string>) => ({
  PATH: process.env.PATH ?? "",
  HOME: process.env.HOME ?? "",
  LANG: "C.UTF-8",
  NODE_ENV: "production",
  NEXT_TELEMETRY_DISABLED: "1",
  HOST: "127.0.0.1",
  PORT: String(port),
  DATA_DIR: dataDir,
  LOG_LEVEL: "warn",
  CONVERT_CONCURRENCY: "2",
  TRUSTED_PROXIES: "127.0.0.1",
  ...more,
})

const spawnServer = ({ main, dataDir, env = {} }: Options, port: number) => {
  const child = spawn(process.execPath, [main], {
    env: environment(port, dataDir, env) as unknown as NodeJS.ProcessEnv,
    stdio: ["ignore", "pipe", "pipe"],
  })
  started.add(child)
  let text = ""
  const keep = (chunk: Buffer) => (text = (text + chunk.toString("utf8")).slice(-400_000))
  child.stdout.on("data", keep)
  child.stderr.on("data", keep)
  const exited = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((done) =>
    child.on("close", (code, signal) => {
      started.delete(child)
      done({ code, signal })
    }),
  )
  return { child, exited, output: () => text }
}

/** Runs a start that is expected to fail; resolves with its exit code and what it said. */
export const startFails = async (options: Options): Promise<{ code: number | null; output: string }> => {
  const { child, exited, output } = spawnServer(options, options.port ?? (await freePort()))
  const late = setTimeout(() => child.kill("SIGKILL"), options.withinMs ?? 10_000)
  const { code } = await exited
  clearTimeout(late)
  return { code, output: output() }
}

/** Starts without waiting for readiness. */
export const launch = async (options: Options) => {
  const port = options.port ?? (await freePort())
  const { child, exited, output } = spawnServer(options, port)
  return { pid: child.pid!, url: `http://127.0.0.1:${port}`, port, child, exited, output }
}

/** Starts the server and waits until it says that it is ready. */
export const startServer = async (options: Options): Promise<Running> => {
  const begun = performance.now()
  const { child, exited, output, port, url } = await launch(options)
  const pid = child.pid!
  const withinMs = options.withinMs ?? 40_000
  let ended = false
  void exited.then(() => (ended = true))
  while (!/豆架 \S+ 已启动/.test(output())) {
    if (ended) throw new Error(`the server ended while starting:\n${output()}`)
    if (performance.now() - begun > withinMs) {
      child.kill("SIGKILL")
      throw new Error(`the server did not start within ${withinMs} ms:\n${output()}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 15))
  }
  const startedMs = Math.round(performance.now() - begun)
  return {
    url,
    port,
    pid,
    adminPassword: /密码（只显示这一次）：(\S+)/.exec(output())?.[1] ?? "",
    startedMs,
    output,
    exited,
    stop: async () => {
      const asked = performance.now()
      child.kill("SIGTERM")
      const { code } = await exited
      return { code, ms: Math.round(performance.now() - asked) }
    },
    kill: async () => {
      child.kill("SIGKILL")
      await exited
    },
    rss: () => residentMegabytes(pid),
    children: () => tree(pid),
  }
}

/** A data folder of its own under the system's temporary folder. */
export const dataFolder = async (): Promise<{ path: string; remove: () => Promise<void> }> => {
  const path = await mkdtemp(join(tmpdir(), "doujia-process-"))
  return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }) }
}
