// A .docx package around a finished body.
import { numberingXml, stylesXml } from "./docx-styles.mjs"
import { para, run } from "./docx.mjs"
import { contentTypes, docProps, officeNs, propTypes, rels, rootRels, xmlHead, zip } from "./package.mjs"

const ns =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" ' +
  `xmlns:r="${officeNs}" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" ` +
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"'

const main = "application/vnd.openxmlformats-officedocument.wordprocessingml."
const parts = ["styles", "numbering", "settings", "fontTable", "header", "footer"]
const types = {
  "/word/document.xml": `${main}document.main+xml`,
  ...Object.fromEntries(parts.map((part) => [`/word/${part}.xml`, `${main}${part}+xml`])),
  ...propTypes,
}

export const field = (code, shown) =>
  `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> ${code} </w:instrText></w:r>` +
  `<w:r><w:fldChar w:fldCharType="separate"/></w:r>${shown}<w:r><w:fldChar w:fldCharType="end"/></w:r>`

const section =
  '<w:sectPr><w:headerReference w:type="default" r:id="header"/><w:footerReference w:type="default" r:id="footer"/>' +
  '<w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1531" w:right="1418" w:bottom="1418" w:left="1418" w:header="794" w:footer="737" w:gutter="0"/>' +
  "<w:titlePg/></w:sectPr>"

/** info: {title, subject, keywords}; images: name → PNG bytes, the name is the relation's id; `page`: a section of its own. */
export function docx({ info, body, orderedLists = 0, images = {}, fonts, page = section }) {
  const fontNames = [...new Set(Object.values(fonts))].map((name) => `<w:font w:name="${name}"/>`).join("")
  return zip({
    "[Content_Types].xml": contentTypes(types),
    "_rels/.rels": rootRels("word/document.xml"),
    ...docProps(info),
    "word/document.xml": `${xmlHead}<w:document ${ns}><w:body>${body}${page}</w:body></w:document>`,
    "word/_rels/document.xml.rels": rels([
      ...parts.map((part) => [part, part, `${part}.xml`]),
      ...Object.keys(images).map((name) => [name, "image", `media/${name}.png`]),
    ]),
    "word/styles.xml": xmlHead + stylesXml(ns, fonts),
    "word/numbering.xml": xmlHead + numberingXml(ns, orderedLists),
    "word/settings.xml": `${xmlHead}<w:settings ${ns}><w:zoom w:percent="100"/><w:characterSpacingControl w:val="doNotCompress"/><w:compat><w:compatSetting w:name="compatibilityMode" w:uri="http://schemas.microsoft.com/office/word" w:val="15"/></w:compat><w:themeFontLang w:val="en-US" w:eastAsia="zh-CN"/></w:settings>`,
    "word/fontTable.xml": `${xmlHead}<w:fonts ${ns}>${fontNames}</w:fonts>`,
    "word/header.xml": `${xmlHead}<w:hdr ${ns}>${para("Header", `${run(info.title)}<w:r><w:tab/></w:r>${run("豆架文库")}`)}</w:hdr>`,
    "word/footer.xml": `${xmlHead}<w:ftr ${ns}>${para("Footer", field("PAGE", run("1")))}</w:ftr>`,
    ...Object.fromEntries(Object.entries(images).map(([name, png]) => [`word/media/${name}.png`, png])),
  })
}
