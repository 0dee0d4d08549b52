import type { SpiderDocument } from "@/lib/contract/types"

/** Possible sources of the official title. */
export const titleSources = [
  { value: "title_from_href", label: "链接标题" },
  { value: "title_from_url", label: "URL标题" },
  { value: "title_from_attachment", label: "附件标题" },
  { value: "url", label: "文档链接" },
  { value: "", label: "替换为空" },
] as const
export type TitleSource = (typeof titleSources)[number]["value"]

const withoutExt = (title: string): string => title.replace(/\.[a-z0-9]{1,5}$/i, "").trim()

/** Returns the official title derived from another one, without a file extension in any case. */
export const adoptedTitle = (row: SpiderDocument, source: TitleSource): string => (source ? withoutExt(row[source]).slice(0, 255) : "")

/** Parses a regular expression entered by staff; null if it is invalid. */
export const patternOf = (text: string): RegExp | null => {
  try {
    return text ? new RegExp(text, "gu") : null
  } catch {
    return null
  }
}

export const replacedTitle = (title: string, pattern: RegExp, replacement: string): string =>
  title.replace(pattern, replacement).trim().slice(0, 255)
