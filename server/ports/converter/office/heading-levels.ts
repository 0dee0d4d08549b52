const STYLE = /<w:style\b(?:(?!<\/w:style>)[\s\S])*<\/w:style>/g
const HEADING_NAME = /<w:name w:val="(?:heading|标题) ?([1-6])"\s*\/>/i

function withLevel(style: string): string {
  const level = HEADING_NAME.exec(style)?.[1]
  if (level === undefined || style.includes("<w:outlineLvl")) return style
  const mark = `<w:outlineLvl w:val="${Number(level) - 1}"/>`
  if (style.includes("</w:pPr>")) return style.replace("</w:pPr>", `${mark}</w:pPr>`)
  return style.replace(/<w:pPr\s*\/>|(?=<w:rPr>|<\/w:style>)/, `<w:pPr>${mark}</w:pPr>`)
}

/**
 * Returns a document's styles.xml with an outline level on every heading style that lacks one. Word recognizes headings by the style's
 * name,
 * in any case, and many programs write nothing else. LibreOffice then sees no heading and writes no bookmarks.
 */
export function levelHeadingsXml(xml: string): string {
  return xml.replace(STYLE, withLevel)
}
