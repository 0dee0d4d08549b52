import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { Failure } from "../lib/failure.mjs"
import { processTree } from "../lib/processes.mjs"
import { launchServer, whenReady } from "../lib/server.mjs"
import { atEnd, interrupted } from "./cleanup.mjs"

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
  "NODE_ENV",
  "HOST",
  "PORT",
  "DATA_DIR",
]

/** What is left of this process's environment: measuring with other limits of the converter is fair. @returns {Record<string, string>} */
const inherited = () =>
  Object.fromEntries(Object.entries(process.env).flatMap(([name, value]) => (value && !foreign.includes(name) ? [[name, value]] : [])))

/**
 * The built server, or the program `server`, with data of its own under `folder`; it ends with the run. In a process group
 * of its own: Ctrl+C at the terminal would reach it beside our SIGTERM, and the second signal does not wait.
 * @param {{ folder: string, server?: string | undefined, env?: Record<string, string> }} options
 */
export async function startMeasured({ folder, server, env = {} }) {
  if (interrupted()) throw new Failure("已停止。")
  const launched = await launchServer({
    dataDir: join(folder, "data"),
    ...(server && { main: server }),
    env: { ...inherited(), ...env },
    detached: true,
  })
  const stop = atEnd(() => stopWithin(launched, 20_000))
  return { ...(await whenReady(launched, 120_000)), stop }
}

/** Asks it to end; what does not is killed with everything that it started, its database too. @param {import("../lib/server.mjs").Launched} running @param {number} ms */
async function stopWithin({ child, pid, stop, exited }, ms) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const family = processTree(pid)
  if (await Promise.race([stop().then(() => true), pause(ms, false)])) return
  for (const one of family) {
    try {
      process.kill(one.pid, "SIGKILL")
    } catch {
      // It had ended by itself.
    }
  }
  await exited
}
