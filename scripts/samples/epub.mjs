// EPUB 3 books with a nav, a cover picture and an NCX for old readers.
import { green, ink } from "./art.mjs"
import { esc, made, xmlHead, zip } from "./package.mjs"

const css = `@page { margin: 1.2em }
body { margin: 0 4%; line-height: 1.8; color: ${ink.text}; line-break: strict }
h1 { margin: 1.6em 0 1em; padding-bottom: .4em; border-bottom: 2px solid ${green.deep}; font-size: 1.6em; line-height: 1.4 }
h1 small { display: block; color: ${green.deep}; font-size: .5em; font-weight: normal }
h2 { margin: 1.8em 0 .6em; color: ${green.deep}; font-size: 1.2em; line-height: 1.5 }
p { margin: .7em 0; text-align: justify } li { margin: .3em 0 }
pre { padding: .8em 1em; background: #f3f8f0; border-left: 3px solid ${green.sprout}; font-size: .82em; line-height: 1.6; white-space: pre-wrap; overflow-wrap: anywhere }
code { font-family: Consolas, Menlo, monospace } p code, li code, td code { padding: 0 .25em; background: #f3f8f0 }
blockquote { margin: 1em 0; padding: .2em 1em; border-left: 3px solid ${green.sprout}; background: #f3f8f0; color: ${ink.second} }
table { width: 100%; margin: 1em 0; border-collapse: collapse; font-size: .92em; line-height: 1.6 }
th, td { padding: .45em .6em; border-bottom: 1px solid ${ink.line}; text-align: left; vertical-align: top } th { background: ${green.soft}; color: ${green.dark} }
.cover { margin: 0; text-align: center } .cover img { max-width: 100%; max-height: 100% }
nav ol { list-style: none; padding: 0 } nav li { margin: .6em 0 } nav a { color: ${green.deep}; text-decoration: none }`

const page = (name, body, type = "") =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE html>\n<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" xml:lang="zh-CN" lang="zh-CN">\n` +
  `<head><meta charset="UTF-8"/><title>${esc(name)}</title><link rel="stylesheet" type="text/css" href="style.css"/></head>\n<body${type}>\n${body}\n</body>\n</html>\n`

/**
 * An EPUB 3. pages: [{id, href, name, body}] in reading order, `body` XHTML; cover: PNG bytes.
 * @param {{ title: string, uid: string, description: string, css?: string, cover: Uint8Array, pages: { id: string, href: string, name: string, body: string }[] }} book
 */
export function epub({ title, uid, description, css: more = "", cover, pages }) {
  const spine = pages.map((item) => ({ ...item, body: page(item.name, item.body) }))
  const manifest = spine.map(({ id, href }) => `<item id="${id}" href="${href}" media-type="application/xhtml+xml"/>`).join("\n    ")
  const opf = `<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="uid" xml:lang="zh-CN">
  <metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
    <dc:identifier id="uid">${uid}</dc:identifier>
    <dc:title>${title}</dc:title>
    <dc:creator>豆架</dc:creator>
    <dc:language>zh-CN</dc:language>
    <dc:date>${made.date}</dc:date>
    <dc:description>${esc(description)}</dc:description>
    <dc:rights>Apache-2.0</dc:rights>
    <meta property="dcterms:modified">${made.iso}</meta>
    <meta name="cover" content="cover-image"/>
  </metadata>
  <manifest>
    <item id="cover-image" href="cover.png" media-type="image/png" properties="cover-image"/>
    <item id="cover" href="cover.xhtml" media-type="application/xhtml+xml"/>
    <item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
    <item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>
    <item id="css" href="style.css" media-type="text/css"/>
    ${manifest}
  </manifest>
  <spine toc="ncx">
    <itemref idref="cover"/>
    <itemref idref="nav"/>
    ${spine.map(({ id }) => `<itemref idref="${id}"/>`).join("\n    ")}
  </spine>
</package>
`
  const label = ({ name }) => name
  const nav =
    `<nav epub:type="toc" id="toc"><h1>目录</h1><ol>\n${spine.map((item) => `<li><a href="${item.href}">${esc(label(item))}</a></li>`).join("\n")}\n</ol></nav>\n` +
    '<nav epub:type="landmarks" hidden="hidden"><h2>导览</h2><ol><li><a epub:type="cover" href="cover.xhtml">封面</a></li><li><a epub:type="toc" href="nav.xhtml">目录</a></li><li><a epub:type="bodymatter" href="' +
    `${spine[0]?.href}">正文</a></li></ol></nav>`
  const ncx =
    `${xmlHead}<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/" version="2005-1"><head><meta name="dtb:uid" content="${uid}"/><meta name="dtb:depth" content="1"/><meta name="dtb:totalPageCount" content="0"/><meta name="dtb:maxPageNumber" content="0"/></head>` +
    `<docTitle><text>${title}</text></docTitle><navMap>${spine.map((item, i) => `<navPoint id="n${i + 1}" playOrder="${i + 1}"><navLabel><text>${esc(label(item))}</text></navLabel><content src="${item.href}"/></navPoint>`).join("")}</navMap></ncx>`
  return zip(
    {
      mimetype: "application/epub+zip",
      "META-INF/container.xml":
        '<?xml version="1.0" encoding="UTF-8"?>\n<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml"/></rootfiles></container>\n',
      "EPUB/package.opf": opf,
      "EPUB/nav.xhtml": page("目录", nav),
      "EPUB/toc.ncx": ncx,
      "EPUB/style.css": css + more,
      "EPUB/cover.png": cover,
      "EPUB/cover.xhtml": page("封面", `<section class="cover" epub:type="cover"><img src="cover.png" alt="《${title}》封面"/></section>`),
      ...Object.fromEntries(spine.map(({ href, body }) => [`EPUB/${href}`, body])),
    },
    ["mimetype"],
  )
}
