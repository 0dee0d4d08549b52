import { descendants, isAlive } from "../../../scripts/lib/processes.mjs"
import type { seeded } from "./random"

/** What a server starts beside its database: the children that draw pages, and LibreOffice with its cage. */
export type Trade = "drawing" | "office"
const commands: Record<Trade, RegExp> = { drawing: /pdfium-child/, office: /soffice|bwrap/ }

/** Kills one of this server's own children of the trade, whichever chance says; false when there is none. */
export const killChild = (serverPid: number, trade: Trade, random: ReturnType<typeof seeded>): boolean => {
  const found = descendants(serverPid).filter(({ command }) => commands[trade].test(command))
  if (found.length === 0) return false
  const { pid } = random.pick(found)
  if (!isAlive(pid)) return false
  process.kill(pid, "SIGKILL")
  return true
}
