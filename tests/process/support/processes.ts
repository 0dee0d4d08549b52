import { readdirSync, readFileSync, readlinkSync, statSync } from "node:fs"
import { join } from "node:path"

/* What runs on this machine, read from /proc (Linux, where these tests run). */

export const isAlive = (pid: number): boolean => {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"))
  } catch {
    return false
  }
}

export const residentMegabytes = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024

const commandOf = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\u0000", " ").trim()
  } catch {
    return ""
  }
}

const parentOf = (pid: number): number => {
  try {
    return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0)
  } catch {
    return 0
  }
}

const everyPid = () =>
  readdirSync("/proc")
    .map(Number)
    .filter((pid) => pid > 1)

export const childrenOf = (pid: number): number[] => everyPid().filter((one) => parentOf(one) === pid)

/** Everything below a process. */
export const tree = (pid: number): { pid: number; command: string }[] =>
  childrenOf(pid).flatMap((child) => [{ pid: child, command: commandOf(child) }, ...tree(child)])

/** The postmaster of a data folder; 0 when none is running. */
export const postmasterOf = (dataDir: string): number => {
  try {
    const pid = Number(readFileSync(join(dataDir, "postgres", "postmaster.pid"), "utf8").split("\n")[0])
    return pid > 1 && isAlive(pid) ? pid : 0
  } catch {
    return 0
  }
}

/** PostgreSQL processes that stand in this data folder, children of a dead postmaster included. */
export const databaseProcesses = (dataDir: string): number[] => {
  const cluster = join(dataDir, "postgres")
  return everyPid().filter((pid) => {
    try {
      const [there, own] = [statSync(`/proc/${pid}/cwd`), statSync(cluster)]
      return there.ino === own.ino && there.dev === own.dev && isAlive(pid)
    } catch {
      return false
    }
  })
}

/** Processes of ours that name the folder in their command line or stand in it. */
export const processesAbout = (folder: string): { pid: number; command: string }[] =>
  everyPid().flatMap((pid) => {
    if (pid === process.pid) return []
    const command = commandOf(pid)
    const about = command.includes(folder) || standsIn(pid, folder)
    return about && isAlive(pid) ? [{ pid, command }] : []
  })

const standsIn = (pid: number, folder: string): boolean => {
  try {
    return readlinkSync(`/proc/${pid}/cwd`).startsWith(folder)
  } catch {
    return false
  }
}
