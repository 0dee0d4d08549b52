// Reads processes from /proc and signals them. On systems without /proc (macOS, Windows) the results are null, 0 or empty.
import { readdirSync, readFileSync } from "node:fs"
import { errorCodeOf } from "./failure.mjs"

/** @typedef {{ pid: number, name: string, command: string }} Process */

/** Unit of the CPU times in /proc (USER_HZ), the same in all kernel builds. */
const ticksPerSecond = 100

/** Returns the text of a file under /proc; null on a system without /proc or if the process has ended. @param {string} path */
function read(path) {
  try {
    return readFileSync(path, "utf8")
  } catch {
    return null
  }
}

/** Returns the CPU milliseconds used by a process with all its threads; null if unknown. @param {number} pid */
export function cpuMs(pid) {
  const stat = read(`/proc/${pid}/stat`)
  if (!stat) return null
  // The name in parentheses may contain spaces, so fields are counted from its end.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond
}

/** Returns the resident memory in bytes; null if unknown. @param {number} pid */
export function rss(pid) {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(read(`/proc/${pid}/status`) ?? "")?.[1]
  return kilobytes ? Number(kilobytes) * 1024 : null
}

/** Returns the resident memory in MiB; 0 if unknown. @param {number} pid */
export const megabytesOf = (pid) => (rss(pid) ?? 0) / 1024 / 1024

/** Returns false for a process that has ended, including zombies. @param {number} pid */
export function isAlive(pid) {
  const status = read(`/proc/${pid}/status`)
  return status !== null && !/^State:\s+Z/m.test(status)
}

/**
 * Sends a signal; returns false if the process has ended, which may happen between any check and the signal.
 * @param {number} pid @param {NodeJS.Signals} signal
 */
export function signal(pid, signal) {
  try {
    return process.kill(pid, signal)
  } catch (error) {
    if (errorCodeOf(error) === "ESRCH") return false
    throw error
  }
}

/** Returns the command line with spaces between the arguments; "" if the process has ended. @param {number} pid */
export const commandOf = (pid) => (read(`/proc/${pid}/cmdline`) ?? "").replaceAll("\u0000", " ").trim()

/** Returns all process ids except 1. */
export const everyPid = () =>
  readdirSync("/proc")
    .map(Number)
    .filter((pid) => pid > 1)

/** Returns the child processes of all threads of a process. @param {number} pid @returns {number[]} */
function childrenOf(pid) {
  try {
    const threads = readdirSync(`/proc/${pid}/task`)
    return threads.flatMap((thread) => (read(`/proc/${pid}/task/${thread}/children`) ?? "").split(" ").filter(Boolean).map(Number))
  } catch {
    return []
  }
}

/** Returns all descendants of a process, parents before their children. @param {number} pid @returns {Process[]} */
export const descendants = (pid) => childrenOf(pid).flatMap(processTree)

/** Returns a process and all its descendants. @param {number} pid @returns {Process[]} */
export function processTree(pid) {
  const name = read(`/proc/${pid}/comm`)?.trim()
  if (name === undefined) return []
  return [{ pid, name, command: commandOf(pid) }, ...descendants(pid)]
}

/**
 * Measures the memory of a process and its descendants every `everyMs`. The returned function returns the peak of all processes together
 * and the peak of the descendants, in bytes, each null if unknown. PostgreSQL processes are excluded: the shared memory that each of them
 * reports would be counted many times.
 * @param {number} pid
 * @param {number} [everyMs]
 */
export function watchMemory(pid, everyMs = 100) {
  /** @type {{ all: number | null, children: number | null }} */
  const peak = { all: null, children: null }
  /** @param {Process[]} processes */
  const sum = (processes) => processes.reduce((total, one) => total + (rss(one.pid) ?? 0), 0)
  const look = () => {
    const tree = processTree(pid).filter(({ name }) => !name.startsWith("postgres"))
    const [mainMemory, children] = [sum(tree.slice(0, 1)), sum(tree.slice(1))]
    if (mainMemory === 0) return
    peak.all = Math.max(peak.all ?? 0, mainMemory + children)
    peak.children = Math.max(peak.children ?? 0, children)
  }
  const timer = setInterval(look, everyMs)
  look()
  return () => {
    clearInterval(timer)
    look()
    return peak
  }
}
