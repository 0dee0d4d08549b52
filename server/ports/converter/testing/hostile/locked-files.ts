import { makeAzw3, makeMobi } from "../mobi.fixture"
import { makeDocx, makeEpub, makeOle, makeXlsx, makeZip } from "../office.fixture"
import { makePdf, textPage } from "../pdf.fixture"
import { type HostileFile, hostile } from "./hostile-file"

/** Makes a zip whose directory marks its first entry as encrypted. */
function zipLocked(content: Buffer): Buffer {
  const locked = Buffer.from(content)
  locked.writeUInt16LE(1, locked.indexOf(Buffer.from("504b0102", "hex")) + 8)
  return locked
}

const manifest =
  '<manifest:manifest><manifest:file-entry><manifest:encryption-data manifest:checksum="x"/></manifest:file-entry></manifest:manifest>'

/** Password-protected files. */
export const lockedFiles: readonly HostileFile[] = [
  hostile("a PDF with a user password", "a.pdf", "encrypted", () => makePdf([textPage("x")], { encrypt: "user" })),
  hostile("a PDF with an owner password only", "a.pdf", "shown", () => makePdf([textPage("Readable")], { encrypt: "owner" })),
  hostile("a Word document in an encrypted package", "a.docx", "encrypted", () => makeOle("EncryptedPackage")),
  hostile("a workbook in an encrypted package", "a.xlsx", "encrypted", () => makeOle("EncryptedPackage")),
  hostile("an old presentation with a password", "a.ppt", "encrypted", () => makeOle("EncryptedSummary")),
  hostile("a Word document in an encrypted zip", "a.docx", "encrypted", () => zipLocked(makeDocx(["x"]))),
  hostile("a workbook in an encrypted zip", "a.xlsx", "encrypted", () => zipLocked(makeXlsx([["x"]]))),
  hostile("an encrypted OpenDocument text", "a.odt", "encrypted", () => makeZip({ "content.xml": "?", "META-INF/manifest.xml": manifest })),
  hostile("an EPUB with rights management", "a.epub", "drm", () =>
    makeEpub(["<p>x</p>"], { "META-INF/encryption.xml": '<EncryptionMethod Algorithm="http://www.w3.org/2001/04/xmlenc#aes128-cbc"/>' }),
  ),
  hostile("a Kindle book with rights management", "a.mobi", "drm", () => makeMobi("<p>x</p>", { encryption: 2 })),
  hostile("a newer Kindle book with rights management", "a.azw3", "drm", () => makeAzw3(["<p>x</p>"], { encryption: 2 })),
]
