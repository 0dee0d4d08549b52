const LINK = /<w:hyperlink\b[^>]*[^/]>(?:(?!<\/w:hyperlink>)[\s\S])*<\/w:hyperlink>/g
/** A link as a field: its instruction, and its words up to where it ends. */
const FIELD =
  /(<w:instrText\b[^>]*>\s*HYPERLINK\b(?:(?!w:fldCharType="(?:separate|end)")[\s\S])*w:fldCharType="separate"[^>]*>)((?:(?!w:fldCharType="end")[\s\S])*)/g
/** A run's beginning, with its properties where it has some. */
const RUN = /(<w:r(?:\s[^>]*)?>)\s*(<w:rPr\s*\/>|<w:rPr>(?:(?!<\/w:rPr>)[\s\S])*<\/w:rPr>)?/g
const ID = "DoujiaLink"
const MARK = `<w:rStyle w:val="${ID}"/>`
/** It says nothing about letters, so that they look as they did. */
const STYLE = `<w:style w:type="character" w:customStyle="1" w:styleId="${ID}"><w:name w:val="Doujia Link"/></w:style>`

function withMark(run: string, start: string, properties = ""): string {
  if (properties.includes("<w:rStyle")) return run
  const inside = properties.startsWith("<w:rPr>") ? properties.slice("<w:rPr>".length, -"</w:rPr>".length) : ""
  return `${start}<w:rPr>${MARK}${inside}</w:rPr>`
}

/**
 * A part of a Word document in which all words of links have a character style: LibreOffice loses links without one, which other
 * programs than Word write. The style stands in `withLinkStyle`.
 */
export function markLinksXml(xml: string): string {
  const marked = xml.replace(LINK, (link) => link.replace(RUN, withMark))
  return marked.replace(FIELD, (_, before: string, words: string) => before + words.replace(RUN, withMark))
}

/** A document's styles.xml with the style of `markLinksXml`. */
export function withLinkStyle(xml: string): string {
  return xml.replace("</w:styles>", `${STYLE}</w:styles>`)
}
