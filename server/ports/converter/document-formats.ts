/** File types that can be distinguished by their first bytes. */
export type Container =
  | "empty"
  | "pdf"
  | "zip"
  | "7z"
  | "gzip"
  | "tar"
  | "rar"
  | "ole2"
  /** The records of a workbook without the OLE2 file around them: Excel 2 to 4, and report programs to this day. */
  | "biff"
  | "rtf"
  | "chm"
  | "mobi"
  | "image"
  | "heif"
  | "psd"
  | "text"
  | "binary"

/** The zip layout of a package. */
export type PackageLayout = "word" | "excel" | "powerpoint" | "odf" | "odf styles" | "epub" | "ofd" | "visio" | "xmind" | "other"

export type Family = "pdf" | "office" | "text" | "ebook" | "image" | "ofd" | "mail" | "archive" | "mindmap" | "unpreviewable"

export type OfficeProgram = "word" | "excel" | "powerpoint" | "visio" | "publisher"

/** Every program that stores its documents as OLE2 files. */
export type OleProgram = OfficeProgram | "outlook"

export type DocumentFormat = {
  family: Family
  /** Containers that a file with this extension may have; empty: anything is allowed. */
  containers: readonly Container[]
  /** Zip layouts that it may have if the container is zip. */
  packages: readonly PackageLayout[]
  /** The program of Microsoft Office whose documents have this extension. */
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
  // Other formats under these names are opened by their content (`inspectOffice`).
  [".doc .dot .wps", { family: "office", containers: ["ole2", "rtf", "zip"], packages: ["word"], program: "word" }],
  [".ppt .pps .pot .dps", { family: "office", containers: ["ole2", "zip"], packages: ["powerpoint"], program: "powerpoint" }],
  [".xls .xlt .et", { family: "office", containers: ["ole2", "zip", "biff"], packages: ["excel"], program: "excel" }],
  [".vsdx .vsdm", { family: "office", containers: ["zip"], packages: ["visio"], program: "visio" }],
  [".vsd", { family: "office", containers: ["ole2", "zip"], packages: ["visio"], program: "visio" }],
  [".pub", { family: "office", containers: ["ole2"], packages: [], program: "publisher" }],
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
  // telephones write HEIC under the names of other pictures
  [".jpg .jpeg .png .gif .webp .tif .tiff .avif .heic .heif", { family: "image", containers: ["image", "heif"], packages: [] }],
  [".psd .psb", { family: "image", containers: ["psd"], packages: [] }],
  // what looks like text or not: see `isMail`
  [".eml", { family: "mail", containers: ["text", "binary"], packages: [] }],
  [".msg", { family: "mail", containers: ["ole2"], packages: [] }],
  [".zip .7z .tar .gz .tgz", { family: "archive", containers: ["zip", "7z", "gzip", "tar"], packages: [] }],
  [".xmind", { family: "mindmap", containers: ["zip"], packages: ["xmind", "odf"] }],
  [".mm .opml", { family: "mindmap", containers: ["text"], packages: [] }],
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
