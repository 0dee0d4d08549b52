/** File types that the first bytes tell apart. */
export type Container = "empty" | "pdf" | "zip" | "ole2" | "rtf" | "chm" | "mobi" | "image" | "text" | "binary"

/** Which zip layout a package has. */
export type Package = "word" | "excel" | "powerpoint" | "odf" | "epub" | "ofd" | "other"

export type Family = "pdf" | "office" | "text" | "ebook" | "image" | "unpreviewable"

export type DocumentFormat = {
  family: Family
  /** Containers a file with this extension may have; empty: anything goes. */
  containers: readonly Container[]
  /** Zip layouts it may have, when the container is zip. */
  packages: readonly Package[]
}

const entries: ReadonlyArray<[extensions: string, format: DocumentFormat]> = [
  [".pdf", { family: "pdf", containers: ["pdf"], packages: [] }],
  [".docx .dotx", { family: "office", containers: ["zip"], packages: ["word"] }],
  [".pptx .ppsx .potx", { family: "office", containers: ["zip"], packages: ["powerpoint"] }],
  [".xlsx .xltx", { family: "office", containers: ["zip"], packages: ["excel"] }],
  [".odt .ods .odp .ott .ots .otp", { family: "office", containers: ["zip"], packages: ["odf"] }],
  [".rtf", { family: "office", containers: ["rtf"], packages: [] }],
  // Word writes RTF and, when renamed by hand, OOXML under these names; LibreOffice opens all by content.
  [".doc .dot .wps", { family: "office", containers: ["ole2", "rtf", "zip"], packages: ["word"] }],
  [".ppt .pps .pot .dps", { family: "office", containers: ["ole2", "zip"], packages: ["powerpoint"] }],
  [".xls .xlt .et", { family: "office", containers: ["ole2", "zip"], packages: ["excel"] }],
  [".epub", { family: "ebook", containers: ["zip"], packages: ["epub"] }],
  [".mobi .azw3 .azw .prc", { family: "ebook", containers: ["mobi"], packages: [] }],
  // Stored without a preview: CHM needs an extra program, UMD is obsolete.
  [".chm", { family: "unpreviewable", containers: ["chm"], packages: [] }],
  [".umd", { family: "unpreviewable", containers: ["binary"], packages: [] }],
  // OFD (GB/T 33190): the permissive JavaScript readers draw into a browser's DOM, one is a closed WebAssembly build and
  // none is kept up; the good ones are Java or Rust. Kept, not shown, until there is one that can be trusted.
  [".ofd", { family: "unpreviewable", containers: ["zip"], packages: ["ofd"] }],
  [".jpg .jpeg .png .gif .webp .tif .tiff", { family: "image", containers: ["image"], packages: [] }],
  [
    ".txt .md .markdown .csv .tsv .html .htm .json .xml .py .js .ts .java .c .cpp .go .sh .sql .log .ini .yaml .yml",
    { family: "text", containers: ["text"], packages: [] },
  ],
]

const formats = new Map(entries.flatMap(([extensions, format]) => extensions.split(" ").map((ext) => [ext, format] as const)))

/** The rules for a lower-case extension with its dot; anything unknown is kept but not previewed. */
export function formatOf(ext: string): DocumentFormat {
  return formats.get(ext) ?? { family: "unpreviewable", containers: [], packages: [] }
}
