import { spawnSync } from "node:child_process"
import { readdirSync, readFileSync, readlinkSync, rmSync, statSync } from "node:fs"
import { basename, join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"

export type Log = (message: string, fields?: Record<string, unknown>) => void

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
 * True if `pid` is a living PostgreSQL process of exactly this cluster. The number alone proves nothing: after a
 * restart of the machine or the container it may belong to anybody, and a zombie has it still.
 */
export function isProcessOf(cluster: string, pid: number): boolean {
  if (process.platform !== "linux") {
    const command = spawnSync("ps", ["-p", String(pid), "-o", "command="], { encoding: "utf8" }).stdout ?? ""
    return command.includes("postgres") && command.includes(cluster)
  }
  try {
    // Every PostgreSQL process stays in its data folder, and root reaches the folder through the link alone.
    const [folder, own] = [statSync(`/proc/${pid}/cwd`), statSync(cluster)]
    return folder.ino === own.ino && folder.dev === own.dev && basename(readlinkSync(`/proc/${pid}/exe`)).startsWith("postgres")
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
    // Gone in the meantime.
  }
}

async function waitUntil(condition: () => boolean, ms: number): Promise<boolean> {
  for (const end = Date.now() + ms; Date.now() < end; await pause(50)) if (condition()) return true
  return condition()
}

/**
 * Ends what an earlier process of ours left behind when it was killed: a postmaster that still runs is shut down
 * cleanly, children of a killed postmaster are given time to notice, and a stale `postmaster.pid` is removed.
 * Only call it while holding the lock of the data folder: then nobody else can be using this cluster.
 */
export async function endOrphans(cluster: string, log: Log): Promise<void> {
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
    // A child in the middle of a long query does not look whether its postmaster still lives.
    for (const pid of children()) signal(pid, "SIGKILL")
    await waitUntil(() => children().length === 0, 5_000)
  }
  // PostgreSQL itself only compares numbers and would refuse to start for ever if the PID has a new owner.
  const left = readPostmasterFile(cluster)
  if (left && !isProcessOf(cluster, left.pid)) rmSync(join(cluster, "postmaster.pid"), { force: true })
}
