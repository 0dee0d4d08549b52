/** File types that can be distinguished by their first bytes. */
export type Container = "empty" | "pdf" | "zip" | "ole2" | "rtf" | "chm" | "mobi" | "image" | "text" | "binary"

/** The zip layout of a package. */
export type PackageLayout = "word" | "excel" | "powerpoint" | "odf" | "odf styles" | "epub" | "ofd" | "other"

export type Family = "pdf" | "office" | "text" | "ebook" | "image" | "ofd" | "unpreviewable"

export type OfficeProgram = "word" | "excel" | "powerpoint"

export type DocumentFormat = {
  family: Family
  /** Containers that a file with this extension may have; empty: anything is allowed. */
  containers: readonly Container[]
  /** Zip layouts that it may have if the container is zip. */
  packages: readonly PackageLayout[]
  /** The program of Microsoft Office that the extension stands for. */
  program?: OfficeProgram
}

const entries: ReadonlyArray<[extensions: string, format: DocumentFormat]> = [
  [".pdf", { family: "pdf", containers: ["pdf"], packages: [] }],
  // the formats with macros as well: they are never run
  [".docx .dotx .docm .dotm", { family: "office", containers: ["zip"], packages: ["word"], program: "word" }],
  [".pptx .ppsx .potx .pptm .ppsm .potm", { family: "office", containers: ["zip"], packages: ["powerpoint"], program: "powerpoint" }],
  [".xlsx .xltx .xlsm .xltm .xlsb", { family: "office", containers: ["zip"], packages: ["excel"], program: "excel" }],
  [".odt .ott", { family: "office", containers: ["zip"], packages: ["odf"], program: "word" }],
  [".ods .ots", { family: "office", containers: ["zip"], packages: ["odf"], program: "excel" }],
  [".odp .otp", { family: "office", containers: ["zip"], packages: ["odf"], program: "powerpoint" }],
  [".rtf", { family: "office", containers: ["rtf"], packages: [], program: "word" }],
  // Other formats under these names are opened by what they are (`inspectOffice`).
  [".doc .dot .wps", { family: "office", containers: ["ole2", "rtf", "zip"], packages: ["word"], program: "word" }],
  [".ppt .pps .pot .dps", { family: "office", containers: ["ole2", "zip"], packages: ["powerpoint"], program: "powerpoint" }],
  [".xls .xlt .et", { family: "office", containers: ["ole2", "zip"], packages: ["excel"], program: "excel" }],
  // Only reached by content: Excel and Word 2003 XML, flat OpenDocument, web archives.
  [".xmlss .fods", { family: "office", containers: ["text"], packages: [], program: "excel" }],
  [".wordml .fodt", { family: "office", containers: ["text"], packages: [], program: "word" }],
  [".fodp", { family: "office", containers: ["text"], packages: [], program: "powerpoint" }],
  [".mht", { family: "text", containers: ["text"], packages: [] }],
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

/** Returns all extensions of a family, with their dots. */
export const extensionsOf = (family: Family): string[] => [...formats].flatMap(([ext, format]) => (format.family === family ? [ext] : []))

/** Returns the rules for a lower-case extension with its dot. Files with an unknown extension are stored but not previewed. */
export function formatOf(ext: string): DocumentFormat {
  return formats.get(ext) ?? { family: "unpreviewable", containers: [], packages: [] }
}
