import { descendants, isAlive, signal } from "../../../scripts/lib/processes.mjs"
import type { seeded } from "./random"

/** Child processes of a server besides its database: those that render pages, and LibreOffice with its sandbox. */
export type ChildKind = "drawing" | "office"
const commands: Record<ChildKind, RegExp> = { drawing: /pdfium-child/, office: /soffice/ }

/** Kills a random child of the given kind of this server; returns false if there is none. */
export const killChild = (serverPid: number, kind: ChildKind, random: ReturnType<typeof seeded>): boolean => {
  const children = descendants(serverPid).filter(({ command }) => commands[kind].test(command))
  if (children.length === 0) return false
  const { pid } = random.pick(children)
  return isAlive(pid) && signal(pid, "SIGKILL")
}
