import { unzipSync, zipSync, type Zippable } from "fflate"
import { makeEpub } from "../office.fixture"
import { makePdf, textPage } from "../pdf.fixture"
import { type HostileFile, hostile } from "./hostile-file"

const script = '"><script>alert(1)</script><img src=x onerror=alert(1)>'
const escaped = script.replaceAll("<", "&lt;").replaceAll('"', "&quot;")
const title = `<dc:title xmlns:dc="http://purl.org/dc/elements/1.1/">${escaped}</dc:title>`

/** A PDF whose XMP metadata, outline and page labels are scripts. */
const scriptedPdf = (): Buffer => {
  const xmp = `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">${title}</x:xmpmeta><?xpacket end="w"?>`
  return makePdf([textPage("Readable")], {
    catalog: "/Metadata 9 0 R/Outlines 10 0 R/PageLabels<</Nums[0<</P(<script>alert\\(1\\)</script>)>>]>>",
    extra: () => [
      `<</Type/Metadata/Subtype/XML/Length ${xmp.length}>>stream\n${xmp}\nendstream`,
      "<</Type/Outlines/First 11 0 R/Last 11 0 R/Count 1>>",
      "<</Title(<script>alert\\(1\\)</script>)/Parent 10 0 R/Dest[7 0 R/Fit]>>",
    ],
  })
}

const scriptedEpub = (): Buffer =>
  makeEpub(["<h1>&lt;script&gt;alert(1)&lt;/script&gt;</h1><p>正文</p>"], {
    "OEBPS/book.opf": `<package xmlns="http://www.idpf.org/2007/opf"><metadata>${title}<meta name="cover" content="${escaped}"/></metadata><manifest><item id="c0" href="text/c%200.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="c0"/></spine></package>`,
  })

/** Files whose metadata contains scripts. */
export const metadataFiles: HostileFile[] = [
  hostile("scripts in the metadata and the outline of a PDF", "a.pdf", "shown", scriptedPdf),
  hostile("scripts in the metadata and a heading of an .epub", "a.epub", "shown", scriptedEpub),
]

const unixSymbolicLink = { os: 3, attrs: 0o120777 * 0x1_0000 }

/** Makes a book whose second chapter and picture are symbolic links out of the archive. */
const linkedEpub = (): Buffer => {
  const png = '<item id="p" href="p.png" media-type="image/png"/>'
  const book = unzipSync(makeEpub(["<p>正文</p><img src='../p.png'/>", "<p>x</p>"], { "OEBPS/p.png": "/etc/passwd" }, png))
  const entries: Zippable = { ...book }
  entries["OEBPS/p.png"] = [Buffer.from("/etc/passwd"), unixSymbolicLink]
  entries["OEBPS/text/c 1.xhtml"] = [Buffer.from("../../../../../../../etc/passwd"), unixSymbolicLink]
  return Buffer.from(zipSync(entries))
}

/** Archives with symbolic links to files of the machine. */
export const symbolicLinkFiles: HostileFile[] = [hostile("symbolic links in an .epub", "a.epub", ["shown", "corrupt"], linkedEpub)]
