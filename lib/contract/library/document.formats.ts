/*
 * Groups of file formats. A separate module, because most visitor pages need none of it and a browser loads a module as a whole. No zod
 * here.
 */

/** The group of formats that a file belongs to: its badge, its colour, and the `ext` filter of lists (docs/reference/api.md 3.16). */
export const kinds = {
  pdf: { badge: "PDF", label: "PDF", style: "pdf", ext: [".pdf"] },
  doc: {
    badge: "DOC",
    label: "Word",
    style: "word",
    ext: [".doc", ".docx", ".rtf", ".wps", ".odt", ".dot", ".dotx", ".ott", ".docm", ".dotm"],
  },
  ppt: {
    badge: "PPT",
    label: "PPT",
    style: "ppt",
    ext: [".ppt", ".pptx", ".pps", ".ppsx", ".dps", ".odp", ".pot", ".potx", ".otp", ".pptm", ".ppsm", ".potm"],
  },
  xls: {
    badge: "XLS",
    label: "Excel",
    style: "excel",
    ext: [".xls", ".xlsx", ".et", ".ods", ".xlt", ".xltx", ".ots", ".xlsm", ".xltm", ".xlsb", ".csv", ".tsv"],
  },
  txt: {
    badge: "TXT",
    label: "文本",
    style: "text",
    ext: [
      ".txt",
      ".md",
      ".html",
      ".htm",
      ".json",
      ".xml",
      ".py",
      ".js",
      ".ts",
      ".java",
      ".c",
      ".cpp",
      ".go",
      ".sh",
      ".sql",
      ".log",
      ".ini",
      ".yaml",
      ".yml",
    ],
  },
  other: {
    badge: "EPUB",
    label: "电子书及其他",
    style: "ebook",
    ext: [
      ".epub",
      ".mobi",
      ".azw3",
      ".azw",
      ".prc",
      ".jpg",
      ".jpeg",
      ".png",
      ".webp",
      ".tif",
      ".tiff",
      ".ofd",
      ".eml",
      ".msg",
      ".zip",
      ".7z",
      ".tar",
      ".gz",
      ".tgz",
      ".avif",
      ".heic",
      ".heif",
      ".psd",
      ".psb",
      ".xmind",
      ".mm",
      ".opml",
      ".vsd",
      ".vsdx",
      ".vsdm",
      ".pub",
    ],
  },
} as const

export type FormatKind = keyof typeof kinds
export const kindNames = Object.keys(kinds) as FormatKind[]
export const supportedExtensions: string[] = kindNames.flatMap((name) => kinds[name].ext)

/** Returns the group of an extension with its dot, in any case. Unknown ones are "other". */
export const kindOf = (ext: string): FormatKind =>
  kindNames.find((name) => (kinds[name].ext as readonly string[]).includes(ext.toLowerCase())) ?? "other"

/** Returns the text of a file's badge; MD, EPUB and images have their own. */
export const badgeOf = (ext: string): string => {
  const label = ext.slice(1).toUpperCase()
  const kind = kindOf(ext)
  return kind === "other" || (kind === "txt" && label.length <= 4 && label) ? label || "FILE" : kinds[kind].badge
}
