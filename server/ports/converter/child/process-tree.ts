import { readdirSync, readFileSync } from "node:fs"
import { platform } from "node:process"

/** Children of a process; those of each of its threads are listed apart. Empty when it has ended. */
function childrenOf(pid: number): number[] {
  try {
    const lists = readdirSync(`/proc/${pid}/task`).map((thread) => readFileSync(`/proc/${pid}/task/${thread}/children`, "utf8"))
    return lists.flatMap((list) => list.split(" ").filter(Boolean).map(Number))
  } catch {
    return []
  }
}

function send(pid: number, signal: "SIGSTOP" | "SIGCONT"): boolean {
  try {
    process.kill(pid, signal)
    return true
  } catch {
    // It has ended in the meantime.
    return false
  }
}

/**
 * Stops a process and everything that it started, in sandboxes and sessions of their own too, which signals to its group
 * do not reach. A parent is stopped before its children are listed, so that none escapes. Returns what was stopped, for
 * `continueProcesses`; empty where processes cannot be stopped (Windows).
 */
export function stopTree(pid: number): number[] {
  if (platform === "win32") return []
  if (platform !== "linux") return send(-pid, "SIGSTOP") ? [-pid] : send(pid, "SIGSTOP") ? [pid] : []
  const stopped: number[] = []
  for (const queue = [pid]; queue.length > 0;) {
    const next = queue.shift() ?? 0
    if (!send(next, "SIGSTOP")) continue
    stopped.push(next)
    queue.push(...childrenOf(next))
  }
  return stopped
}

export function continueProcesses(pids: readonly number[]): void {
  for (const pid of pids) send(pid, "SIGCONT")
}
