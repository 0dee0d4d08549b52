import { outcomes, type ReportLine, type FileOutcome } from "./offered.rules"

export const outcomeLabels: Record<FileOutcome, string> = {
  taken: "导入",
  restored: "补回原文件",
  earlier: "以前导入过",
  duplicate: "重复",
  refused: "没有导入",
}

const columns = ["file", "outcome", "reason", "title", "document", "category", "uploader"] as const

/** Quotes a cell if needed. Prefixes an apostrophe to text that a spreadsheet would run as a formula. */
const cell = (text: string): string => {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}

/** A report file in pieces: its beginning, each line, its end. */
export type ReportFormat = { begin: string; line: (line: ReportLine, first: boolean) => string; end: string }

export const reportFormats: Record<"csv" | "json", ReportFormat> = {
  // With a byte order mark, so that spreadsheets read it as UTF-8.
  csv: { begin: `\ufeff${columns.join(",")}\r\n`, line: (line) => `${columns.map((name) => cell(line[name])).join(",")}\r\n`, end: "" },
  json: { begin: "[\n", line: (line, first) => `${first ? "" : ",\n"}${JSON.stringify(line)}`, end: "\n]\n" },
}

export type OutcomeCounts = Record<FileOutcome, number>
export const noCounts = (): OutcomeCounts => ({ taken: 0, restored: 0, earlier: 0, duplicate: 0, refused: 0 })

/** Formats the counts as "导入 3，重复 1，没有导入 2". */
export const countsText = (counts: OutcomeCounts): string =>
  outcomes
    .filter((outcome) => outcome === "taken" || counts[outcome])
    .map((outcome) => `${outcomeLabels[outcome]} ${counts[outcome]}`)
    .join("，")
