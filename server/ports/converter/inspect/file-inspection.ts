import { type FileHandle, open } from "node:fs/promises"
import { ConversionError } from "../converter.port"
import { formatOf } from "../document-formats"
import { sniff, SNIFFED_BYTES } from "./file-sniffing"
import { webAnswerOf } from "./web-answer"
import { isEncryptedOle } from "./ole-inspection"
import { inspectZip } from "./zip-inspection"

/** Maximum size of text files in bytes. Longer ones are rejected as data dumps. */
const MAX_TEXT = 30e6

async function readHead(handle: FileHandle): Promise<Buffer> {
  const head = Buffer.alloc(SNIFFED_BYTES)
  const { bytesRead } = await handle.read(head, 0, SNIFFED_BYTES, 0)
  return head.subarray(0, bytesRead)
}

/** Password-protected OOXML is an OLE2 file with the extension of a zip: reported as encrypted, not as a wrong extension. */
async function checkOle(handle: FileHandle, allowed: boolean): Promise<void> {
  if (await isEncryptedOle(handle).catch(() => false)) throw new ConversionError("encrypted")
  if (!allowed) throw new ConversionError("mismatch")
}

/** Checks that the file's content and extension agree and that it is safe to open. Throws ConversionError; see ConverterPort.inspect. */
export async function inspectFile(file: string, ext: string): Promise<void> {
  const { family, containers, packages } = formatOf(ext)
  const handle = await open(file, "r")
  try {
    const head = await readHead(handle)
    const container = sniff(head)
    if (container === "empty") throw new ConversionError("empty")
    if (containers.length === 0) return
    const allowed = containers.includes(container)
    if (container === "ole2" && family === "office") await checkOle(handle, allowed)
    if (!allowed) throw new ConversionError((family === "pdf" && webAnswerOf(head)) || "mismatch")
    if (family === "text" && (await handle.stat()).size > MAX_TEXT) throw new ConversionError("too_large")
    if (container !== "zip") return
    const layout = await inspectZip(file)
    // office suites store templates of styles as OpenDocument packages without a document
    if (layout === "odf styles" && packages.includes("odf")) throw new ConversionError("styles_only")
    if (!packages.includes(layout)) throw new ConversionError("mismatch")
  } finally {
    await handle.close()
  }
}
