import { existsSync } from "node:fs"
import { writeFile } from "node:fs/promises"
import { setPriority } from "node:os"

/** On a scale from 0 (normal) to 19 (lowest): about a third of the CPU time of a normal process, so that conversions never starve. */
const NICENESS = 5

/** Lowers the priority of a process, and of everything that it will start, below the processes that serve requests. */
export const lowerPriority = (pid: number | undefined): void => {
  if (pid === undefined) return
  try {
    setPriority(pid, NICENESS)
  } catch {
    // The process has already ended, or the system refuses.
  }
}

const nice = ["/usr/bin/nice", "/bin/nice"].find((path) => existsSync(path))

/** Wraps a command so that it runs with low priority from the start: its early children would not inherit a later change. */
export const withLowPriority = (command: string, args: string[]): [command: string, args: string[]] =>
  nice ? [nice, ["-n", String(NICENESS), command, ...args]] : [command, args]

/**
 * For a process that was started `detached`: Linux may schedule its session as a group against ours (autogroup), and the priorities
 * inside the group then have no effect outside. So this lowers the priority of the group as well.
 */
export const lowerGroupPriority = (pid: number | undefined): void => {
  if (pid !== undefined) void writeFile(`/proc/${pid}/autogroup`, String(NICENESS)).catch(() => undefined)
}
