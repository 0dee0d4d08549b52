import { readdir, readFile } from "node:fs/promises"

/**
 * Kills programs that a killed process left running on files below `folder`: a child that was just being started has
 * no supervisor yet. Returns how many were killed. Linux only; elsewhere their own time limits end them.
 */
export const killOrphanProcesses = async (folder: string): Promise<number> => {
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
      // it ended in the meantime
    }
  }
  return ended
}
