import { strFromU8, unzipSync } from "fflate"
import { hostileWords } from "./hostile-words"
import { makeDocx, makeStyledDocx, makeXlsx } from "./office.fixture"

/* Documents that several test files examine: LibreOffice takes two seconds for each, and `localConversions` converts each once. */

const main = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"

const relations = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${office}/styles" Target="styles.xml"/><Relationship Id="rId9" Type="${office}/hyperlink" Target="https://example.org/w" TargetMode="External"/><Relationship Id="rId8" Type="${office}/hyperlink" Target="file:///etc/passwd" TargetMode="External"/></Relationships>`
const styles = `<w:styles xmlns:w="${main}"><w:style w:type="character" w:styleId="Hyperlink"><w:name w:val="Hyperlink"/></w:style></w:styles>`
const run = (text: string): string => `<w:r><w:rPr><w:rStyle w:val="Hyperlink"/></w:rPr><w:t>${text}</w:t></w:r>`
const heading = (level: number, text: string): string =>
  `<w:p><w:pPr><w:outlineLvl w:val="${level - 1}"/></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`
const paragraph = (text: string): string => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`
const body = [
  heading(1, "总则"),
  ...["文档管理办法", "正文 &amp; &lt;标记&gt;", hostileWords.escaped].map(paragraph),
  `<w:p><w:hyperlink r:id="rId9">${run("官网")}</w:hyperlink></w:p><w:p><w:hyperlink r:id="rId8">${run("文件")}</w:hyperlink></w:p>`,
  `<w:p><w:hyperlink w:anchor="there">${run("第二页")}</w:hyperlink></w:p><w:p><w:r><w:br w:type="page"/></w:r></w:p>`,
  `<w:p><w:bookmarkStart w:id="1" w:name="there"/>${run("到了")}<w:bookmarkEnd w:id="1"/></w:p>`,
  heading(2, "附则"),
]
const types = strFromU8(unzipSync(makeStyledDocx("", "", ""))["[Content_Types].xml"] ?? new Uint8Array())

/** Two pages with a heading each, hostile text, and links to an address, to a file of the machine and to the second page. */
export const wordSample: Buffer = makeDocx([], {
  "[Content_Types].xml": types,
  "word/styles.xml": styles,
  "word/_rels/document.xml.rels": relations,
  "word/document.xml": `<w:document xmlns:w="${main}" xmlns:r="${office}"><w:body>${body.join("")}</w:body></w:document>`,
})

/** Two short rows, one of hostile text and one of forty columns. */
export const sheetSample: Buffer = makeXlsx([
  ["甲", "乙"],
  ["一月", "100"],
  [hostileWords.escaped, "=1+1"],
  Array.from({ length: 40 }, (_, index) => `column${index}`),
])
