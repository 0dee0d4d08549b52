import { createInterface, type Interface } from "node:readline/promises"
import { stopped } from "@/server/db/mariadb-connection"
import { beginQuestion, standardTerminal } from "./printing"

/** Returns the line that is typed; null at the end of the input (Ctrl-D), which answers no question. @throws StartError at a signal */
export const readLine = async (lines: Interface, signal: AbortSignal): Promise<string | null> => {
  const ended = new Promise<null>((done) => lines.once("close", () => done(null)))
  try {
    return await Promise.race([lines.question("", { signal }), ended])
  } catch (error) {
    if (signal.aborted) throw stopped()
    throw error
  } finally {
    lines.close()
  }
}

/** Asks for confirmation to continue; false without a terminal. */
export const askToContinue = async (question: string, signal: AbortSignal, terminal = standardTerminal()): Promise<boolean> => {
  if (!beginQuestion(question, terminal)) return false
  const answer = await readLine(createInterface({ input: terminal.input }), signal)
  return /^(y|yes|是)$/i.test((answer ?? "").trim())
}
