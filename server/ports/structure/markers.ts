const bullets = "•·●○◦▪▫■□◆◇►▶➢➤✓✔☐☑★☆※*–—−\\-\\uf000-\\uf0ff"
const bullet = new RegExp(`^[${bullets}](?=\\s|$|[\\u2e80-\\u9fff])`)
const numbered =
  /^(?:[（(]\s?\d{1,3}\s?[)）]|\d{1,3}[)）、．](?!\d)|\d{1,3}\.(?=\s|[\u2e80-\u9fff“（《]|$)|[①-⑳❶-❿]|[（(][一二三四五六七八九十]{1,3}[)）]|[（(]?[a-zA-Z][)）](?=\s|[\u2e80-\u9fff]|$)|[a-z]\.(?=\s|$)|[（(]?[ivx]{1,4}[)）.](?=\s|$)|\[\d{1,3}\](?=\s|$|[\u2e80-\u9fffA-Z]))/
const option = /^[A-H][.．、](?=\s|[^A-Za-z]|[A-Za-z])/
const plainNumber =
  /^(?:\d{1,3}(?:\.\d{1,3}){0,4}\.?|[A-Z](?:\.\d{1,3}){0,3}\.?|第[一二三四五六七八九十百零\d]{1,5}[章节篇部条款]|[一二三四五六七八九十]{1,3}、?)$/

/** Returns the marker of a list item; "" if there is none. */
export const markerOf = (text: string): string => bullet.exec(text)?.[0] ?? numbered.exec(text)?.[0] ?? ""

/** Checks whether a text is only an item marker or a title number. */
export const isMarker = (text: string): boolean => {
  const bare = text.trim()
  return plainNumber.test(bare) || (bare !== "" && markerOf(bare) === bare) || (bare.length === 1 && /[^\p{L}\p{N}]/u.test(bare))
}

/** Matches an option of a multiple-choice question: A. 甲 B. 乙. */
export const isOption = (text: string): boolean => option.test(text.trim())

export const captionStart =
  /^(?:图表?|表格?|清单|代码|算法|Fig(?:ure|\.)?|Table|Listing|Chart|Algorithm)\s?[\dA-Z]{1,3}(?:[.\-–—]\d{1,3}){0,2}(?=[\s:：.、．\u3000]|[\u2e80-\u9fff]|$)/
export const captionVerb =
  /^(?:图表?|表格?)\s?[\d.-]+\s?(?:所示|中|给出|列出|显示|展示|为|是|说明|的)|^(?:Figure|Table|Listing|Fig\.)\s?[\d.-]+\s(?:shows?|gives?|lists?|is|are|contains?|summari)/

const chapter = /^第\s?[一二三四五六七八九十百零\d]{1,5}\s?[章节篇部回讲课](?:\s|$|[^，。；])/
const section =
  /^(?:\d{1,2}(?:\.\d{1,3}){1,3}\.?\s|\d{1,2}(?:\.\d{1,3}){1,3}(?=[\u2e80-\u9fff])|[一二三四五六七八九十]{1,3}、|附录|Appendix\s[A-Z]|Chapter\s\d)/
const named =
  /^(?:摘\s?要|目\s{0,4}录|前\s{0,4}言|引\s?言|绪\s?论|结\s?论|结\s?语|参考文献|致\s?谢|序\s?言?|后\s?记|索\s?引|Abstract|Contents|Table of Contents|References|Bibliography|Acknowledge?ments|Introduction|Conclusions?|Index|Preface)[:：]?$/i

/** Classifies how a title begins: 1 is a chapter, 2 a numbered section, 0 neither. */
export const titleStart = (text: string): number => (chapter.test(text) || named.test(text) ? 1 : section.test(text) ? 2 : 0)
export const isContentsTitle = (text: string): boolean =>
  /^(?:目\s*录|目\s*次|Contents|Table of Contents|List of (?:Tables|Figures)|表格清单|插图清单)$/i.test(text.trim())

/** Matches dot leaders before a page number, or at the end of a line. */
export const leader = /(?:[.．·…‥]\s?){4,}|…{2,}|(?:\.\s){3,}/
export const sentenceEnd = /[。！？；.!?;]["”’」』）)]?$/
