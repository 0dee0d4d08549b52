// 自建服务器备份指南.epub: EPUB 3 with nav, a cover picture and six chapters; an NCX for old readers.
import { green, ink, pictures } from "./art.mjs"
import { esc, made, xmlHead, zip } from "./package.mjs"
import { html, readText } from "./prose.mjs"

const title = "自建服务器备份指南"
const uid = "urn:uuid:6d1c0b52-4a0e-4f6b-9c53-0f5d7a9b2e11"

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

async function chapter(n) {
  const source = await readText(`backup/${n}.md`)
  const [first = "", ...rest] = source.split("\n")
  const name = first.replace(/^# /, "")
  const body = `<section epub:type="chapter"><h1><small>第 ${n} 章</small>${esc(name)}</h1>\n${html(rest.join("\n"))}</section>`
  return { id: `c${n}`, href: `c${n}.xhtml`, name, body: page(name, body) }
}

export async function backupEpub() {
  const chapters = await Promise.all([1, 2, 3, 4, 5, 6].map(chapter))
  const preface = {
    id: "preface",
    href: "preface.xhtml",
    name: "写在前面",
    body: page(
      "写在前面",
      '<section epub:type="preface"><h1>写在前面</h1><p>这本小书写给自己照看一台服务器的人：也许是一个文库，也许是一个博客，也许是单位里的一套系统。它不讲所有的备份方法，只讲一条走得通的路，从想清楚要保住什么，到真的恢复一次。</p>' +
        "<p>全书六章，每章十分钟以内。建议先通读一遍，再回到第二章，打开终端照着做。命令以 Linux 和 PostgreSQL 为例，路径、域名和账号都是示例，请换成你自己的。</p>" +
        "<p>如果今天只有十分钟，请翻到第二章，先导出一次数据库，再把文件复制到另一台机器上。剩下的可以慢慢来。</p>" +
        "<p>本书可以自由复制、修改和分享，许可协议：Apache-2.0。</p></section>",
    ),
  }
  const spine = [preface, ...chapters]
  const manifest = spine.map(({ id, href }) => `<item id="${id}" href="${href}" media-type="application/xhtml+xml"/>`).join("\n    ")
  const opf = `<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="uid" xml:lang="zh-CN">
  <metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
    <dc:identifier id="uid">${uid}</dc:identifier>
    <dc:title>${title}</dc:title>
    <dc:creator>豆架</dc:creator>
    <dc:language>zh-CN</dc:language>
    <dc:date>${made.date}</dc:date>
    <dc:description>六章读完：要备份什么、数据库怎样导出、文件放到哪里、怎样自动运行，以及怎样恢复一次。</dc:description>
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
  const label = ({ name }, i) => (i === 0 ? name : `第 ${i} 章　${name}`)
  const nav =
    `<nav epub:type="toc" id="toc"><h1>目录</h1><ol>\n${spine.map((item, i) => `<li><a href="${item.href}">${esc(label(item, i))}</a></li>`).join("\n")}\n</ol></nav>\n` +
    '<nav epub:type="landmarks" hidden="hidden"><h2>导览</h2><ol><li><a epub:type="cover" href="cover.xhtml">封面</a></li><li><a epub:type="toc" href="nav.xhtml">目录</a></li><li><a epub:type="bodymatter" href="c1.xhtml">正文</a></li></ol></nav>'
  const ncx =
    `${xmlHead}<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/" version="2005-1"><head><meta name="dtb:uid" content="${uid}"/><meta name="dtb:depth" content="1"/><meta name="dtb:totalPageCount" content="0"/><meta name="dtb:maxPageNumber" content="0"/></head>` +
    `<docTitle><text>${title}</text></docTitle><navMap>${spine.map((item, i) => `<navPoint id="n${i + 1}" playOrder="${i + 1}"><navLabel><text>${esc(label(item, i))}</text></navLabel><content src="${item.href}"/></navPoint>`).join("")}</navMap></ncx>`
  return zip(
    {
      mimetype: "application/epub+zip",
      "META-INF/container.xml":
        '<?xml version="1.0" encoding="UTF-8"?>\n<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml"/></rootfiles></container>\n',
      "EPUB/package.opf": opf,
      "EPUB/nav.xhtml": page("目录", nav),
      "EPUB/toc.ncx": ncx,
      "EPUB/style.css": css,
      "EPUB/cover.png": await pictures.bookCover(),
      "EPUB/cover.xhtml": page("封面", `<section class="cover" epub:type="cover"><img src="cover.png" alt="《${title}》封面"/></section>`),
      ...Object.fromEntries(spine.map(({ href, body }) => [`EPUB/${href}`, body])),
    },
    ["mimetype"],
  )
}
