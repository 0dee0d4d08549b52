import { type FileHandle, open } from "node:fs/promises"
import { ConversionError } from "../converter.port"
import { type Container, formatOf } from "../document-formats"
import { isMail } from "./mail-inspection"
import { inspectOle } from "./ole-inspection"
import { sniff, SNIFFED_BYTES } from "./file-sniffing"
import { inspectOffice, type Opening } from "./office-inspection"
import { SHEET_FORMATS } from "../sheets/sheet-formats"
import { webAnswerOf } from "./web-answer"
import { inspectZip } from "./zip-inspection"

/** Maximum size of text files in bytes. Longer ones are rejected as data dumps. */
const MAX_TEXT = 30e6

async function readHead(handle: FileHandle): Promise<Buffer> {
  const head = Buffer.alloc(SNIFFED_BYTES)
  const { bytesRead } = await handle.read(head, 0, SNIFFED_BYTES, 0)
  return head.subarray(0, bytesRead)
}

/** Archives and pictures are opened by their content, even with another of their extensions. */
function openedExt(ext: string, container: Container): string {
  if (formatOf(ext).family === "archive") return container === "gzip" ? ".gz" : `.${container}`
  return container === "heif" ? ".heic" : ext
}

/**
 * Checks that the file's content and extension agree and that it is safe to open. Returns how it is opened.
 * Throws ConversionError; see ConverterPort.inspect.
 */
export async function inspectFile(file: string, ext: string): Promise<Opening> {
  const { family, containers, packages } = formatOf(ext)
  const opening = { ext, sheets: SHEET_FORMATS.has(ext), locked: false }
  const handle = await open(file, "r")
  try {
    const head = await readHead(handle)
    const container = sniff(head)
    if (container === "empty") throw new ConversionError("empty")
    if (containers.length === 0) return opening
    const actual =
      family === "office" ? await inspectOffice({ handle, file, ext, head, container }) : { ...opening, ext: openedExt(ext, container) }
    if (container === "rar") throw new ConversionError("is_rar")
    if (family !== "office" && !containers.includes(container))
      throw new ConversionError((family === "pdf" && webAnswerOf(head)) || "mismatch")
    if (formatOf(actual.ext).family === "text" && (await handle.stat()).size > MAX_TEXT) throw new ConversionError("too_large")
    if (family === "mail" && !(await isMail(head, container, () => inspectOle(handle)))) throw new ConversionError("mismatch")
    if (family !== "office" && family !== "archive" && container === "zip" && !packages.includes(await inspectZip(file)))
      throw new ConversionError("mismatch")
    return actual
  } finally {
    await handle.close()
  }
}
