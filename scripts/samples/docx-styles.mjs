// Numbering and styles of the Word documents.
import { green, ink } from "./art.mjs"

const hex = (color) => color.slice(1).toUpperCase()
const textWidth = 9070 // twips between the margins

const rFonts = (latin, cjk) => `<w:rFonts w:ascii="${latin}" w:hAnsi="${latin}" w:eastAsia="${cjk}" w:cs="${latin}" w:hint="eastAsia"/>`

/** Numbering: 1 bullets, 2 headings, 3… one instance per ordered list. */
export function numberingXml(ns, orderedLists) {
  const level = (n, fmt, text, props, rpr = "", style = "") =>
    `<w:lvl w:ilvl="${n}"><w:start w:val="1"/><w:numFmt w:val="${fmt}"/>${style}` +
    `<w:suff w:val="tab"/><w:lvlText w:val="${text}"/><w:lvlJc w:val="left"/><w:pPr>${props}</w:pPr><w:rPr>${rpr}</w:rPr></w:lvl>`
  const hang = (left, by) => `<w:tabs><w:tab w:val="num" w:pos="${left}"/></w:tabs><w:ind w:left="${left}" w:hanging="${by}"/>`
  const greenNumber = `<w:b/><w:color w:val="${hex(green.deep)}"/>`
  return (
    `<w:numbering ${ns}>` +
    `<w:abstractNum w:abstractNumId="0"><w:multiLevelType w:val="singleLevel"/>${level(0, "bullet", "•", hang(420, 280), `<w:rFonts w:ascii="Arial" w:hAnsi="Arial" w:eastAsia="Arial" w:cs="Arial" w:hint="default"/><w:color w:val="${hex(green.sprout)}"/><w:sz w:val="24"/>`)}</w:abstractNum>` +
    '<w:abstractNum w:abstractNumId="1"><w:multiLevelType w:val="multilevel"/>' +
    level(0, "decimal", "%1", hang(560, 560), `<w:color w:val="${hex(green.sprout)}"/>`, '<w:pStyle w:val="Heading1"/>') +
    level(1, "decimal", "%1.%2", hang(700, 700), "", '<w:pStyle w:val="Heading2"/>') +
    "</w:abstractNum>" +
    `<w:abstractNum w:abstractNumId="2"><w:multiLevelType w:val="singleLevel"/>${level(0, "decimal", "%1.", hang(420, 420), greenNumber)}</w:abstractNum>` +
    '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num>' +
    Array.from(
      { length: orderedLists },
      (_, i) =>
        `<w:num w:numId="${i + 3}"><w:abstractNumId w:val="2"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride></w:num>`,
    ).join("") +
    "</w:numbering>"
  )
}

/** styles.xml; fonts: {latin, body, head, mono}; sizes given in points, spacing in twips. */
export function stylesXml(ns, fonts) {
  const headFont = fonts.head === fonts.body ? "" : rFonts(fonts.latin === fonts.body ? fonts.head : fonts.latin, fonts.head)
  const style = (id, name, based, next, ppr, rpr, extra = "") =>
    `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/>` +
    (based ? `<w:basedOn w:val="${based}"/>` : "") +
    (next ? `<w:next w:val="${next}"/>` : "") +
    extra +
    `<w:pPr>${ppr}</w:pPr><w:rPr>${rpr}</w:rPr></w:style>`
  const exact = (points, before, after) => `<w:spacing w:before="${before}" w:after="${after}" w:line="${points * 20}" w:lineRule="exact"/>`
  const auto = (before, after) => `<w:spacing w:before="${before}" w:after="${after}" w:line="240" w:lineRule="auto"/>`
  const font = (size, color, bold) =>
    `${bold ? headFont : ""}${bold ? "<w:b/>" : ""}<w:color w:val="${hex(color)}"/><w:sz w:val="${size * 2}"/><w:szCs w:val="${size * 2}"/>`
  const q = "<w:qFormat/>"
  const sans = (rpr) => headFont + rpr
  const noteBox = `<w:pBdr><w:top w:val="single" w:sz="4" w:space="5" w:color="${hex(green.soft)}"/><w:left w:val="single" w:sz="24" w:space="9" w:color="${hex(green.sprout)}"/><w:bottom w:val="single" w:sz="4" w:space="5" w:color="${hex(green.soft)}"/></w:pBdr><w:shd w:val="clear" w:color="auto" w:fill="F3F8F0"/>`
  return (
    `<w:styles ${ns}><w:docDefaults><w:rPrDefault><w:rPr>${rFonts(fonts.latin, fonts.body)}<w:color w:val="${hex(ink.text)}"/><w:sz w:val="21"/><w:szCs w:val="21"/><w:lang w:val="en-US" w:eastAsia="zh-CN"/></w:rPr></w:rPrDefault>` +
    "<w:pPrDefault><w:pPr><w:kinsoku/><w:overflowPunct/><w:autoSpaceDE/><w:autoSpaceDN/></w:pPr></w:pPrDefault></w:docDefaults>" +
    style("Normal", "Normal", "", "", "", "", q).replace("w:styleId", 'w:default="1" w:styleId') +
    style("BodyText", "Body Text", "Normal", "", `${exact(20, 40, 120)}<w:jc w:val="both"/>`, "", q) +
    style("Title", "Title", "Normal", "Subtitle", auto(0, 160), font(38, ink.text, true), q) +
    style("Subtitle", "Subtitle", "Normal", "BodyText", exact(26, 0, 0), sans(font(14, ink.second)), q) +
    style(
      "Heading1",
      "heading 1",
      "Normal",
      "BodyText",
      `<w:keepNext/><w:keepLines/><w:numPr><w:ilvl w:val="0"/><w:numId w:val="2"/></w:numPr>${exact(30, 420, 160)}<w:outlineLvl w:val="0"/>`,
      font(19, ink.text, true),
      q,
    ) +
    style(
      "Heading2",
      "heading 2",
      "Normal",
      "BodyText",
      `<w:keepNext/><w:keepLines/><w:numPr><w:ilvl w:val="1"/><w:numId w:val="2"/></w:numPr>${exact(22, 240, 100)}<w:outlineLvl w:val="1"/>`,
      font(13, green.deep, true),
      q,
    ) +
    style("ListParagraph", "List Paragraph", "Normal", "", `${exact(20, 0, 60)}<w:jc w:val="both"/>`, "", q) +
    style(
      "Note",
      "提示",
      "BodyText",
      "BodyText",
      `<w:keepLines/>${noteBox}${exact(19, 160, 220)}<w:ind w:left="240" w:right="120"/>`,
      font(10, ink.second),
      q,
    ) +
    style("TableHead", "表头", "Normal", "", exact(17, 20, 20), font(10, green.dark, true), q) +
    style("TableText", "表格正文", "Normal", "", exact(17, 20, 20), font(10, ink.text), q) +
    style("TableAfter", "表后", "Normal", "BodyText", exact(9, 0, 0), font(4, ink.text)) +
    style("Figure", "图", "Normal", "Caption", `<w:keepNext/>${auto(120, 40)}<w:jc w:val="center"/>`, "") +
    style("Caption", "caption", "Normal", "BodyText", `${exact(16, 20, 160)}<w:jc w:val="center"/>`, font(9, ink.third), q) +
    style("TOCHeading", "TOC Heading", "Normal", "BodyText", exact(30, 0, 200), font(19, ink.text, true), q) +
    style(
      "TOC1",
      "toc 1",
      "Normal",
      "",
      `<w:tabs><w:tab w:val="left" w:pos="420"/><w:tab w:val="right" w:leader="dot" w:pos="${textWidth}"/></w:tabs>${exact(24, 0, 40)}`,
      font(11, ink.text),
    ) +
    style(
      "Header",
      "header",
      "Normal",
      "",
      `<w:pBdr><w:bottom w:val="single" w:sz="4" w:space="6" w:color="${hex(ink.line)}"/></w:pBdr><w:tabs><w:tab w:val="right" w:pos="${textWidth}"/></w:tabs>${exact(14, 0, 0)}`,
      sans(font(9, ink.third)),
    ) +
    style("Footer", "footer", "Normal", "", `${exact(14, 0, 0)}<w:jc w:val="center"/>`, sans(font(9, ink.third))) +
    `<w:style w:type="character" w:styleId="Code"><w:name w:val="行内代码"/><w:rPr>${rFonts(fonts.mono, fonts.head)}<w:color w:val="${hex(green.dark)}"/></w:rPr></w:style>` +
    "</w:styles>"
  )
}
