import { CompoundDocument } from "@/server/ports/converter/office/compound-document"
import { rc4 } from "@/server/ports/converter/office/rc4"
import { makeDocx, makeZip } from "@/server/ports/converter/testing/office.fixture"
import type { Specimen } from "../specimen"
import { makeCompound } from "./compound-file"
import { savedAs } from "./office-program"
import { agile, digest, little32, seeded, standard } from "./package-locks"
import { makeSlides, textShape } from "./slides-file"

const PASSWORD = "机密"
/** Word encrypts blocks of this size; the first bytes of a document stay readable. */
const [BLOCK, READABLE] = [512, 68]
const [FLAGS, ENCRYPTED, HEADER_LENGTH] = [0x0a, 0x0100, 0x0e]

/** Returns the header of RC4 with 40 bits (MS-OFFCRYPTO 2.3.6) and a function that encrypts a stream. */
function oldLock(password: string): { header: Buffer; lock(content: Buffer, from: number): Buffer } {
  const [salt, input] = [seeded("i", 16), seeded("j", 16)]
  const start = digest("md5", Buffer.from(password, "utf16le")).subarray(0, 5)
  const middle = digest("md5", ...Array.from({ length: 16 }, () => [start, salt]).flat()).subarray(0, 5)
  const keyOf = (block: number): Buffer => digest("md5", middle, little32(block))
  const sealed = rc4(keyOf(0), Buffer.concat([input, digest("md5", input)]))
  const lock = (content: Buffer, from: number): Buffer => {
    const blocks = Array.from({ length: Math.ceil(content.length / BLOCK) }, (_, block) =>
      rc4(keyOf(block), content.subarray(block * BLOCK, (block + 1) * BLOCK)),
    )
    return Buffer.concat([content.subarray(0, from), Buffer.concat(blocks).subarray(from)])
  }
  return { header: Buffer.concat([Buffer.from("01000100", "hex"), salt, sealed]), lock }
}

/** Encrypts a .doc as Word 97 does. */
async function lockedWord(): Promise<Buffer> {
  const doc = (await savedAs("doc:MS Word 97", { "a.docx": makeDocx(["机密文件"]) }))["a"] ?? Buffer.alloc(0)
  const document = new CompoundDocument(doc)
  const { header, lock } = oldLock(PASSWORD)
  const text = lock(document.stream("WordDocument") ?? Buffer.alloc(0), READABLE)
  text.writeUInt16LE(text.readUInt16LE(FLAGS) | ENCRYPTED, FLAGS)
  text.writeUInt32LE(header.length, HEADER_LENGTH)
  const table = Buffer.concat([header, document.stream("1Table") ?? Buffer.alloc(0)])
  return makeCompound({ WordDocument: text, "1Table": lock(table, header.length) })
}

/** Makes what an encrypted .ppt looks like: its user record says so (MS-PPT 2.3.2), and the slides cannot be read. */
function lockedSlides(): Buffer {
  const user = Buffer.alloc(36)
  user.writeUInt16LE(0x0ff6, 2)
  user.writeUInt32LE(28, 4)
  user.writeUInt32LE(20, 8)
  user.writeUInt32LE(0xf3d1c4df, 12)
  return makeCompound({ "PowerPoint Document": oldLock(PASSWORD).lock(Buffer.alloc(5000), 0) }, { "Current User": user })
}

const MANIFEST = "urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"
/** An OpenDocument whose `file` is encrypted: a part of it, or, since LibreOffice 24.2, the whole package. */
function lockedOpenDocument(type: string, file: string): Buffer {
  const kind = `application/vnd.oasis.opendocument.${type}`
  const entry = `<manifest:file-entry manifest:full-path="${file}" manifest:media-type="text/xml" manifest:size="900"><manifest:encryption-data><manifest:algorithm manifest:algorithm-name="http://www.w3.org/2001/04/xmlenc#aes256-cbc" manifest:initialisation-vector="AAAAAAAAAAAAAAAAAAAAAA=="/><manifest:key-derivation manifest:key-derivation-name="PBKDF2" manifest:key-size="32" manifest:iteration-count="100000" manifest:salt="AAAAAAAAAAAAAAAAAAAAAA=="/></manifest:encryption-data></manifest:file-entry>`
  return makeZip({
    mimetype: kind,
    "META-INF/manifest.xml": `<?xml version="1.0" encoding="UTF-8"?><manifest:manifest xmlns:manifest="${MANIFEST}" manifest:version="1.3"><manifest:file-entry manifest:full-path="/" manifest:media-type="${kind}"/>${entry}</manifest:manifest>`,
    [file]: seeded("k", 64),
  })
}

const slides = (): Buffer => makeSlides([{ shapes: textShape(2, "机密", [900_000, 600_000, 5_000_000, 900_000]) }])

const locked = (name: string, about: string, make: Specimen["make"]): Specimen => ({
  name,
  about,
  make,
  expected: { refusal: "encrypted", atUpload: true },
})

/** Documents with a real password. The uploader is told at once: no program is started for them. */
export const lockedDocuments: readonly Specimen[] = [
  locked("secret.docx", "a document of Word 2010 and later", () => agile(makeDocx(["机密文件"]), PASSWORD)),
  locked("secret-standard.docx", "a document of Word 2007", () => standard(makeDocx(["机密文件"]), PASSWORD)),
  locked("secret.pptx", "slides of PowerPoint 2010 and later", () => agile(slides(), PASSWORD)),
  locked("secret-named.doc", "a newer document under the older name", () => agile(makeDocx(["机密文件"]), PASSWORD)),
  locked("secret.doc", "a document of Word 97", lockedWord),
  locked("secret.ppt", "slides of PowerPoint 97", lockedSlides),
  locked("secret.odt", "an OpenDocument text", () => lockedOpenDocument("text", "content.xml")),
  locked("secret-package.odt", "a text of LibreOffice 24.2 and later", () => lockedOpenDocument("text", "encrypted-package")),
  locked("secret-package.odp", "slides of LibreOffice 24.2 and later", () => lockedOpenDocument("presentation", "encrypted-package")),
]
