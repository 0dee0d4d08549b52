import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { Failure } from "../../scripts/lib/failure.mjs"
import { processTree } from "../../scripts/lib/processes.mjs"
import { launchServer, whenReady } from "../../scripts/lib/server.mjs"
import { atEnd, interrupted } from "./cleanup.mjs"

/** Environment variables that would point the measured server to real data, or change what is measured. */
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

/** Returns the other environment variables of this process, which may set limits of the converter. @returns {Record<string, string>} */
const inherited = () =>
  Object.fromEntries(Object.entries(process.env).flatMap(([name, value]) => (value && !foreign.includes(name) ? [[name, value]] : [])))

/**
 * Starts the built server, or the program `server`, with its data under `folder`, and stops it at the end of the run. The server gets its
 * own process group: otherwise it would receive Ctrl+C in addition to our SIGTERM, and a second signal kills it at once.
 * @param {{ folder: string, dataDir?: string, server?: string | undefined, env?: Record<string, string> }} options
 */
export async function startMeasured({ folder, dataDir = join(folder, "data"), server, env = {} }) {
  if (interrupted()) throw new Failure("已停止。")
  const launched = await launchServer({
    dataDir,
    ...(server && { main: server }),
    env: { ...inherited(), ...env },
    detached: true,
  })
  const stop = atEnd(() => stopWithin(launched, 20_000))
  return { ...(await whenReady(launched, 120_000)), stop }
}

/**
 * Sends SIGTERM and, after `ms` milliseconds, kills the server with all its children, including the database. @param
 * {import("../../scripts/lib/server.mjs").Launched} running @param {number} ms
 */
async function stopWithin({ child, pid, stop, exited }, ms) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const family = processTree(pid)
  if (await Promise.race([stop().then(() => true), pause(ms, false)])) return
  for (const one of family) {
    try {
      process.kill(one.pid, "SIGKILL")
    } catch {
      // The process has already ended.
    }
  }
  await exited
}
