/* Where what was drawn lies in the storage. */

/** Everything drawn from one content, under its SHA-256. */
export const contentFolder = (sha256: string): string => `pages/${sha256.slice(0, 2)}/${sha256}`
/** The same of one version of the drawing. */
export const pagesFolder = (sha256: string, version: number): string => `${contentFolder(sha256)}/v${version}`
export const pageKey = (sha256: string, version: number, page: number): string => `${pagesFolder(sha256, version)}/${page}.gzip.svg`
/** The words of a page with their boxes, a gzipped JSON array of `TextRun`; missing where the page has none. */
export const textLayerKey = (sha256: string, version: number, page: number): string => `${pagesFolder(sha256, version)}/${page}.words.gz`
/** The small picture of a page; missing where it could not be made. */
export const thumbKey = (sha256: string, version: number, page: number): string => `${pagesFolder(sha256, version)}/${page}.thumb.webp`
export const coverKey = (sha256: string, version: number): string => `${pagesFolder(sha256, version)}/cover.webp`
