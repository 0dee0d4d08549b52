import { parseArgs } from "node:util"
import { StartError } from "@/server/errors"

const options = {
  from: { type: "string" },
  files: { type: "string" },
  prefix: { type: "string" },
  timezone: { type: "string" },
  prefer: { type: "string" },
  "accept-missing": { type: "boolean" },
  folder: { type: "string" },
  zip: { type: "string" },
  csv: { type: "string" },
  watch: { type: "boolean" },
  interval: { type: "string" },
  user: { type: "string" },
  category: { type: "string" },
  "create-categories": { type: "boolean" },
  "listed-only": { type: "boolean" },
  report: { type: "string" },
  data: { type: "string" },
  "dry-run": { type: "boolean" },
} as const

const parse = (args: string[]) => parseArgs({ args, options, strict: true, allowPositionals: false }).values
export type ImportOptions = ReturnType<typeof parse>

/** The usage text is in `scripts/import/usage.mjs`. */
export const misused = (reason: string, cause?: unknown) =>
  new StartError(`${reason}，npm run import -- --help 会列出所有选项。`, { cause })

export const readOptions = (args: string[]): ImportOptions => {
  try {
    return parse(args)
  } catch (error) {
    const name = /'(-[^' ]*)/.exec((error as Error).message)?.[1] ?? ""
    throw misused(`看不懂选项 ${name}`, error)
  }
}
