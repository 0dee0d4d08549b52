import { createHash, randomUUID } from "node:crypto"
import { readFileSync } from "node:fs"
import { strFromU8, strToU8, unzipSync, zipSync } from "fflate"

export type OwnFile = { name: string; mimeType: string; buffer: Buffer }

/** A PDF with unique content, so that it is really converted. `pages` pages of text without Chinese, drawn as words. */
export const ownPdf = (name: string, pages = 10): OwnFile => {
  const objects: string[] = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Count ${pages} /Kids [${Array.from({ length: pages }, (_, n) => `${4 + n * 2} 0 R`).join(" ")}] >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
  ]
  for (let page = 1; page <= pages; page++) {
    const lines = Array.from(
      { length: 24 },
      (_, n) => `1 0 0 1 72 ${760 - n * 26} Tm (Page ${page} line ${n + 1} ${randomUUID().slice(0, 8)}) Tj`,
    ).join("\n")
    const text = `BT /F1 14 Tf ${lines} ET`
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${objects.length + 2} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
      `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    )
  }
  let body = "%PDF-1.4\n"
  const places = objects.map((object, n) => {
    const at = body.length
    body += `${n + 1} 0 obj\n${object}\nendobj\n`
    return at
  })
  const start = body.length
  body += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.map((at) => `${String(at).padStart(10, "0")} 00000 n \n`).join("")}trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return { name, mimeType: "application/pdf", buffer: Buffer.from(body, "latin1") }
}

/** A PDF of three pages whose second is missing: its reference in the page tree is dangling. It is still converted, with a warning. */
export const pdfWithLostPage = (name: string): OwnFile => {
  const file = ownPdf(name, 3)
  return { ...file, buffer: Buffer.from(file.buffer.toString("latin1").replace("[4 0 R 6 0 R", "[4 0 R 0 0 R"), "latin1") }
}

/** A unique Word file: the manual with an added word. */
export const ownDocx = (name: string): OwnFile => {
  const parts = unzipSync(readFileSync("server/modules/site/samples/content/files/manual.docx"))
  parts["word/document.xml"] = strToU8(strFromU8(parts["word/document.xml"]!).replace("豆架使用手册", `手册 ${randomUUID().slice(0, 8)}`))
  return { name, mimeType: "application/vnd.openxmlformats-officedocument.wordprocessingml.document", buffer: Buffer.from(zipSync(parts)) }
}

export const sha256 = (content: Buffer): string => createHash("sha256").update(content).digest("hex")
