// Creates a small EPUB 3 with a cover, for screenshots.
import { strToU8, zipSync } from "fflate"

/** @param {string} name @param {string} body XHTML */
const page = (name, body) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="zh-CN"><head><title>${name}</title></head><body>${body}</body></html>`

/**
 * @param {{ title: string, id: string, cover: Uint8Array, body: string }} book `cover` JPEG, `body` XHTML of the only chapter
 * @returns {Uint8Array}
 */
export function epub({ title, id, cover, body }) {
  const container =
    '<?xml version="1.0"?><container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>'
  const book = `<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:identifier id="id">${id}</dc:identifier><dc:title>${title}</dc:title><dc:language>zh-CN</dc:language>
<meta property="dcterms:modified">2026-11-01T08:00:00Z</meta></metadata><manifest>
<item id="cover" href="cover.jpg" media-type="image/jpeg" properties="cover-image"/>
<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
<item id="one" href="one.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="one"/></spine></package>`
  const nav = page("目录", `<nav epub:type="toc"><ol><li><a href="one.xhtml">${title}</a></li></ol></nav>`)
  return zipSync({
    mimetype: [strToU8("application/epub+zip"), { level: 0 }],
    "META-INF/container.xml": strToU8(container),
    "book.opf": strToU8(book),
    "nav.xhtml": strToU8(nav),
    "one.xhtml": strToU8(page(title, body)),
    "cover.jpg": cover,
  })
}
