/* The texts of the sitemap (https://www.sitemaps.org/protocol.html). Pure functions. */

/** The protocol's limit on URLs per part, and therefore the span of ids that a part covers. */
export const partSize = 50_000

/** Placeholder for the origin in stored parts while the settings contain none; replaced when they are served. */
export const unknownOrigin = "http://site.invalid"

/** One stored part. `mark` shows whether its rows have changed. */
export type SitemapPart = { name: string; count: number; mark: string; lastmod: string | null }
/**
 * The stored manifest; URLs in its parts start with `origin`. It contains all changes of transactions below `seen` of `database`; all parts
 * were compared with the tables at `compared_at`. Manifests of earlier versions lack these three.
 */
export type SitemapManifest = {
  origin: string
  built_at: string
  parts: SitemapPart[]
  size?: number
  seen?: number
  database?: string
  compared_at?: string
}

const escaped = (text: string) => text.replace(/[<>&'"]/g, (char) => `&#${char.charCodeAt(0)};`)
const head = `<?xml version="1.0" encoding="UTF-8"?>\n`
const namespace = `xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"`
/** https://developers.google.com/search/docs/crawling-indexing/sitemaps/image-sitemaps */
const images = `xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"`

export const partOpening = `${head}<urlset ${namespace} ${images}>\n`
export const partClosing = "</urlset>\n"

/** Returns one line of a part, with the path of the page's image, if it has one. A URL of the site never spans two lines. */
export const urlLine = (origin: string, path: string, lastmod: Date | null, image = ""): string =>
  `<url><loc>${escaped(origin + path)}</loc>${lastmod ? `<lastmod>${lastmod.toISOString()}</lastmod>` : ""}` +
  `${image && `<image:image><image:loc>${escaped(origin + image)}</image:loc></image:image>`}</url>\n`

export const partPath = (name: string): string => `/sitemap/${name}.xml.gz`

/** Renders `/sitemap.xml`: the list of parts. */
export const sitemapIndex = (origin: string, parts: SitemapPart[]): string =>
  `${head}<sitemapindex ${namespace}>\n${parts
    .map(
      ({ name, lastmod }) =>
        `<sitemap><loc>${escaped(origin + partPath(name))}</loc>${lastmod ? `<lastmod>${lastmod}</lastmod>` : ""}</sitemap>\n`,
    )
    .join("")}</sitemapindex>\n`
