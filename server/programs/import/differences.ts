import { closeSync, existsSync, openSync, readFileSync, writeSync } from "node:fs"
import type { UnfinishedImport } from "../../modules/collecting/importer/takeover.usecases"
import type { SourceDifference } from "./takeover-report"

const linePattern = /^(\w+) (\d+)\t([^\t]*)/

/** Returns the lines of a resumed import about rows that it does not look at again. */
const earlierLines = (unfinished: UnfinishedImport | null): string[] => {
  if (!unfinished?.log || !existsSync(unfinished.log)) return []
  const lines = readFileSync(unfinished.log, "utf8").split("\n").slice(0, -1)
  return lines.filter((line) => {
    const [, table = "", id = "0"] = linePattern.exec(line) ?? []
    return unfinished.isReported(table, Number(id))
  })
}

/**
 * Collects the differences for the page, and writes them to the log at once, so that a killed run leaves them. A resumed import begins with
 * its earlier ones.
 */
export const openDifferences = (path: string, unfinished: UnfinishedImport | null) => {
  const lines = openSync(path, "w", 0o600)
  const differences: SourceDifference[] = []
  const written = new Set<string>()
  const add = (line: string) => {
    const [, table = "", id = "0", text = ""] = linePattern.exec(line) ?? []
    differences.push({ table, id: Number(id), text })
    writeSync(lines, `${line}\n`)
  }
  for (const line of earlierLines(unfinished)) {
    written.add(line)
    add(line)
  }
  return {
    differences,
    /** `line`: the table, the id, a tab and the difference; `raw`: details for the log only. */
    note: (line: string, raw?: string) => {
      const [head = "", ...texts] = line.split("\t")
      const clean = [head, texts.join(" "), ...(raw ? [raw] : [])].map((text) => text.replace(/\s+/g, " ")).join("\t")
      // what a killed run reported and did not save is reported again
      if (!written.has(clean)) add(clean)
    },
    close: () => closeSync(lines),
  }
}
