import { descendants, isAlive } from "../../../scripts/lib/processes.mjs"
import type { seeded } from "./random"

/** Children of a server besides its database: those that draw pages, and LibreOffice with its sandbox. */
export type ChildKind = "drawing" | "office"
const commands: Record<ChildKind, RegExp> = { drawing: /pdfium-child/, office: /soffice/ }

/** Kills a random child of this server of the given kind; false when there is none. */
export const killChild = (serverPid: number, kind: ChildKind, random: ReturnType<typeof seeded>): boolean => {
  const found = descendants(serverPid).filter(({ command }) => commands[kind].test(command))
  if (found.length === 0) return false
  const { pid } = random.pick(found)
  if (!isAlive(pid)) return false
  process.kill(pid, "SIGKILL")
  return true
}
