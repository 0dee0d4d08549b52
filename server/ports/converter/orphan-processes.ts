import { readdir, readFile } from "node:fs/promises"

/**
 * Ends programs that a killed process left at work on files below `folder`: a child that was just being started then has
 * nobody yet who would take it along. Linux only; elsewhere their own time limits end them.
 */
export const endLeftOvers = async (folder: string): Promise<number> => {
  let ended = 0
  for (const name of await readdir("/proc").catch(() => [])) {
    const pid = Number(name)
    if (!Number.isInteger(pid) || pid === process.pid) continue
    const command = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "")
    if (!command.split("\u0000").some((word) => word.includes(`${folder}/`))) continue
    try {
      process.kill(pid, "SIGKILL")
      ended += 1
    } catch {
      // it ended by itself in the meantime
    }
  }
  return ended
}
