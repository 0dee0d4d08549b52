/** An entry of an article's table of contents; `level` 2 or 3. */
export type Heading = { id: string; text: string; level: number }

/** The maximum number of entries; a longer list is not useful as a table of contents. */
const maxHeadings = 100

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'", nbsp: " " }
const textOf = (html: string): string =>
  html
    .replace(/<[^>]*>/g, "")
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => entities[name]!)
    .replace(/\s+/g, " ")
    .trim()

/**
 * Returns an id for a heading, derived from its text so that it does not change when other headings do. The prefix prevents collisions with
 * ids of the page.
 */
const nameOf = (text: string): string =>
  `s-${
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, "-")
      .replace(/^-|-$/g, "")
      .slice(0, 40) || "节"
  }`

/** Splits well-formed HTML at its headings in one pass: [before, level, inner] for each, and the rest. */
const splitHeadings = (html: string) => {
  const headings: { before: string; level: number; inner: string }[] = []
  let from = 0
  let open: { at: number; start: number; level: number; depth: number } | null = null
  for (const tag of html.matchAll(/<(\/?)h([1-6])>/g)) {
    const level = Number(tag[2])
    const end = tag.index + tag[0].length
    if (!open) {
      if (!tag[1]) open = { at: tag.index, start: end, level, depth: 1 }
    } else if (level === open.level) {
      open.depth += tag[1] ? -1 : 1
      if (open.depth > 0) continue
      headings.push({ before: html.slice(from, open.at), level, inner: html.slice(open.start, tag.index) })
      from = end
      open = null
    }
  }
  return { found: headings, rest: html.slice(from) }
}

/** Names that programs and cameras give to pictures. */
const fileName = /\.(?:png|jpe?g|gif|webp|avif|bmp|svg|heic)$|^(?:image|img|dsc|photo|picture|screenshot|图片|截图|照片)[\s_().\d-]*$/i

/** Returns true for a description of a picture that its readers may want to see. */
const isCaption = (text: string): boolean => text.length > 1 && text.length <= 80 && !fileName.test(text)

/** Shows the description of a picture that stands alone below it. Screen readers have it from the picture. */
const withCaptions = (html: string): string =>
  html.replace(/<p>\s{0,9}(<img\b[^>]*>)\s{0,9}<\/p>/g, (paragraph: string, image: string) => {
    const alt = /\salt="([^"]*)"/.exec(image)?.[1] ?? ""
    const caption = alt.replace(/</g, "&lt;").replace(/>/g, "&gt;")
    return isCaption(textOf(alt)) ? `<figure>${image}<figcaption aria-hidden="true">${caption}</figcaption></figure>` : paragraph
  })

/**
 * Prepares sanitised HTML for the page: gives headings ids and levels below the page's heading, builds a table of contents, puts tables
 * into scrollable boxes, makes code scrollable with the keyboard, and shows the descriptions of pictures. A single pass, because
 * `server/ports/sanitizer` guarantees well-formed HTML.
 */
export const articleBody = (html: string): { html: string; headings: Heading[] } => {
  const headings: Heading[] = []
  const taken = new Map<string, number>()
  const shift = html.includes("<h1>") ? 1 : 0
  const { found: headingParts, rest } = splitHeadings(html)
  const titled = headingParts.map(({ before, level: written, inner }) => {
    const level = Math.min(6, written + shift)
    const text = textOf(inner)
    if (!text || level > 3 || headings.length >= maxHeadings) return `${before}<h${level}>${inner}</h${level}>`
    const name = nameOf(text)
    const times = (taken.get(name) ?? 0) + 1
    taken.set(name, times)
    const id = times > 1 ? `${name}--${times}` : name
    headings.push({ id, text: text.slice(0, 80), level: Math.max(2, level) })
    return `${before}<h${level} id="${id}">${inner}</h${level}>`
  })
  const ready = withCaptions([...titled, rest].join(""))
    .replaceAll("<pre>", '<pre tabindex="0">')
    .replaceAll("<table>", '<div class="table" role="region" aria-label="表格" tabindex="0"><table>')
    .replaceAll("</table>", "</table></div>")
  return { html: ready, headings }
}
