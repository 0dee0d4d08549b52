import { existsSync } from "node:fs"
import { writeFile } from "node:fs/promises"
import { setPriority } from "node:os"

/** Where 0 is everybody's and 19 the humblest: a third of the time that a normal process gets beside it, so that nothing starves. */
const HUMBLE = 5

/** A process just started, and all that it will start, gives way to whoever answers people. */
export const yieldToPeople = (pid: number | undefined): void => {
  if (pid === undefined) return
  try {
    setPriority(pid, HUMBLE)
  } catch {
    // It ended already, or the system does not let us.
  }
}

const nice = ["/usr/bin/nice", "/bin/nice"].find((path) => existsSync(path))

/** The command that runs another one humbly from its first moment: what it starts at once would not hear of it later. */
export const humbly = (command: string, args: string[]): [command: string, args: string[]] =>
  nice ? [nice, ["-n", String(HUMBLE), command, ...args]] : [command, args]

/**
 * For a process that was started `detached`: Linux may weigh its session as a group against ours (autogroup), and its
 * members' priorities then say nothing outside. The group is told as well.
 */
export const yieldGroupToPeople = (pid: number | undefined): void => {
  if (pid !== undefined) void writeFile(`/proc/${pid}/autogroup`, String(HUMBLE)).catch(() => undefined)
}
