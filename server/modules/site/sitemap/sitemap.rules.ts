/* The texts of the sitemap (https://www.sitemaps.org/protocol.html). Pure functions. */

/** The protocol's limit on URLs per part, and therefore the span of ids that a part covers. */
export const partSize = 50_000

/** Placeholder for the origin in stored parts while the settings contain none; replaced when they are served. */
export const unknownOrigin = "http://site.invalid"

/** One stored part. `mark` shows whether its rows have changed. */
export type SitemapPart = { name: string; count: number; mark: string; lastmod: string | null }
/** The stored manifest; URLs in its parts start with `origin`. */
export type SitemapManifest = { origin: string; built_at: string; parts: SitemapPart[] }

const escaped = (text: string) => text.replace(/[<>&'"]/g, (char) => `&#${char.charCodeAt(0)};`)
const head = `<?xml version="1.0" encoding="UTF-8"?>\n`
const namespace = `xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"`

export const partOpening = `${head}<urlset ${namespace}>\n`
export const partClosing = "</urlset>\n"

/** Returns one line of a part. A URL of the site never spans two lines. */
export const urlLine = (origin: string, path: string, lastmod: Date | null): string =>
  `<url><loc>${escaped(origin + path)}</loc>${lastmod ? `<lastmod>${lastmod.toISOString()}</lastmod>` : ""}</url>\n`

export const partPath = (name: string): string => `/sitemap/${name}.xml.gz`

/** Renders `/sitemap.xml`: the list of parts. */
export const sitemapIndex = (origin: string, parts: SitemapPart[]): string =>
  `${head}<sitemapindex ${namespace}>\n${parts
    .map(
      ({ name, lastmod }) =>
        `<sitemap><loc>${escaped(origin + partPath(name))}</loc>${lastmod ? `<lastmod>${lastmod}</lastmod>` : ""}</sitemap>\n`,
    )
    .join("")}</sitemapindex>\n`
