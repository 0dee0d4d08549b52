import { readdirSync, readFileSync } from "node:fs"
import { platform } from "node:process"

/** Returns the children of a process, which Linux lists per thread. Empty if the process has ended. */
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
    // The process has ended in the meantime.
    return false
  }
}

/**
 * Stops a process and everything that it started, including processes in their own sandboxes and sessions, which signals to its group
 * do not reach. A parent is stopped before its children are listed, so that none escapes. Returns the stopped processes for
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
