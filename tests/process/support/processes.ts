import { readFileSync, readlinkSync, statSync } from "node:fs"
import { join } from "node:path"
import { commandOf, everyPid, isAlive } from "../../../scripts/lib/processes.mjs"

/* The processes of a site on this machine, read from /proc (Linux, where these tests run). */

/** Returns the postmaster of a data folder; 0 if none is running. */
export const postmasterOf = (dataDir: string): number => {
  try {
    const pid = Number(readFileSync(join(dataDir, "postgres", "postmaster.pid"), "utf8").split("\n")[0])
    return pid > 1 && isAlive(pid) ? pid : 0
  } catch {
    return 0
  }
}

/** Returns the PostgreSQL processes whose working directory is in this data folder, including children of a dead postmaster. */
export const databaseProcesses = (dataDir: string): number[] => {
  const cluster = join(dataDir, "postgres")
  return everyPid().filter((pid) => {
    try {
      const [there, clusterStats] = [statSync(`/proc/${pid}/cwd`), statSync(cluster)]
      return there.ino === clusterStats.ino && there.dev === clusterStats.dev && isAlive(pid)
    } catch {
      return false
    }
  })
}

/** Returns our processes that name the folder in their command line or run in it. */
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
