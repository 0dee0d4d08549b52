import { makePdf, type PdfPage, textPage } from "@/server/ports/converter/testing/pdf.fixture"

const FIRST_NUMBER = 9

type PackedFile = { name: string; content: Buffer }

/** The cover sheet that programs without support for portfolios show. */
const coverSheet = textPage("For the best experience, open this PDF portfolio in Acrobat X or Adobe Reader X, or later.")

const hexName = (name: string): string => `<feff${Buffer.from(name, "utf16le").swap16().toString("hex")}>`

function attachmentObjects(files: readonly PackedFile[]): string[] {
  const entries = files.map(
    ({ name }, index) => `(${String(index).padStart(3, "0")} ${name.replace(/[^ -~]/g, "_")}) ${FIRST_NUMBER + 1 + 2 * index} 0 R`,
  )
  const objects = [`<</Names[${entries.join(" ")}]>>`]
  for (const [index, { name, content }] of files.entries()) {
    const stream = FIRST_NUMBER + 2 + 2 * index
    objects.push(
      `<</Type/Filespec/F ${hexName(name)}/UF ${hexName(name)}/EF<</F ${stream} 0 R>>>>`,
      `<</Type/EmbeddedFile/Filter/ASCIIHexDecode/Length ${2 * content.length}>>stream\n${content.toString("hex")}\nendstream`,
    )
  }
  return objects
}

/** Makes a PDF with attachments; a portfolio displays them in place of its page. */
export function attachmentPdf(
  files: readonly PackedFile[],
  { portfolio = false, page = coverSheet }: { portfolio?: boolean; page?: PdfPage } = {},
): Buffer {
  const catalog = `/Names<</EmbeddedFiles ${FIRST_NUMBER} 0 R>>${portfolio ? "/PageMode/UseAttachments/Collection<</Type/Collection/View/T>>" : ""}`
  return makePdf([page], { catalog, extra: () => attachmentObjects(files) })
}

type Form = { page: PdfPage; needsRendering?: boolean }

/** Makes a form with an XFA part. Adobe's programs make the pages of a dynamic form from it and ignore `page`. */
export function xfaPdf({ page, needsRendering = false }: Form): Buffer {
  const xfa = '<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"><template xmlns="http://www.xfa.org/schema/xfa-template/2.8/"/></xdp:xdp>'
  const catalog = `/AcroForm<</Fields[]/XFA ${FIRST_NUMBER} 0 R>>${needsRendering ? "/NeedsRendering true" : ""}`
  return makePdf([page], { catalog, extra: () => [`<</Length ${xfa.length}>>stream\n${xfa}\nendstream`] })
}
