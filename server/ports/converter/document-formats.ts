/** File types that can be distinguished by their first bytes. */
export type Container = "empty" | "pdf" | "zip" | "ole2" | "rtf" | "chm" | "mobi" | "image" | "text" | "binary"

/** The zip layout of a package. */
export type PackageLayout = "word" | "excel" | "powerpoint" | "odf" | "odf styles" | "epub" | "ofd" | "other"

export type Family = "pdf" | "office" | "text" | "ebook" | "image" | "ofd" | "unpreviewable"

export type DocumentFormat = {
  family: Family
  /** Containers that a file with this extension may have; empty: anything is allowed. */
  containers: readonly Container[]
  /** Zip layouts that it may have if the container is zip. */
  packages: readonly PackageLayout[]
}

const entries: ReadonlyArray<[extensions: string, format: DocumentFormat]> = [
  [".pdf", { family: "pdf", containers: ["pdf"], packages: [] }],
  [".docx .dotx", { family: "office", containers: ["zip"], packages: ["word"] }],
  [".pptx .ppsx .potx", { family: "office", containers: ["zip"], packages: ["powerpoint"] }],
  [".xlsx .xltx", { family: "office", containers: ["zip"], packages: ["excel"] }],
  [".odt .ods .odp .ott .ots .otp", { family: "office", containers: ["zip"], packages: ["odf"] }],
  [".rtf", { family: "office", containers: ["rtf"], packages: [] }],
  // Word writes RTF and, if renamed by hand, OOXML under these names; LibreOffice opens all of them by content.
  [".doc .dot .wps", { family: "office", containers: ["ole2", "rtf", "zip"], packages: ["word"] }],
  [".ppt .pps .pot .dps", { family: "office", containers: ["ole2", "zip"], packages: ["powerpoint"] }],
  [".xls .xlt .et", { family: "office", containers: ["ole2", "zip"], packages: ["excel"] }],
  [".epub", { family: "ebook", containers: ["zip"], packages: ["epub"] }],
  [".mobi .azw3 .azw .prc", { family: "ebook", containers: ["mobi"], packages: [] }],
  // Stored without a preview: CHM needs an extra program, UMD is obsolete.
  [".chm", { family: "unpreviewable", containers: ["chm"], packages: [] }],
  [".umd", { family: "unpreviewable", containers: ["binary"], packages: [] }],
  // GB/T 33190, drawn by our own writer: docs/decisions/185
  [".ofd", { family: "ofd", containers: ["zip"], packages: ["ofd"] }],
  [".jpg .jpeg .png .gif .webp .tif .tiff", { family: "image", containers: ["image"], packages: [] }],
  [
    ".txt .md .markdown .csv .tsv .html .htm .json .xml .py .js .ts .java .c .cpp .go .sh .sql .log .ini .yaml .yml",
    { family: "text", containers: ["text"], packages: [] },
  ],
]

const formats = new Map(entries.flatMap(([extensions, format]) => extensions.split(" ").map((ext) => [ext, format] as const)))

/** Returns the rules for a lower-case extension with its dot. Files with an unknown extension are stored but not previewed. */
export function formatOf(ext: string): DocumentFormat {
  return formats.get(ext) ?? { family: "unpreviewable", containers: [], packages: [] }
}
