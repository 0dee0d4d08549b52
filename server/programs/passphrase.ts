import { createInterface } from "node:readline/promises"
import { Writable } from "node:stream"
import { StartError } from "@/server/errors"

const question = async (text: string): Promise<string> => {
  process.stderr.write(text)
  // readline would display the typed characters
  const nowhere = new Writable({ write: (_part, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  lines.on("SIGINT", () => process.kill(process.pid, "SIGINT"))
  try {
    return await lines.question("")
  } finally {
    lines.close()
    process.stderr.write("\n")
  }
}

/**
 * Asks for the passphrase of backups at the terminal, a new one twice; null without a terminal. Arguments are visible to every user of the
 * machine, so no option takes it.
 */
export const askPassphrase = async (isNew: boolean): Promise<string | null> => {
  if (!process.stdin.isTTY) return null
  const passphrase = await question(isNew ? "新备份的口令（至少 12 个字符，忘了就打不开）：" : "备份的口令：")
  if (isNew && passphrase !== (await question("再输入一遍："))) throw new StartError("两次输入的口令不一样。")
  return passphrase
}
