import type { ChildProcess } from "node:child_process"
import { readdir, readFile } from "node:fs/promises"
import { platform } from "node:process"
import { setTimeout as pause } from "node:timers/promises"

const POLL_MS = 5
/** The kernel may take a while to write back the files that a killed process had open. */
const PATIENCE_MS = 10_000

/** Sends a signal to a process that was started detached, and to everything it started. */
export function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (platform === "win32" || child.pid === undefined) child.kill(signal)
    else process.kill(-child.pid, signal)
  } catch {
    // The process has ended in the meantime.
  }
}

const exists = (group: number): boolean => {
  try {
    process.kill(-group, 0)
    return true
  } catch {
    return false
  }
}

/** Checks whether a group has running processes. A process that has ended remains a member of its group until its parent reaps it. */
async function hasLiving(group: number): Promise<boolean> {
  if (!exists(group)) return false
  if (platform !== "linux") return true
  for (const name of await readdir("/proc").catch(() => [])) {
    if (!/^\d+$/.test(name)) continue
    const stat = await readFile(`/proc/${name}/stat`, "utf8").catch(() => "")
    const [state = "", , pgrp] = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
    if (Number(pgrp) === group && !"ZX".includes(state)) return true
  }
  return false
}

/**
 * Kills the group of a process that was started detached. Resolves when no member is running any more, so that
 * nothing writes into the job's folder afterwards. In a sandbox the first process ends last.
 */
export async function endGroup(child: ChildProcess): Promise<void> {
  const { pid } = child
  signalGroup(child, "SIGKILL")
  if (platform === "win32" || pid === undefined) return
  for (const until = Date.now() + PATIENCE_MS; Date.now() < until && (await hasLiving(pid));) {
    signalGroup(child, "SIGKILL")
    await pause(POLL_MS)
  }
}
