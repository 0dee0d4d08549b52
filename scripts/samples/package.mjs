// Zip packages whose bytes depend on their content only (OOXML and EPUB), and the XML parts they share.
process.env.TZ = "UTC" // fflate writes local time into the directory
const { zipSync, strToU8 } = await import("fflate")

/** The date of all samples. */
export const made = { date: "2026-11-01", iso: "2026-11-01T08:00:00Z" }

export const esc = (text) => String(text).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;")

export const xmlHead = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

/** parts: path → string or bytes, in the order in which they are written; `stored` stay uncompressed. */
export function zip(parts, stored = []) {
  const files = {}
  for (const [path, body] of Object.entries(parts)) {
    const plain = stored.includes(path) || path.endsWith(".png")
    files[path] = [typeof body === "string" ? strToU8(body) : new Uint8Array(body), { level: plain ? 0 : 9 }]
  }
  return Buffer.from(zipSync(files, { mtime: new Date(made.iso) }))
}

const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
export const officeNs = office

/** A .rels part. list: [id, type (last word or a full address), target]. */
export function rels(list) {
  const rows = list.map(([id, type, target]) => {
    const address = type.includes("://") ? type : `${office}/${type}`
    return `<Relationship Id="${id}" Type="${address}" Target="${target}"/>`
  })
  return `${xmlHead}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${rows.join("")}</Relationships>`
}

/** [Content_Types].xml. overrides: part name → content type. */
export function contentTypes(overrides) {
  const rows = Object.entries(overrides).map(([part, type]) => `<Override PartName="${part}" ContentType="${type}"/>`)
  return (
    `${xmlHead}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    '<Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/>' +
    `${rows.join("")}</Types>`
  )
}

export const propTypes = {
  "/docProps/core.xml": "application/vnd.openxmlformats-package.core-properties+xml",
  "/docProps/app.xml": "application/vnd.openxmlformats-officedocument.extended-properties+xml",
}

export const rootRels = (main) =>
  rels([
    ["rId1", "officeDocument", main],
    ["rId2", "http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties", "docProps/core.xml"],
    ["rId3", "extended-properties", "docProps/app.xml"],
  ])

/** The two property parts of an office file. */
export function docProps({ title, subject, keywords }) {
  const core =
    `${xmlHead}<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" ` +
    'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" ' +
    'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">' +
    `<dc:title>${esc(title)}</dc:title><dc:subject>${esc(subject)}</dc:subject><dc:creator>豆架</dc:creator>` +
    `<cp:keywords>${esc(keywords)}</cp:keywords><dc:language>zh-CN</dc:language><cp:lastModifiedBy>豆架</cp:lastModifiedBy>` +
    `<dcterms:created xsi:type="dcterms:W3CDTF">${made.iso}</dcterms:created>` +
    `<dcterms:modified xsi:type="dcterms:W3CDTF">${made.iso}</dcterms:modified></cp:coreProperties>`
  const app =
    `${xmlHead}<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties">` +
    "<Company>豆架</Company></Properties>"
  return { "docProps/core.xml": core, "docProps/app.xml": app }
}
