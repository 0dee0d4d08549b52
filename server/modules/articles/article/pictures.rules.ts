/* The images of sanitized HTML. The sanitizer always writes their tags in the same form. */

const images = /<img src="([^"]*)"([^>]*?) ?\/>/g

/** How much of an article is searched for its cover image (characters). */
export const coverWithin = 20_000

/**
 * Returns the first of the site's own uploads at the beginning of the HTML, which lists show as the article's picture; "" if there is none.
 */
export const firstUploadOf = (html: string): string => uploadsOf(html.slice(0, coverWithin))[0] ?? ""

/** Returns the paths of the site's own uploads in the HTML. */
export const uploadsOf = (html: string): string[] => [
  ...new Set([...html.matchAll(images)].flatMap(([, src]) => (/^\/uploads\/[\w/.-]+$/.test(src!) ? src! : []))),
]

/** Returns the external image sources as written in the HTML, at most `max`. */
export const remotePicturesOf = (html: string, max: number): string[] =>
  [...new Set([...html.matchAll(images)].flatMap(([, src]) => (/^https?:\/\//i.test(src!) ? src! : [])))].slice(0, max)

/** Decodes a source attribute to its URL. */
export const addressOf = (source: string): string => source.replaceAll("&amp;", "&")

/** Replaces image sources in the HTML. */
export const withSources = (html: string, sources: ReadonlyMap<string, string>): string =>
  html.replace(images, (tag, src: string, rest: string) => (sources.has(src) ? `<img src="${sources.get(src)!}"${rest} />` : tag))

/** Adds width and height to images without them, so that their space is reserved while they load. Sizes are keyed by source. */
export const withSizes = (html: string, sizes: ReadonlyMap<string, { width: number; height: number }>): string =>
  html.replace(images, (tag, src: string, rest: string) => {
    const size = sizes.get(src)
    return size && size.width > 0 && !/ (width|height)=/.test(rest)
      ? `<img src="${src}"${rest} width="${size.width}" height="${size.height}" />`
      : tag
  })
