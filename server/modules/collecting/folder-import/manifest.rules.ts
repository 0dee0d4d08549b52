import { z } from "zod"
import { parseDelimited, separatorOf } from "@/server/ports/converter/text/csv-blocks"
import { decodeText } from "@/lib/rules/text-decoding"
import { StartError } from "@/server/errors"

/* The formats of a manifest, a list of files with metadata: CSV as spreadsheets write it, in UTF-8, UTF-16 or GBK, or JSON. */

/** The metadata of one file; "" where the manifest has none. */
export type Details = Record<(typeof details)[number], string>
export type FolderManifest = {
  /** Returns the metadata of a file by its path in the folder, or by its name alone if the manifest gives no folder. */
  of: (path: string) => Details | undefined
  /** Listed files that were never looked up. */
  unused: () => string[]
  /** Unrecognized columns. */
  unknown: string[]
}

const details = ["title", "category", "language", "price", "keywords", "description", "uploader"] as const
export const noDetails: Details = { title: "", category: "", language: "", price: "", keywords: "", description: "", uploader: "" }

/** Accepted column names. */
const columns: Record<"file" | keyof Details, string[]> = {
  file: ["file", "filename", "path", "文件", "文件名", "路径"],
  title: ["title", "标题", "文档标题"],
  category: ["category", "分类"],
  language: ["language", "语言"],
  price: ["price", "价格"],
  keywords: ["keywords", "关键词", "关键字"],
  description: ["description", "简介", "描述"],
  uploader: ["uploader", "user", "username", "上传者", "用户"],
}
const columnOf = (header: string): keyof typeof columns | undefined => {
  const name = header.trim().toLowerCase()
  return (Object.keys(columns) as (keyof typeof columns)[]).find((column) => columns[column].includes(name))
}

/** The file names that a folder's own manifest may have. */
export const manifestNames = ["manifest.csv", "manifest.json"]
/** Enough for a manifest of a million files. */
export const maxManifestBytes = 100_000_000

/** Normalizes a path: `a\b.pdf`, `./a/b.pdf` and `a/b.pdf` are the same file in any Unicode composition. */
export const pathOf = (name: string): string =>
  name
    .normalize("NFC")
    .trim()
    .replaceAll("\\", "/")
    .replace(/^(\.?\/)+/, "")

type Row = { file: string; line: number } & Partial<Details>

/** Parses a manifest; `name` distinguishes CSV from JSON. @throws StartError a sentence if the file is not a valid manifest */
export const readManifest = (name: string, bytes: Buffer): FolderManifest => {
  const { rows, unknown } = /\.json$/i.test(name) ? rowsOfJson(name, bytes) : rowsOfCsv(name, bytes)
  const detailsByPath = new Map<string, Details>()
  const lines = new Map<string, number>()
  for (const { file, line, ...said } of rows) {
    const path = pathOf(file)
    if (!path) throw new StartError(`${name} 第 ${line} 行没有写是哪个文件。`)
    if (lines.has(path)) throw new StartError(`${name} 第 ${lines.get(path)} 行和第 ${line} 行是同一个文件：${path}`)
    lines.set(path, line)
    detailsByPath.set(path, { ...noDetails, ...Object.fromEntries(Object.entries(said).map(([column, value]) => [column, value.trim()])) })
  }
  const used = new Set<string>()
  const of = (path: string): Details | undefined => {
    const match = [pathOf(path), pathOf(path).split("/").at(-1)!].find((one) => detailsByPath.has(one))
    if (match === undefined) return undefined
    used.add(match)
    return detailsByPath.get(match)
  }
  return { of, unknown, unused: () => [...detailsByPath.keys()].filter((path) => !used.has(path)) }
}

const rowsOfCsv = (name: string, bytes: Buffer): { rows: Row[]; unknown: string[] } => {
  const text = decodeText(bytes)
  const [headers = [], ...lines] = parseDelimited(text, separatorOf(text, /\.tsv$/i.test(name) ? ".tsv" : ".csv"))
  const headerColumns = headers.map(columnOf)
  if (!headerColumns.includes("file")) throw new StartError(`${name} 的第一行应有一列叫 file（或 文件），写每个文件的路径。`)
  const rows = lines.map((cells, at): Row => {
    const row: Row = { file: "", line: at + 2 }
    for (const [column, cell] of cells.entries()) if (headerColumns[column]) row[headerColumns[column]] = cell
    return row
  })
  return { rows, unknown: headers.filter((header, at) => header.trim() && !headerColumns[at]) }
}

const cell = z.union([z.string(), z.number()]).transform(String)
const Entries = z.array(
  z.record(z.string(), z.union([cell, z.array(cell).transform((many) => many.join(",")), z.null().transform(() => "")])),
)
const Json = z.union([Entries, z.object({ documents: Entries }).transform(({ documents }) => documents)])

const rowsOfJson = (name: string, bytes: Buffer): { rows: Row[]; unknown: string[] } => {
  const parsed = Json.safeParse(parsedJson(name, decodeText(bytes)))
  if (!parsed.success) throw new StartError(`${name} 应是一个数组，每个文件一项，例如 [{"file": "a.pdf", "title": "标题"}]。`)
  const unknown = new Set<string>()
  const rows = parsed.data.map((entry, at): Row => {
    const row: Row = { file: "", line: at + 1 }
    for (const [header, value] of Object.entries(entry)) {
      const column = columnOf(header)
      if (column) row[column] = value
      else unknown.add(header)
    }
    return row
  })
  return { rows, unknown: [...unknown] }
}

const parsedJson = (name: string, text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new StartError(`${name} 不是正确的 JSON：${(error as Error).message}`, { cause: error })
  }
}
