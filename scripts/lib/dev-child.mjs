import { spawn } from "node:child_process"
import { root } from "./project.mjs"

/** How long a process may take to exit (ms). */
const endMs = 15_000

/** @typedef {"starting" | "ready" | "crashed"} State */

/**
 * Creates a restartable process of `npm run dev`. The process sends `{ port }` when it is ready; all its other messages go to `hear`.
 * @param {{ args: string[], hear: (message: any) => void, onReady?: () => void, onCrash: () => void }} options
 */
export function createChild({ args, hear, onReady = () => undefined, onCrash }) {
  /** @type {import("node:child_process").ChildProcess | null} */
  let child = null
  /** @type {State} */
  let state = "starting"
  /** @type {(port: number | null) => void} */
  let settle = () => undefined
  /** @type {Promise<number | null>} */
  let port = new Promise((done) => (settle = done))
  const reset = () => {
    if (state !== "starting") port = new Promise((done) => (settle = done))
    state = "starting"
  }

  const start = () => {
    reset()
    // A separate process group, so that Ctrl-C reaches only `npm run dev`, which then stops its processes in order.
    const detached = process.platform !== "win32"
    const mine = spawn(process.execPath, args, { cwd: root, env: process.env, stdio: ["ignore", "inherit", "inherit", "ipc"], detached })
    child = mine
    mine.on("message", (/** @type {any} */ message) => {
      if (child !== mine) return
      if (!message.port) return hear(message)
      state = "ready"
      settle(message.port)
      onReady()
    })
    mine.on("exit", () => {
      if (child !== mine) return
      child = null
      state = "crashed"
      settle(null)
      onCrash()
    })
  }
  const stop = async () => {
    const mine = child
    child = null
    reset()
    if (!mine) return
    const ended = new Promise((done) => mine.once("exit", done))
    mine.kill("SIGTERM")
    const late = setTimeout(() => mine.kill("SIGKILL"), endMs)
    await ended
    clearTimeout(late)
  }
  return {
    start,
    stop,
    state: () => state,
    /** Resolves with the port once the process is ready, or with null if it exited by itself and has not been restarted. */
    port: () => port,
    tell: (/** @type {object} */ message) => void (child?.connected && child.send(message)),
  }
}
