import { appendFileSync, closeSync, existsSync, mkdirSync, openSync, writeSync } from "node:fs"
import { dirname, extname, join, resolve } from "node:path"
import { outcomes, type ReportLine } from "../../modules/collecting/folder-import/offered.rules"
import { countsText, noCounts, outcomeLabels, reportFormats } from "../../modules/collecting/folder-import/report.rules"
import { StartError } from "@/server/errors"

/** Maximum number of refused files that are printed. The report file lists all of them. */
const printLimit = 20

export type ImportReport = { note: (line: ReportLine) => void; close: () => Promise<void>; text: (dry: boolean) => string }

/**
 * Opens a report file that grows with every line, so that a killed run leaves a record of its work. `lasting`: later runs append to the
 * same file.
 */
export const openReport = (dataDir: string, requestedPath: string | undefined, lasting = false): ImportReport => {
  const ext = requestedPath ? extname(requestedPath).slice(1).toLowerCase() : "csv"
  if (ext !== "csv" && ext !== "json") throw new StartError("--report 应以 .csv 或 .json 结尾。")
  if (lasting && ext === "json") throw new StartError("--watch 的报告只能是 .csv。")
  const name = lasting ? "import-watch.csv" : `import-${new Date().toISOString().replace(/[:.]/g, "-")}.csv`
  const path = requestedPath ? resolve(requestedPath) : join(dataDir, name)
  const format = reportFormats[ext]
  const going = lasting && existsSync(path)
  mkdirSync(dirname(path), { recursive: true })
  const file = openSync(path, going ? "a" : "w", 0o600)
  if (!going) writeSync(file, format.begin)
  const counts = noCounts()
  const refused: ReportLine[] = []
  let first = true
  const note = (line: ReportLine) => {
    appendFileSync(file, format.line(line, first))
    first = false
    counts[line.outcome] += 1
    if (line.outcome === "refused" && refused.length < printLimit) refused.push(line)
  }
  const text = (dry: boolean) => {
    const total = outcomes.reduce((sum, outcome) => sum + counts[outcome], 0)
    const named = refused.map((line) => `  ${outcomeLabels.refused}：${line.file}：${line.reason}`)
    if (counts.refused > refused.length) named.push(`  还有 ${counts.refused - refused.length} 个没有导入的，见报告`)
    return [`${dry ? "会这样：" : ""}${total} 个文件，${countsText(counts)}。报告：${path}`, ...named].join("\n")
  }
  return {
    note,
    text,
    close: async () => {
      writeSync(file, format.end)
      closeSync(file)
    },
  }
}
