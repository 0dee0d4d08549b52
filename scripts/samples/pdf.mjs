// A PDF of a Word document, exported by LibreOffice, whose bytes depend on its content only.
// Not printed by Chromium, which embeds the Noto CJK fonts as Type 3 fonts: these lose hinting, names and
// outlines for the page converter. LibreOffice embeds subsets of the original fonts.
import { execFileSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { made } from "./package.mjs"

/** Fonts of a document that becomes a PDF: those that LibreOffice finds here. */
export const pdfFonts = { latin: "Noto Serif CJK SC", body: "Noto Serif CJK SC", head: "Noto Sans CJK SC", mono: "Noto Sans Mono CJK SC" }

/** Overwrites each match of the pattern's second group with a text of the same length. */
function overwrite(pdf, pattern, value) {
  for (const found of pdf.toString("latin1").matchAll(pattern)) {
    const room = found[2].length
    pdf.write(value.slice(0, room).padEnd(room, value.at(-1)), found.index + found[1].length, "latin1")
  }
}

/** @param {Uint8Array} source bytes of a .docx */
export function pdfOf(source) {
  const dir = mkdtempSync(join(tmpdir(), "samples-"))
  try {
    writeFileSync(join(dir, "source.docx"), source)
    const options = JSON.stringify({
      ExportBookmarks: { type: "boolean", value: "true" },
      UseTaggedPDF: { type: "boolean", value: "true" },
    })
    execFileSync(
      process.env.SOFFICE_PATH ?? "/usr/bin/soffice",
      [
        `-env:UserInstallation=file://${dir}/profile`,
        "--headless",
        "--norestore",
        "--convert-to",
        `pdf:writer_pdf_Export:${options}`,
        "--outdir",
        dir,
        join(dir, "source.docx"),
      ],
      { stdio: "ignore", timeout: 120_000 },
    )
    const pdf = readFileSync(join(dir, "source.pdf"))
    overwrite(pdf, /(\/(?:CreationDate|ModDate)\(D:)(\d{14})/g, made.iso.replace(/\D/g, ""))
    overwrite(pdf, /(\/ID \[ <)([0-9A-F]+)/g, "0")
    overwrite(pdf, /(\/ID \[ <[0-9A-F]+>\s*<)([0-9A-F]+)/g, "0")
    overwrite(pdf, /(\/DocChecksum \/)([0-9A-F]+)/g, "0")
    return pdf
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}
