/**
 * Every enumeration of the wire, once, with its Chinese labels (spec §3).
 * No zod in this file: it is shipped to browsers.
 */
export const labelled = <const T extends Record<string, readonly [number, string]>>(entries: T) => {
  const values = Object.fromEntries(Object.entries(entries).map(([name, [value]]) => [name, value]))
  const options = Object.values(entries).map(([value, label]) => ({ value, label }))
  const labelOf = (value: number) => options.find((option) => option.value === value)?.label ?? "未知"
  return { ...(values as { [K in keyof T]: T[K][0] }), options, labelOf }
}

export const DocumentStatus = labelled({
  pending: [0, "等待转换"],
  converting: [1, "转换中"],
  converted: [2, "已转换"],
  failed: [3, "转换失败"],
  disabled: [4, "已禁用"],
  reconvert: [5, "等待重新转换"],
  reviewing: [6, "待审核"],
  rejected: [7, "审核未通过"],
})

export const ReviewStatus = labelled({
  pending: [0, "待审核"],
  approved: [1, "已通过"],
  rejected: [2, "未通过"],
})

export const AttachmentType = labelled({
  unknown: [0, "未知"],
  avatar: [1, "头像"],
  document: [2, "文档"],
  article: [3, "文章"],
  comment: [4, "评论"],
  banner: [5, "轮播图"],
  category: [6, "分类封面"],
  config: [7, "配置"],
  crawler: [8, "采集文档"],
})

export const ContentKind = labelled({
  document: [0, "文档"],
  article: [1, "文章"],
})

/** Which family a file belongs to: its badge, its colour, and the `ext` filter of lists (`reference/api.md` 3.16). */
export const kinds = {
  pdf: { badge: "PDF", label: "PDF", style: "pdf", ext: [".pdf"] },
  doc: { badge: "DOC", label: "Word", style: "word", ext: [".doc", ".docx", ".rtf", ".wps", ".odt", ".dot"] },
  ppt: { badge: "PPT", label: "PPT", style: "ppt", ext: [".ppt", ".pptx", ".pps", ".ppsx", ".dps", ".odp", ".pot"] },
  xls: { badge: "XLS", label: "Excel", style: "excel", ext: [".xls", ".xlsx", ".et", ".ods", ".csv", ".tsv"] },
  txt: {
    badge: "TXT",
    label: "文本",
    style: "text",
    ext: [".txt", ".md", ".html", ".htm", ".json", ".xml", ".py", ".js", ".ts", ".java", ".c", ".cpp", ".go", ".sh", ".sql", ".log", ".ini", ".yaml", ".yml"],
  },
  other: { badge: "EPUB", label: "电子书", style: "ebook", ext: [".epub", ".jpg", ".jpeg", ".png", ".webp", ".tif", ".tiff"] },
} as const

export type Kind = keyof typeof kinds
export const kindNames = Object.keys(kinds) as Kind[]
export const supportedExtensions: string[] = kindNames.flatMap((name) => kinds[name].ext)

/** Family of an extension with its dot, in any case. Unknown ones are "other". */
export const kindOf = (ext: string): Kind =>
  kindNames.find((name) => (kinds[name].ext as readonly string[]).includes(ext.toLowerCase())) ?? "other"

/** What the coloured badge of a file says: MD, EPUB and images show their own name. */
export const badgeOf = (ext: string): string => {
  const own = ext.slice(1).toUpperCase()
  const kind = kindOf(ext)
  return kind === "other" || (kind === "txt" && own.length <= 4 && own) ? own || "FILE" : kinds[kind].badge
}
