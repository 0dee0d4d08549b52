// Reads processes from /proc. On systems without it (macOS, Windows) the results are null, 0 or empty.
import { readdirSync, readFileSync } from "node:fs"

/** @typedef {{ pid: number, name: string, command: string }} Process */

/** Unit of the CPU times in /proc (USER_HZ), the same for all kernel builds. */
const ticksPerSecond = 100

/** The text of a file under /proc; null on a system without it, or when the process is gone. @param {string} path */
function read(path) {
  try {
    return readFileSync(path, "utf8")
  } catch {
    return null
  }
}

/** CPU milliseconds that a process with all its threads has used; null where unknown. @param {number} pid */
export function cpuMs(pid) {
  const stat = read(`/proc/${pid}/stat`)
  if (!stat) return null
  // The name in parentheses may contain spaces: fields are counted after it.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond
}

/** Resident memory in bytes; null where unknown. @param {number} pid */
export function rss(pid) {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(read(`/proc/${pid}/status`) ?? "")?.[1]
  return kilobytes ? Number(kilobytes) * 1024 : null
}

/** Resident memory in MiB; 0 where unknown. @param {number} pid */
export const megabytesOf = (pid) => (rss(pid) ?? 0) / 1024 / 1024

/** False for a process that has ended, zombies included. @param {number} pid */
export function isAlive(pid) {
  const status = read(`/proc/${pid}/status`)
  return status !== null && !/^State:\s+Z/m.test(status)
}

/** The command line with spaces between its arguments; "" when the process is gone. @param {number} pid */
export const commandOf = (pid) => (read(`/proc/${pid}/cmdline`) ?? "").replaceAll("\u0000", " ").trim()

/** Every process id but 1. */
export const everyPid = () =>
  readdirSync("/proc")
    .map(Number)
    .filter((pid) => pid > 1)

/** Children of every thread of a process. @param {number} pid @returns {number[]} */
function childrenOf(pid) {
  try {
    const threads = readdirSync(`/proc/${pid}/task`)
    return threads.flatMap((thread) => (read(`/proc/${pid}/task/${thread}/children`) ?? "").split(" ").filter(Boolean).map(Number))
  } catch {
    return []
  }
}

/** All descendants of a process, parents before their children. @param {number} pid @returns {Process[]} */
export const descendants = (pid) => childrenOf(pid).flatMap(processTree)

/** A process and all its descendants. @param {number} pid @returns {Process[]} */
export function processTree(pid) {
  const name = read(`/proc/${pid}/comm`)?.trim()
  if (name === undefined) return []
  return [{ pid, name, command: commandOf(pid) }, ...descendants(pid)]
}

/**
 * Watches the memory of a process and its descendants every `everyMs`. The returned function gives the peak of all together and
 * that of the descendants in bytes, each null where unknown. PostgreSQL's processes are left out: the shared memory
 * that each of them reports would be counted many times.
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
