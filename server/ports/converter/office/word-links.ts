const LINK = /<w:hyperlink\b[^>]*[^/]>(?:(?!<\/w:hyperlink>)[\s\S])*<\/w:hyperlink>/g
/** A link as a field: its instruction and its text up to the end of the field. */
const FIELD =
  /(<w:instrText\b[^>]*>\s*HYPERLINK\b(?:(?!w:fldCharType="(?:separate|end)")[\s\S])*w:fldCharType="separate"[^>]*>)((?:(?!w:fldCharType="end")[\s\S])*)/g
/** The start of a run, with its properties if it has any. */
const RUN = /(<w:r(?:\s[^>]*)?>)\s*(<w:rPr\s*\/>|<w:rPr>(?:(?!<\/w:rPr>)[\s\S])*<\/w:rPr>)?/g
const ID = "DoujiaLink"
const MARK = `<w:rStyle w:val="${ID}"/>`
/** The style defines no formatting, so the text looks unchanged. */
const STYLE = `<w:style w:type="character" w:customStyle="1" w:styleId="${ID}"><w:name w:val="Doujia Link"/></w:style>`

function withMark(run: string, start: string, properties = ""): string {
  if (properties.includes("<w:rStyle")) return run
  const inside = properties.startsWith("<w:rPr>") ? properties.slice("<w:rPr>".length, -"</w:rPr>".length) : ""
  return `${start}<w:rPr>${MARK}${inside}</w:rPr>`
}

/**
 * Gives all link text in a part of a Word document a character style: LibreOffice loses links without one, which programs other
 * than Word write. `withLinkStyle` adds the style.
 */
export function markLinksXml(xml: string): string {
  const marked = xml.replace(LINK, (link) => link.replace(RUN, withMark))
  return marked.replace(FIELD, (_, before: string, words: string) => before + words.replace(RUN, withMark))
}

/** Adds the style of `markLinksXml` to a document's styles.xml. */
export function withLinkStyle(xml: string): string {
  return xml.replace("</w:styles>", `${STYLE}</w:styles>`)
}
