import { spawn } from "node:child_process"
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, readlinkSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { parseEnv } from "node:util"
import { lockOwner } from "@/server/db/instance-lock"
import { StartError } from "@/server/errors"

/** The command line of a running site. `root`: the folder of its version; `service`: the systemd unit that started it, "" if none did. */
export type RunningSite = {
  pid: number
  root: string
  version: string
  program: string
  args: string[]
  cwd: string
  environment: Record<string, string>
  service: string
}

/** The file with which a site is started, within the folder of its version. */
const startFile = /\/(?:dist\/server\/main|scripts\/(?:start|doujia))\.mjs$/

/** The texts of a file of /proc. */
const words = (path: string): string[] => readFileSync(path, "utf8").split("\0").slice(0, -1)

export const versionOf = (root: string): string =>
  (JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string }).version

/** Reads the site that runs on a data folder; null if none does. @throws StartError if the system does not say how it was started */
export const readRunningSite = async (dataDir: string): Promise<RunningSite | null> => {
  const pid = await lockOwner(dataDir)
  if (pid === null) return null
  try {
    const cwd = readlinkSync(`/proc/${pid}/cwd`)
    const [program = "", ...args] = words(`/proc/${pid}/cmdline`)
    const file = args.map((arg) => resolve(cwd, arg)).find((path) => startFile.test(path))
    if (!file) throw new Error("no start file")
    const root = file.replace(startFile, "")
    const variables = words(`/proc/${pid}/environ`).map((text) => [text.slice(0, text.indexOf("=")), text.slice(text.indexOf("=") + 1)])
    const [, service = ""] = /\/([\w@.-]+\.service)\n/.exec(readFileSync(`/proc/${pid}/cgroup`, "utf8")) ?? []
    const isOfUser = service.startsWith("user@")
    return {
      ...{ pid, root, version: versionOf(root), program, args, cwd },
      // variables of parents that have ended: npm, and the channel to a Node process
      environment: Object.fromEntries(variables.filter(([name]) => !/^(npm_|NODE_CHANNEL|NODE_UNIQUE_ID)/.test(name!))) as Record<
        string,
        string
      >,
      service: isOfUser ? "" : service,
    }
  } catch (error) {
    throw new StartError(`看不出正在运行的网站（PID ${pid}）是怎么启动的，请用同一个用户或 root 运行，或先停掉它。`, { cause: error })
  }
}

/** The configuration of a site: its .env, its environment and its options, the last ones first. */
export const configurationOf = ({ root, args, environment }: RunningSite): Record<string, string> => {
  const file = join(root, ".env")
  const option = (name: string) => {
    const at = args.findIndex((arg) => arg === `--${name}` || arg.startsWith(`--${name}=`))
    return at < 0 ? undefined : args[at]!.includes("=") ? args[at]!.slice(name.length + 3) : args[at + 1]
  }
  const [port, host] = [option("port"), option("host")]
  return {
    ...(existsSync(file) ? (parseEnv(readFileSync(file, "utf8")) as Record<string, string>) : {}),
    ...environment,
    ...(port && { PORT: port }),
    ...(host && { HOST: host }),
  }
}

/** How long a site may take to stop: running requests, jobs and the database (ms). */
const stopMs = 90_000

/** Asks a process to stop and waits until the data folder is free. @throws StartError */
export const stopSite = async (dataDir: string, pid: number): Promise<void> => {
  process.kill(pid, "SIGTERM")
  // while it closes its database it may not answer
  const owner = () => lockOwner(dataDir).catch(() => pid)
  for (const end = Date.now() + stopMs; Date.now() < end; await pause(100)) if ((await owner()) !== pid) return
  throw new StartError(`网站（PID ${pid}）一直没有停下来，什么也没有改。`)
}

/** Takes `--data`, whose value may be relative to the folder of the other version, out of the arguments. */
const withoutData = (args: string[]): string[] => {
  const at = args.findIndex((arg) => arg === "--data" || arg.startsWith("--data="))
  return at < 0 ? args : args.toSpliced(at, args[at] === "--data" ? 2 : 1)
}

/** The same command line in the folder of another version. */
export const inRoot = (site: RunningSite, root: string): RunningSite => {
  const moved = (path: string) => (path === site.root || path.startsWith(`${site.root}/`) ? root + path.slice(site.root.length) : path)
  return { ...site, root, program: moved(site.program), args: site.args.map(moved), cwd: moved(site.cwd) }
}

/** Starts a site as it was started before, in the background. Its output is appended to `log`. Returns whether it has ended. */
export const startSite = (site: RunningSite, dataDir: string, log: string): (() => boolean) => {
  mkdirSync(dirname(log), { recursive: true, mode: 0o700 })
  const output = openSync(log, "a", 0o600)
  const child = spawn(site.program, withoutData(site.args), {
    cwd: site.cwd,
    env: { ...site.environment, DATA_DIR: dataDir } as unknown as NodeJS.ProcessEnv,
    detached: true,
    stdio: ["ignore", output, output],
  })
  let hasEnded = false
  for (const event of ["error", "exit"]) child.on(event, () => (hasEnded = true))
  child.unref()
  closeSync(output)
  return () => hasEnded
}

/** The address at which this machine reaches a site with this configuration. */
export const addressOf = ({ HOST = "0.0.0.0", PORT = "8880" }: Record<string, string>): string => {
  const host = HOST === "0.0.0.0" ? "127.0.0.1" : HOST === "::" ? "::1" : HOST
  return `http://${host.includes(":") ? `[${host}]` : host}:${PORT}`
}

/** Waits until a site is ready; false if it is not in time, or if it has ended. */
export const isReady = async (address: string, withinMs: number, hasEnded: () => boolean = () => false): Promise<boolean> => {
  for (const end = Date.now() + withinMs; Date.now() < end && !hasEnded(); await pause(200)) {
    const status = await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(5_000) }).then(
      (reply) => reply.status,
      () => 0,
    )
    if (status === 200) return true
  }
  return false
}
