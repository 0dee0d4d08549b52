import { describe, expect, test } from "vitest"
import { withFile } from "../testing/conversion.fixture"
import { makeDocx, makeEpub, makeOle, makeXlsx, makeZip } from "../testing/office.fixture"
import { makePdf, textPage } from "../testing/pdf.fixture"
import { inspectFile } from "./file-inspection"

const docx = makeDocx(["你好"])
const pdf = makePdf([textPage("x")])
const program = Buffer.concat([Buffer.from("MZ"), Buffer.alloc(600, 7), Buffer.alloc(600)])

function inspect(ext: string, content: Buffer | string): Promise<string> {
  return withFile(`file${ext}`, content, async (file) => {
    await inspectFile(file, ext)
    return "fine"
  })
}

describe("accepts", () => {
  test.each([
    [".pdf", pdf],
    [".docx", docx],
    [".xlsx", makeXlsx([["a"]])],
    [".epub", makeEpub(["<p>x</p>"])],
    [".wps", docx],
    [".doc", makeOle("WordDocument")],
    [".doc", "{\\rtf1 x}"],
    [".rtf", "{\\rtf1 x}"],
    [".odt", makeZip({ "content.xml": "<x/>", "META-INF/manifest.xml": "<manifest/>" })],
    [".dot", makeOle("WordDocument")],
    [".dotx", docx],
    [".xlt", makeOle("Workbook")],
    [".xltx", makeXlsx([["a"]])],
    [".pot", makeOle("PowerPoint Document")],
    [".potx", makeZip({ "[Content_Types].xml": "<Types/>", "ppt/presentation.xml": "<p/>" })],
    ...[".ott", ".ots", ".otp"].map((ext): [string, Buffer] => [
      ext,
      makeZip({ "content.xml": "<x/>", "META-INF/manifest.xml": "<manifest/>" }),
    ]),
    [".ofd", makeZip({ "OFD.xml": "<ofd:OFD/>", "Doc_0/Document.xml": "<ofd:Document/>" })],
    [".txt", "中文"],
    [".txt", Buffer.from("\ufeff中文", "utf16le")],
    [".txt", Buffer.from("plain english in utf16", "utf16le")],
    [".csv", Buffer.from("d6d0cec42c0a", "hex")],
    [".jpg", Buffer.from("ffd8ffe000104a464946", "hex")],
    // a white screenshot, packed a thousandfold
    [".pptx", makeZip({ "ppt/presentation.xml": "<p/>", "ppt/media/image1.bmp": new Uint8Array(6_220_854).fill(0xff) })],
    // records of Excel 2, 3, 4 and 5
    ...["0900040002001000", "09020600000010000000", "09040600000010000000", "0908080000001000000000000a000000"].map(
      (hex): [string, Buffer] => [".xls", Buffer.from(hex, "hex")],
    ),
    [".rar", program],
  ])("%s", async (ext, content) => {
    expect(await inspect(ext, content)).toBe("fine")
  })
})

describe("rejects [security: 5.2.2, upload-polyglot]", () => {
  const bomb = makeZip({ "word/document.xml": new Uint8Array(3_000_000) })
  const lockedEntry = Buffer.from(docx)
  // The directory's flags of the first entry: bit 0 means "encrypted".
  lockedEntry.writeUInt16LE(1, lockedEntry.indexOf(Buffer.from("504b0102", "hex")) + 8)
  const crowded = makeZip(Object.fromEntries(Array.from({ length: 20_001 }, (_, index) => [`word/${index}`, ""])))

  test.each([
    ["an empty file", ".docx", Buffer.alloc(0), "empty"],
    ["a program named .pdf", ".pdf", program, "mismatch"],
    ["a program named .txt", ".txt", program, "mismatch"],
    ["noise named .docx", ".docx", Buffer.from(Array.from({ length: 5000 }, (_, index) => (index * 7919) % 256)), "mismatch"],
    ["text named .docx", ".docx", "not a document", "is_text"],
    ["a workbook named .docx", ".docx", makeXlsx([["a"]]), "is_excel"],
    ["any zip named .ofd", ".ofd", makeZip({ "a.txt": "x" }), "mismatch"],
    ["a PDF named .jpg", ".jpg", pdf, "mismatch"],
    ["an old document named .docx", ".docx", makeOle("WordDocument"), "is_word"],
    ["half a .docx", ".docx", docx.subarray(0, docx.length / 2), "corrupt"],
    ["an OOXML file with a password", ".docx", makeOle("EncryptedPackage"), "encrypted"],
    ["an old presentation with a password", ".ppt", makeOle("EncryptedSummary"), "encrypted"],
    ["an encrypted zip entry", ".docx", lockedEntry, "encrypted"],
    [
      "an ODF file with a password",
      ".odt",
      makeZip({ "content.xml": "?", "META-INF/manifest.xml": "<manifest:encryption-data/>" }),
      "encrypted",
    ],
    ...[".ott", ".ots", ".otp", ".odt"].map((ext): [string, string, Buffer, string] => [
      `styles without content named ${ext}`,
      ext,
      makeZip({ "styles.xml": "<x/>", "META-INF/manifest.xml": "<manifest/>" }),
      "styles_only",
    ]),
    ["styles without content named .docx", ".docx", makeZip({ "styles.xml": "<x/>", "META-INF/manifest.xml": "<manifest/>" }), "mismatch"],
    ["a workbook of Excel 2 named .xlsx", ".xlsx", Buffer.from("09000400020010000a000000", "hex"), "is_excel"],
    ["a text that begins like a workbook", ".xls", Buffer.from("0900040002000000", "hex"), "mismatch"],
    ["a decompression bomb", ".docx", bomb, "too_large"],
    ["too many entries", ".docx", crowded, "too_large"],
  ])("%s", async (_, ext, content, reason) => {
    await expect(inspect(ext, content)).rejects.toMatchObject({ name: "ConversionError", reason })
  })
})
