import { createHash } from "node:crypto"

/** The content stream of one page and the resources that it uses. */
export type PdfPage = { content: string; resources?: string; mediaBox?: [number, number, number, number]; extra?: string }

type PdfOptions = {
  /** Additional objects, numbered after the pages' objects; the first number is passed in. */
  extra?: (firstNumber: number) => string[]
  catalog?: string
  /** Password protection: "user" is needed to open the file at all ("secret"), "owner" only restricts what may be done with it. */
  encrypt?: "user" | "owner"
  /** The permission bits of an encrypted document (/P); all by default. */
  permissions?: number
}

/** Objects before the pages: catalog, page tree, Latin font, Chinese font and its two parts. */
const FIXED_OBJECTS = 6

function assemble(objects: readonly string[], trailer: string): Buffer {
  let body = "%PDF-1.4\n"
  const offsets = objects.map((object, index) => {
    const offset = body.length
    body += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("")
  const size = objects.length + 1
  const end = `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer<</Size ${size}/Root 1 0 R${trailer}>>\nstartxref\n${body.length}\n%%EOF`
  return Buffer.from(body + end, "latin1")
}

/** Makes a PDF. `/F1` is Helvetica, `/F2` a Chinese font that is not embedded: write its text with `chinese`. */
export function makePdf(pages: readonly PdfPage[], options: PdfOptions = {}): Buffer {
  const fonts = "/Font<</F1 3 0 R/F2 4 0 R>>"
  const numberOf = (index: number): number => FIXED_OBJECTS + 1 + index * 2
  const objects = [
    `<</Type/Catalog/Pages 2 0 R${options.catalog ?? ""}>>`,
    `<</Type/Pages/Kids[${pages.map((_, index) => `${numberOf(index)} 0 R`).join(" ")}]/Count ${pages.length}>>`,
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
    "<</Type/Font/Subtype/Type0/BaseFont/STSong-Light-UniGB-UCS2-H/Encoding/UniGB-UCS2-H/DescendantFonts[5 0 R]>>",
    "<</Type/Font/Subtype/CIDFontType0/BaseFont/STSong-Light/CIDSystemInfo<</Registry(Adobe)/Ordering(GB1)/Supplement 2>>/FontDescriptor 6 0 R/DW 1000>>",
    "<</Type/FontDescriptor/FontName/STSong-Light/Flags 6/FontBBox[-25 -254 1000 880]/ItalicAngle 0/Ascent 880/Descent -120/CapHeight 880/StemV 93>>",
  ]
  for (const [index, page] of pages.entries()) {
    const box = page.mediaBox ?? [0, 0, 595, 842]
    const content = `${numberOf(index) + 1} 0 R`
    objects.push(
      `<</Type/Page/Parent 2 0 R/MediaBox[${box.join(" ")}]/Contents ${content}/Resources<<${fonts}${page.resources ?? ""}>>${page.extra ?? ""}>>`,
      `<</Length ${page.content.length}>>stream\n${page.content}\nendstream`,
    )
  }
  objects.push(...(options.extra?.(objects.length + 1) ?? []))
  if (!options.encrypt) return assemble(objects, "")
  const { dictionary, key } = lock(options.encrypt === "user" ? "secret" : "", options.permissions ?? -4)
  if (options.encrypt === "owner") objects.forEach((object, index) => (objects[index] = lockStream(object, index + 1, key)))
  objects.push(dictionary)
  return assemble(objects, `/Encrypt ${objects.length} 0 R/ID[<${FILE_ID}><${FILE_ID}>]`)
}

/** Returns a text-showing string for the Chinese font. */
export function chinese(text: string): string {
  return `<${Buffer.from(text, "utf16le").swap16().toString("hex")}>`
}

/** Makes a page with one line of Latin and one of Chinese text, and a filled rectangle. */
export function textPage(latin: string, chineseText = ""): PdfPage {
  const escaped = latin.replace(/[\\()]/g, "\\$&")
  const second = chineseText ? `BT /F2 18 Tf 50 700 Td ${chinese(chineseText)} Tj ET\n` : ""
  return { content: `0.8 0.2 0.2 rg 50 600 200 40 re f 0 g\nBT /F1 18 Tf 50 760 Td (${escaped}) Tj ET\n${second}` }
}

/** One bookmark: its title and its target page (1-based), or null. `children` are the bookmarks below it. */
export type PdfBookmark = { title: string; page: number | null; children?: PdfBookmark[]; viaAction?: boolean }

/** Returns bookmarks as objects starting with number `first`; the catalog needs `/Outlines <first> 0 R`. */
export function bookmarkObjects(bookmarks: readonly PdfBookmark[], first: number): string[] {
  const objects: string[] = [""]
  const add = (list: readonly PdfBookmark[], parent: number): { first: number; last: number } => {
    const numbers = list.map(() => first + objects.push("") - 1)
    for (const [index, { title, page, children = [], viaAction }] of list.entries()) {
      const itemNumber = numbers[index] ?? 0
      const inner = children.length > 0 ? add(children, itemNumber) : null
      const destination = page === null ? "" : `[${FIXED_OBJECTS + 1 + (page - 1) * 2} 0 R/Fit]`
      const target = destination === "" ? "" : viaAction ? `/A<</S/GoTo/D${destination}>>` : `/Dest${destination}`
      const next = numbers[index + 1] ? `/Next ${numbers[index + 1]} 0 R` : ""
      const below = inner ? `/First ${inner.first} 0 R/Last ${inner.last} 0 R/Count ${children.length}` : ""
      objects[itemNumber - first] =
        `<</Title<feff${Buffer.from(title, "utf16le").swap16().toString("hex")}>/Parent ${parent} 0 R${target}${next}${below}>>`
    }
    return { first: numbers[0] ?? 0, last: numbers.at(-1) ?? 0 }
  }
  const top = add(bookmarks, first)
  objects[0] = `<</Type/Outlines/First ${top.first} 0 R/Last ${top.last} 0 R/Count ${bookmarks.length}>>`
  return objects
}

/** Returns form XObjects that draw each other ten times, nine levels deep: the "billion laughs". Use with `billionLaughsPage`. */
export function billionLaughsForms(firstNumber: number): string[] {
  const levels = 9
  return Array.from({ length: levels }, (_, level) => {
    const deepest = level === levels - 1
    const content = deepest ? "0 0 10 10 re f" : "/X Do\n".repeat(10)
    const inner = deepest ? "" : `/XObject<</X ${firstNumber + level + 1} 0 R>>`
    return `<</Type/XObject/Subtype/Form/BBox[0 0 595 842]/Resources<<${inner}>>/Length ${content.length}>>stream\n${content}\nendstream`
  })
}

/** Makes a page that draws the first of `billionLaughsForms`, whose objects follow those of `pages` pages. */
export function billionLaughsPage(pages: number): PdfPage {
  return { content: "/X Do", resources: `/XObject<</X ${FIXED_OBJECTS + pages * 2 + 1} 0 R>>` }
}

const FILE_ID = "00112233445566778899aabbccddeeff"
const PASSWORD_PADDING = Buffer.from("28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a", "hex")

function rc4(key: Buffer, data: Buffer): Buffer {
  const state = Array.from({ length: 256 }, (_, index) => index)
  const at = (index: number): number => state[index & 255] ?? 0
  const swap = (a: number, b: number): void => {
    ;[state[a], state[b]] = [at(b), at(a)]
  }
  for (let i = 0, j = 0; i < 256; i += 1) {
    j = (j + at(i) + (key[i % key.length] ?? 0)) & 255
    swap(i, j)
  }
  let [i, j] = [0, 0]
  return Buffer.from(
    Array.from(data, (byte) => {
      i = (i + 1) & 255
      j = (j + at(i)) & 255
      swap(i, j)
      return byte ^ at(at(i) + at(j))
    }),
  )
}

const md5 = (...parts: Buffer[]): Buffer => createHash("md5").update(Buffer.concat(parts)).digest()

/** Implements the standard security handler, revision 2 (40-bit RC4); the owner's password is "secret". */
function lock(userPassword: string, permissions: number): { dictionary: string; key: Buffer } {
  const padded = (password: string): Buffer => Buffer.concat([Buffer.from(password), PASSWORD_PADDING]).subarray(0, 32)
  const owner = rc4(md5(padded("secret")).subarray(0, 5), padded(userPassword))
  const flags = Buffer.alloc(4)
  flags.writeInt32LE(permissions)
  const key = md5(padded(userPassword), owner, flags, Buffer.from(FILE_ID, "hex")).subarray(0, 5)
  const user = rc4(key, PASSWORD_PADDING)
  return { key, dictionary: `<</Filter/Standard/V 1/R 2/O<${owner.toString("hex")}>/U<${user.toString("hex")}>/P ${permissions}>>` }
}

/** Returns the object with its stream encrypted; strings outside of streams are unchanged. */
function lockStream(object: string, number: number, key: Buffer): string {
  const [, head, body] = /^([\s\S]*?>>stream\n)([\s\S]*)\nendstream$/.exec(object) ?? []
  if (head === undefined || body === undefined) return object
  const objectKey = md5(key, Buffer.from([number & 255, number >> 8, 0, 0, 0])).subarray(0, 10)
  return `${head}${rc4(objectKey, Buffer.from(body, "latin1")).toString("latin1")}\nendstream`
}
