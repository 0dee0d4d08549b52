import { createInterface } from "node:readline/promises"
import { beginQuestion } from "./printing"

/** Asks for confirmation to continue; false without a terminal. */
export const askToContinue = async (question: string, signal: AbortSignal): Promise<boolean> => {
  if (!beginQuestion(question)) return false
  const lines = createInterface({ input: process.stdin })
  try {
    return /^(y|yes|是)$/i.test((await lines.question("", { signal })).trim())
  } finally {
    lines.close()
  }
}
