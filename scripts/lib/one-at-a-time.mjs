import { mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs"
import { setTimeout as pause } from "node:timers/promises"
import { errorCodeOf } from "./failure.mjs"
import { inProject, say } from "./project.mjs"

const folder = inProject("dist")
const file = inProject("dist/.preparing")
/** Age (ms) at which a lock file is stale. Its holder touches it every second, so an older file belongs to a killed process. */
const staleMs = 15_000

function take() {
  try {
    mkdirSync(folder, { recursive: true })
    writeFileSync(file, String(process.pid), { flag: "wx" })
    return true
  } catch (error) {
    if (errorCodeOf(error) !== "EEXIST") throw error
    if (abandoned()) rmSync(file, { force: true })
    return false
  }
}

function abandoned() {
  const stat = statSync(file, { throwIfNoEntry: false })
  if (!stat) return false
  if (Date.now() - stat.mtimeMs > staleMs) return true
  try {
    const pid = Number(readFileSync(file, "utf8"))
    if (pid > 0) process.kill(pid, 0)
    return false
  } catch (error) {
    return errorCodeOf(error) === "ESRCH"
  }
}

/**
 * Serialises installing and building, which write to shared folders: a second start waits for the first.
 * @template T @param {() => T | Promise<T>} work @returns {Promise<T>}
 */
export async function oneAtATime(work) {
  for (let tries = 0; !take(); tries++) {
    if (tries === 2) say("另一个进程正在安装或编译，等它完成…")
    await pause(300)
  }
  const touch = setInterval(() => utimesSync(file, new Date(), new Date()), 1000)
  try {
    return await work()
  } finally {
    clearInterval(touch)
    rmSync(file, { force: true })
  }
}
