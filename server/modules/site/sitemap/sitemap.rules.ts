/* The texts of the site map (https://www.sitemaps.org/protocol.html). Pure. */

/** The protocol's limit for the addresses of one part, and so the span of ids that a part covers. */
export const partSize = 50_000

/** Stands for the site's address in the stored parts while the settings name none; it is replaced when they are served. */
export const unknownOrigin = "http://site.invalid"

/** One stored part. `mark` tells whether its rows are still the same. */
export type Part = { name: string; count: number; mark: string; lastmod: string | null }
/** What is stored: its addresses begin with `origin`. */
export type Manifest = { origin: string; built_at: string; parts: Part[] }

const escaped = (text: string) => text.replace(/[<>&'"]/g, (char) => `&#${char.charCodeAt(0)};`)
const head = `<?xml version="1.0" encoding="UTF-8"?>\n`
const namespace = `xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"`

export const partOpening = `${head}<urlset ${namespace}>\n`
export const partClosing = "</urlset>\n"

/** One line of a part; addresses of the site never stand across two. */
export const urlLine = (origin: string, path: string, lastmod: Date | null): string =>
  `<url><loc>${escaped(origin + path)}</loc>${lastmod ? `<lastmod>${lastmod.toISOString()}</lastmod>` : ""}</url>\n`

export const partPath = (name: string): string => `/sitemap/${name}.xml.gz`

/** `/sitemap.xml`: the list of parts. */
export const sitemapIndex = (origin: string, parts: Part[]): string =>
  `${head}<sitemapindex ${namespace}>\n${parts
    .map(
      ({ name, lastmod }) =>
        `<sitemap><loc>${escaped(origin + partPath(name))}</loc>${lastmod ? `<lastmod>${lastmod}</lastmod>` : ""}</sitemap>\n`,
    )
    .join("")}</sitemapindex>\n`
