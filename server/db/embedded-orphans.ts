import { spawnSync } from "node:child_process"
import { readdirSync, readFileSync, readlinkSync, rmSync, statSync } from "node:fs"
import { basename, join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"

export type OrphanLog = (message: string, fields?: Record<string, unknown>) => void

/** The contents of a running postmaster's pid file. */
export type PostmasterFile = { pid: number; port: number; socketDir: string; status: string }

/** Reads `postmaster.pid`; null if there is none or it is half written. */
export function readPostmasterFile(cluster: string): PostmasterFile | null {
  let lines: string[]
  try {
    lines = readFileSync(join(cluster, "postmaster.pid"), "utf8").split("\n")
  } catch {
    return null
  }
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 1) return null
  return { pid, port: Number(lines[3] ?? 0), socketDir: lines[4] ?? "", status: (lines[7] ?? "").trim() }
}

/**
 * Checks whether `pid` is a running PostgreSQL process of this cluster. The number alone proves nothing: after a restart of the machine or
 * the container another process may have it, and a zombie still has it.
 */
export function isProcessOf(cluster: string, pid: number): boolean {
  if (process.platform !== "linux") {
    const command = spawnSync("ps", ["-p", String(pid), "-o", "command="], { encoding: "utf8" }).stdout ?? ""
    return command.includes("postgres") && command.includes(cluster)
  }
  try {
    // Every PostgreSQL process stays in its data folder, and root reaches the folder only through this link.
    const [folder, clusterFolder] = [statSync(`/proc/${pid}/cwd`), statSync(cluster)]
    return (
      folder.ino === clusterFolder.ino &&
      folder.dev === clusterFolder.dev &&
      basename(readlinkSync(`/proc/${pid}/exe`)).startsWith("postgres")
    )
  } catch {
    return false
  }
}

function processesOf(cluster: string): number[] {
  if (process.platform !== "linux") return []
  return readdirSync("/proc")
    .map(Number)
    .filter((pid) => pid > 1 && isProcessOf(cluster, pid))
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // The process has ended in the meantime.
  }
}

async function waitUntil(condition: () => boolean, ms: number): Promise<boolean> {
  for (const end = Date.now() + ms; Date.now() < end; await pause(50)) if (condition()) return true
  return condition()
}

/**
 * Cleans up after a killed process of ours: shuts down a running postmaster, gives children of a killed postmaster time to notice, and
 * removes a stale `postmaster.pid`.
 * Only call it while holding the lock of the data folder, so that no other process can be using this cluster.
 */
export async function endOrphans(cluster: string, log: OrphanLog): Promise<void> {
  const file = readPostmasterFile(cluster)
  if (file && isProcessOf(cluster, file.pid)) {
    log("上次没有正常退出，先停止遗留的数据库进程", { pid: file.pid })
    const gone = () => !isProcessOf(cluster, file.pid)
    for (const [name, ms] of [
      ["SIGINT", 15_000],
      ["SIGQUIT", 5_000],
      ["SIGKILL", 5_000],
    ] as const) {
      signal(file.pid, name)
      if (await waitUntil(gone, ms)) break
    }
  }
  const children = () => processesOf(cluster)
  if (!(await waitUntil(() => children().length === 0, 3_000))) {
    // During a long query a child does not check whether its postmaster is still running.
    for (const pid of children()) signal(pid, "SIGKILL")
    await waitUntil(() => children().length === 0, 5_000)
  }
  // PostgreSQL only compares the numbers and would never start if another process has the PID now.
  const left = readPostmasterFile(cluster)
  if (left && !isProcessOf(cluster, left.pid)) rmSync(join(cluster, "postmaster.pid"), { force: true })
}
