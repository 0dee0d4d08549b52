import { readFileSync } from "node:fs"
import type { FontFile, FontFiles } from "../font-files"
import { readableFontName } from "./byte-font-names"
import type { Pdfium } from "./pdfium-module"

const CJK_CHARSETS = new Set([128, 129, 134, 136])
const CHARSET_GB2312 = 134
const PITCH_ROMAN = 16
const CJK_NAME = /sun|song|kai|fang|hei|ming|gothic|mincho|cjk|宋|楷|黑|仿|明/
const SERIF_NAME = /sun|song|kai|fang|ming|mincho|宋|楷|仿|明/
const FANGSONG_NAME = /fang_?song|仿/
const KAI_NAME = /kai|楷/
const SANS_NAME = /hei|gothic|黑/
const TABLE_WHOLE_FONT = 0
const TABLE_COLLECTION = 0x74746366
const STRUCT_VERSION = 1
const STRUCT_FIELDS = 9

/** A font file for PDFium's font callbacks, read on first use. */
class FontSource {
  private bytes: Buffer | null = null

  constructor(private readonly file: FontFile) {}

  private load(): Buffer {
    return (this.bytes ??= readFileSync(this.file.path))
  }

  private isCollection(): boolean {
    return this.load().toString("latin1", 0, 4) === "ttcf"
  }

  /** Returns the start of the face's table directory. */
  private start(): number {
    return this.isCollection() ? this.load().readUInt32BE(12 + 4 * this.file.index) : 0
  }

  table(tag: number): Buffer | null {
    const bytes = this.load()
    if (tag === TABLE_WHOLE_FONT) return bytes.subarray(this.start())
    if (tag === TABLE_COLLECTION) return this.isCollection() ? bytes : null
    const start = this.start()
    for (let index = 0; index < bytes.readUInt16BE(start + 4); index += 1) {
      const entry = start + 12 + 16 * index
      if (bytes.readUInt32BE(entry) !== tag) continue
      const offset = bytes.readUInt32BE(entry + 8)
      return bytes.subarray(offset, offset + bytes.readUInt32BE(entry + 12))
    }
    return null
  }
}

/**
 * Provides the machine's Chinese fonts to PDFium, which has none itself, for text in fonts that are not embedded.
 * Call once, after loading. Without fonts nothing is installed and the writer falls back to the viewer's fonts.
 */
export function installSystemFonts({ api, memory }: Pdfium, files: FontFiles): void {
  const sans = files.sans ?? files.serif
  const serif = files.serif ?? files.sans
  if (!sans || !serif) return
  const [SANS, SERIF, KAI, FANGSONG] = [1, 2, 3, 4]
  const { kai, fangsong } = files
  const sources = [null, ...[sans, serif, kai ?? serif, fangsong ?? serif].map((file) => new FontSource(file))]
  const nameAt = (pointer: number): string => readableFontName(Buffer.from(memory.bytesOf(pointer))).toLowerCase()

  const mapFont = (_self = 0, _weight = 0, _italic = 0, charset = 0, pitch = 0, face = 0): number => {
    const name = nameAt(face)
    if (!CJK_CHARSETS.has(charset) && !CJK_NAME.test(name)) return 0
    if (FANGSONG_NAME.test(name)) return FANGSONG
    if (KAI_NAME.test(name)) return KAI
    if (SANS_NAME.test(name)) return SANS
    return (pitch & PITCH_ROMAN) !== 0 || SERIF_NAME.test(name) ? SERIF : SANS
  }
  const fontData = (_self = 0, handle = 0, tag = 0, buffer = 0, size = 0): number => {
    const table = sources[handle]?.table(tag >>> 0)
    if (!table) return 0
    if (buffer !== 0 && size >= table.length) memory.write(buffer, table)
    return table.length
  }
  const faceName = (_self = 0, _handle = 0, buffer = 0, size = 0): number => {
    const name = Buffer.from("Fallback\0")
    if (buffer !== 0 && size >= name.length) memory.write(buffer, name)
    return name.length
  }

  const struct = memory.alloc(STRUCT_FIELDS * 4)
  memory.writeInts(struct, [
    STRUCT_VERSION,
    memory.callback("vi", () => undefined), // Release
    memory.callback("vii", () => undefined), // EnumFonts
    memory.callback("iiiiiiii", mapFont),
    memory.callback("iii", () => 0), // GetFont by name
    memory.callback("iiiiii", fontData),
    memory.callback("iiiii", faceName),
    memory.callback("iii", () => CHARSET_GB2312),
    memory.callback("vii", () => undefined), // DeleteFont
  ])
  api.FPDF_SetSystemFontInfo(struct)
}
