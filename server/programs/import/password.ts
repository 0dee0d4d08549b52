import { createInterface } from "node:readline/promises"
import { Writable } from "node:stream"
import { env } from "@/server/env"
import { announce, beginQuestion, standardTerminal } from "./printing"
import { readLine } from "./question"

/** Asks for the password of the source on the terminal without showing it; null if there is no terminal. */
export const askPassword = async (signal: AbortSignal): Promise<string | null> => {
  if (!beginQuestion("原来的数据库的密码（输入时不显示）：", standardTerminal())) return null
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  // Ctrl-C arrives here, not as a signal.
  lines.on("SIGINT", () => process.exit(130))
  try {
    return await readLine(lines, signal)
  } finally {
    announce("")
  }
}

/** The password of IMPORT_PASSWORD, or the one in the address, which other users of the machine see in the list of processes. */
export const chosenPassword = (address: string): string | undefined => {
  const { IMPORT_PASSWORD } = env()
  // The title replaces the arguments in the list of processes for this process only; npm and its shell still show theirs.
  process.title = "doujia import"
  if (/^\w+:\/\/[^@]*:[^@]+@/.test(address))
    announce("密码写在命令里，这台机器的其他用户能在进程列表里看到。可以不写：在提示时输入，或用环境变量 IMPORT_PASSWORD。")
  return IMPORT_PASSWORD
}
