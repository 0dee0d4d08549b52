import type { FileHandle } from "node:fs/promises"
import { ConversionError, type ConversionReason } from "../converter.port"
import { type Container, type DocumentFormat, formatOf, type OfficeProgram, type OleProgram, type PackageLayout } from "../document-formats"
import { sniffMarkup } from "./markup-sniffing"
import { inspectOle, type OleContent } from "./ole-inspection"
import { inspectZip } from "./zip-inspection"

/** How a file is opened; its extension does not always show it. */
export type Opening = {
  /** The extension of the file's real format. */
  ext: string
  /** Whether the tables of a web page or text are also shown as sheets. */
  sheets: boolean
  /** An encrypted workbook, which may have Excel's own password. */
  locked: boolean
}

/** An office file whose container is known. */
export type OfficeFile = { handle: FileHandle; file: string; ext: string; head: Buffer; container: Container }

const openedAs = (ext: string, more: Partial<Opening> = {}): Opening => ({ ext, sheets: false, locked: false, ...more })

const programReasons: Record<OleProgram, ConversionReason> = {
  word: "is_word",
  excel: "is_excel",
  powerpoint: "is_powerpoint",
  visio: "is_visio",
  publisher: "is_publisher",
  outlook: "is_mail",
}
const modernExtensions: Record<OfficeProgram, string> = {
  word: ".docx",
  excel: ".xlsx",
  powerpoint: ".pptx",
  visio: ".vsdx",
  publisher: ".pub",
}
const layoutReasons: Record<PackageLayout, ConversionReason> = {
  word: "is_word",
  excel: "is_excel",
  powerpoint: "is_powerpoint",
  visio: "is_visio",
  odf: "is_opendocument",
  "odf styles": "mismatch",
  epub: "mismatch",
  ofd: "mismatch",
  xmind: "mismatch",
  other: "is_archive",
}

const isOld = ({ containers }: DocumentFormat): boolean => containers.includes("ole2")

function openOle({ program, encrypted, packaged }: OleContent, ext: string, format: DocumentFormat): Opening {
  // password-protected OOXML is an OLE2 file with the extension of a zip
  if (encrypted && format.program === "excel" && (packaged || program === "excel"))
    return openedAs(packaged ? ".xlsx" : ".xls", { locked: true })
  if (encrypted) throw new ConversionError("encrypted")
  if (isOld(format) && (program === null || program === format.program)) return openedAs(ext)
  throw new ConversionError(program ? programReasons[program] : "mismatch")
}

async function openPackage(file: string, ext: string, { containers, packages, program }: DocumentFormat): Promise<Opening> {
  const layout = await inspectZip(file)
  // office suites store templates of styles as OpenDocument packages without a document
  if (layout === "odf styles" && packages.includes("odf")) throw new ConversionError("styles_only")
  if (!containers.includes("zip") || !packages.includes(layout)) throw new ConversionError(layoutReasons[layout])
  return openedAs(program && containers.includes("ole2") ? modernExtensions[program] : ext)
}

/** Opens texts by their content: report systems export web pages, XML and tables of text under the names of office files. */
function openMarkup(head: Buffer, format: DocumentFormat): Opening {
  const sheets = format.program === "excel"
  const markup = sniffMarkup(head)
  if (markup) return openedAs(markup, { sheets: sheets && formatOf(markup).family === "text" })
  if (!isOld(format) || (format.program !== "word" && !sheets)) throw new ConversionError("is_text")
  return openedAs(sheets ? ".csv" : ".txt", { sheets })
}

/** Returns how an office file is opened. Throws ConversionError with the file's real format if that does not match its extension. */
export async function inspectOffice({ handle, file, ext, head, container }: OfficeFile): Promise<Opening> {
  const format = formatOf(ext)
  switch (container) {
    case "ole2":
      return openOle(await inspectOle(handle).catch(() => ({ program: null, encrypted: false, packaged: false })), ext, format)
    case "zip":
      return openPackage(file, ext, format)
    case "biff":
      if (format.containers.includes(container)) return openedAs(".xls")
      throw new ConversionError("is_excel")
    case "rtf":
      return openedAs(".rtf")
    case "text":
      return openMarkup(head, format)
    case "pdf":
      throw new ConversionError("is_pdf")
    case "image":
    case "heif":
    case "psd":
      throw new ConversionError("is_picture")
    case "rar":
      throw new ConversionError("is_rar")
    case "7z":
    case "gzip":
    case "tar":
      throw new ConversionError("is_archive")
    default:
      throw new ConversionError("mismatch")
  }
}
