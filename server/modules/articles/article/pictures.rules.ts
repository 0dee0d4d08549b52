/* The pictures of sanitised HTML: their tags are written by the sanitizer, always in the same way. */

const images = /<img src="([^"]*)"([^>]*?) ?\/>/g

/** Paths of own uploads that the HTML shows. */
export const uploadsOf = (html: string): string[] => [
  ...new Set([...html.matchAll(images)].flatMap(([, src]) => (/^\/uploads\/[\w/.-]+$/.test(src!) ? src! : []))),
]

/** Sources of other sites, as they stand in the HTML, at most `max`. */
export const remotePicturesOf = (html: string, max: number): string[] =>
  [...new Set([...html.matchAll(images)].flatMap(([, src]) => (/^https?:\/\//i.test(src!) ? src! : [])))].slice(0, max)

/** The address that a source stands for. */
export const addressOf = (source: string): string => source.replaceAll("&amp;", "&")

/** The same HTML with other sources. */
export const withSources = (html: string, sources: ReadonlyMap<string, string>): string =>
  html.replace(images, (tag, src: string, rest: string) => (sources.has(src) ? `<img src="${sources.get(src)!}"${rest} />` : tag))

/** Pictures that do not say how large they are do so now: their place is kept while they load. Sizes by source. */
export const withSizes = (html: string, sizes: ReadonlyMap<string, { width: number; height: number }>): string =>
  html.replace(images, (tag, src: string, rest: string) => {
    const size = sizes.get(src)
    return size && size.width > 0 && !/ (width|height)=/.test(rest)
      ? `<img src="${src}"${rest} width="${size.width}" height="${size.height}" />`
      : tag
  })
