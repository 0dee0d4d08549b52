// PresentationML: shapes, tables and the parts of a 16:9 deck with one master, two layouts and real title placeholders.
import { green, ink } from "./art.mjs"
import { contentTypes, docProps, esc, officeNs, propTypes, rels, rootRels, xmlHead, zip } from "./package.mjs"

const drawing = "http://schemas.openxmlformats.org/drawingml/2006/main"
const ns = `xmlns:a="${drawing}" xmlns:r="${officeNs}" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"`
const emu = (inches) => Math.round(inches * 914400)
const hex = (color) => color.slice(1).toUpperCase()
const solid = (color) => (color ? `<a:solidFill><a:srgbClr val="${hex(color)}"/></a:solidFill>` : "<a:noFill/>")
const frame = (x, y, w, h, tag = "a") =>
  `<${tag}:xfrm><a:off x="${emu(x)}" y="${emu(y)}"/><a:ext cx="${emu(w)}" cy="${emu(h)}"/></${tag}:xfrm>`

let id = 10
const fonts = '<a:latin typeface="Arial"/><a:ea typeface="微软雅黑"/>'

const run = (text, { size, bold, color }) =>
  `<a:r><a:rPr lang="zh-CN" sz="${size * 100}"${bold ? ' b="1"' : ' b="0"'} dirty="0">${solid(color)}${fonts}</a:rPr><a:t>${esc(text)}</a:t></a:r>`

/** A paragraph; **words** between double stars are bold. */
function paragraph(line, style) {
  const { size = 16, bold = false, color = ink.text, align = "l", gap = 0, height = 125, bullet = false } = style
  const parts = line
    .split("**")
    .map((part, i) => (part ? run(part, { size, bold: bold || i % 2 === 1, color }) : ""))
    .join("")
  const marks = bullet
    ? `<a:buClr><a:srgbClr val="${hex(green.sprout)}"/></a:buClr><a:buFont typeface="Arial"/><a:buChar char="•"/>`
    : "<a:buNone/>"
  return (
    `<a:p><a:pPr algn="${align}"${bullet ? ` marL="${emu(0.25)}" indent="${emu(-0.25)}"` : ' marL="0" indent="0"'}>` +
    `<a:lnSpc><a:spcPct val="${height * 1000}"/></a:lnSpc><a:spcBef><a:spcPts val="${gap * 100}"/></a:spcBef>${marks}</a:pPr>${parts}</a:p>`
  )
}

/**
 * A text box or filled shape. text: lines or [line, style] pairs; box in inches. Properties that are not the shape's are the style of its lines.
 * @typedef {{ size?: number, bold?: boolean, color?: string, align?: string, gap?: number, height?: number, bullet?: boolean }} Style
 * @typedef {Style & { fill?: string, line?: string, round?: number, anchor?: string, inset?: number[], kind?: string }} ShapeStyle
 * @param {[number, number, number, number]} box
 * @param {(string | (string | Style)[])[] | null} text
 * @param {ShapeStyle} [look]
 */
export function shape([x, y, w, h], text, { fill, line, round = 0, anchor = "t", inset = [0.08, 0.04], kind = "rect", ...style } = {}) {
  const n = id++
  const geometry = round
    ? `<a:prstGeom prst="roundRect"><a:avLst><a:gd name="adj" fmla="val ${Math.round((round / Math.min(w, h)) * 100000)}"/></a:avLst></a:prstGeom>`
    : `<a:prstGeom prst="${kind}"><a:avLst/></a:prstGeom>`
  const lines = (text ?? [])
    .map((entry) =>
      Array.isArray(entry) ? paragraph(String(entry[0]), { ...style, .../** @type {Style} */ (entry[1]) }) : paragraph(entry, style),
    )
    .join("")
  return (
    `<p:sp><p:nvSpPr><p:cNvPr id="${n}" name="形状 ${n}"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr>${frame(x, y, w, h)}${geometry}${solid(fill)}` +
    `<a:ln${line ? ' w="12700"' : ""}>${solid(line)}</a:ln></p:spPr><p:txBody><a:bodyPr wrap="square" lIns="${emu(inset[0])}" rIns="${emu(inset[0])}" tIns="${emu(inset[1])}" bIns="${emu(inset[1])}" anchor="${anchor}"><a:noAutofit/></a:bodyPr><a:lstStyle/>` +
    `${lines || '<a:p><a:endParaRPr lang="zh-CN"/></a:p>'}</p:txBody></p:sp>`
  )
}

export const image = ([x, y, w, h], rel, label) =>
  `<p:pic><p:nvPicPr><p:cNvPr id="${id}" name="图片 ${id++}" descr="${esc(label)}"/><p:cNvPicPr><a:picLocks noChangeAspect="1"/></p:cNvPicPr><p:nvPr/></p:nvPicPr>` +
  `<p:blipFill><a:blip r:embed="${rel}"/><a:stretch><a:fillRect/></a:stretch></p:blipFill><p:spPr>${frame(x, y, w, h)}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr></p:pic>`

/** A title (or subtitle) with position and font of the layout. */
const placeholder = (type, text, idx) =>
  `<p:sp><p:nvSpPr><p:cNvPr id="${type === "subTitle" ? 3 : 2}" name="${type === "subTitle" ? "副标题" : "标题"}"/><p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr><p:nvPr><p:ph type="${type}"${idx ? ` idx="${idx}"` : ""}/></p:nvPr></p:nvSpPr><p:spPr/>` +
  `<p:txBody><a:bodyPr/><a:lstStyle/>${text
    .split("\n")
    .map((line) => `<a:p><a:r><a:rPr lang="zh-CN" dirty="0"/><a:t>${esc(line)}</a:t></a:r></a:p>`)
    .join("")}</p:txBody></p:sp>`

const pageNumber =
  '<p:sp><p:nvSpPr><p:cNvPr id="4" name="页码"/><p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr><p:nvPr><p:ph type="sldNum" sz="quarter" idx="12"/></p:nvPr></p:nvSpPr><p:spPr/>' +
  '<p:txBody><a:bodyPr/><a:lstStyle/><a:p><a:fld id="{B6F15528-21DE-4FAA-801E-634DDDAF4B2B}" type="slidenum"><a:rPr lang="zh-CN"/><a:t>‹#›</a:t></a:fld></a:p></p:txBody></p:sp>'

/** A real table. rows: texts; widths and row height in inches. */
export function table([x, y], rows, widths, height = 0.52, size = 14) {
  const side = (tag, color) => `<a:${tag} w="9525">${solid(color)}</a:${tag}>`
  const none = (tag) => `<a:${tag} w="0"><a:noFill/></a:${tag}>`
  const body = rows.map(
    (cells, r) =>
      `<a:tr h="${emu(height)}">${cells
        .map(
          (text, c) =>
            `<a:tc><a:txBody><a:bodyPr/><a:lstStyle/>${paragraph(text, { size, bold: r === 0 || c === 0, color: r === 0 ? green.dark : c === 0 ? green.deep : ink.text, height: 110 })}</a:txBody>` +
            `<a:tcPr marL="${emu(0.14)}" marR="${emu(0.1)}" marT="${emu(0.04)}" marB="${emu(0.04)}" anchor="ctr">${none("lnL")}${none("lnR")}${side("lnT", r === 0 ? green.deep : ink.line)}${side("lnB", r === rows.length - 1 || r === 0 ? green.deep : ink.line)}${solid(r === 0 ? green.soft : "#ffffff")}</a:tcPr></a:tc>`,
        )
        .join("")}</a:tr>`,
  )
  const total = widths.reduce((a, b) => a + b)
  return (
    `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="${id}" name="表格 ${id++}"/><p:cNvGraphicFramePr><a:graphicFrameLocks noGrp="1"/></p:cNvGraphicFramePr><p:nvPr/></p:nvGraphicFramePr>${frame(x, y, total, height * rows.length, "p")}` +
    `<a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/table"><a:tbl><a:tblPr firstRow="1"/><a:tblGrid>${widths.map((w) => `<a:gridCol w="${emu(w)}"/>`).join("")}</a:tblGrid>${body.join("")}</a:tbl></a:graphicData></a:graphic></p:graphicFrame>`
  )
}

const tree = (shapes) =>
  `<p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/><a:chOff x="0" y="0"/><a:chExt cx="0" cy="0"/></a:xfrm></p:grpSpPr>${shapes}</p:spTree>`
const background = (color) => `<p:bg><p:bgPr>${solid(color)}<a:effectLst/></p:bgPr></p:bg>`
const mapped = "<p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr>"

const masterPlaceholder = (n, name, ph, box, body, text) =>
  `<p:sp><p:nvSpPr><p:cNvPr id="${n}" name="${name}"/><p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr><p:nvPr><p:ph ${ph}/></p:nvPr></p:nvSpPr><p:spPr>${frame(...box)}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr><p:txBody>${body}<a:p>${text}</a:p></p:txBody></p:sp>`
const words = (text) => `<a:r><a:rPr lang="zh-CN"/><a:t>${text}</a:t></a:r>`
const number = '<a:fld id="{B6F15528-21DE-4FAA-801E-634DDDAF4B2B}" type="slidenum"><a:rPr lang="zh-CN"/><a:t>‹#›</a:t></a:fld>'
const numberStyle = `<a:bodyPr lIns="0" rIns="0" anchor="ctr"/><a:lstStyle><a:lvl1pPr algn="r"><a:defRPr sz="1100">${solid(ink.third)}${fonts}</a:defRPr></a:lvl1pPr></a:lstStyle>`
const footer = (place) => masterPlaceholder(4, "页码", `type="sldNum" sz="quarter"${place}`, [11.6, 6.98, 1, 0.3], numberStyle, number)

function masterXml() {
  const level = (size, bold, color) => `<a:defRPr sz="${size * 100}" b="${bold ? 1 : 0}" kern="1200">${solid(color)}${fonts}</a:defRPr>`
  return (
    `${xmlHead}<p:sldMaster ${ns}><p:cSld>${background(green.paper)}${tree(
      masterPlaceholder(
        2,
        "标题",
        'type="title"',
        [0.72, 0.5, 11.9, 0.86],
        '<a:bodyPr lIns="0" rIns="0" anchor="ctr"><a:normAutofit/></a:bodyPr><a:lstStyle/>',
        words("标题"),
      ) +
        masterPlaceholder(
          3,
          "正文",
          'type="body" idx="1"',
          [0.72, 1.7, 11.9, 4.9],
          '<a:bodyPr lIns="0" rIns="0"/><a:lstStyle/>',
          words("正文"),
        ) +
        footer(' idx="4"'),
    )}</p:cSld>` +
    '<p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"/>' +
    '<p:sldLayoutIdLst><p:sldLayoutId id="2147483649" r:id="rId1"/><p:sldLayoutId id="2147483650" r:id="rId2"/></p:sldLayoutIdLst>' +
    `<p:txStyles><p:titleStyle><a:lvl1pPr algn="l"><a:lnSpc><a:spcPct val="110000"/></a:lnSpc><a:buNone/>${level(30, true, ink.text)}</a:lvl1pPr></p:titleStyle><p:bodyStyle><a:lvl1pPr algn="l"><a:lnSpc><a:spcPct val="130000"/></a:lnSpc><a:buNone/>${level(18, false, ink.second)}</a:lvl1pPr></p:bodyStyle><p:otherStyle><a:lvl1pPr>${level(16, false, ink.text)}</a:lvl1pPr></p:otherStyle></p:txStyles></p:sldMaster>`
  )
}

const coverLayout = () =>
  `${xmlHead}<p:sldLayout ${ns} type="title" preserve="1"><p:cSld name="封面">${tree(
    shape([0, 0, 0.22, 7.5], null, { fill: green.deep }) +
      masterPlaceholder(
        2,
        "标题",
        'type="ctrTitle"',
        [1.1, 1.75, 10, 1.1],
        `<a:bodyPr lIns="0" anchor="b"><a:normAutofit/></a:bodyPr><a:lstStyle><a:lvl1pPr><a:defRPr sz="5400" b="1">${solid(ink.text)}${fonts}</a:defRPr></a:lvl1pPr></a:lstStyle>`,
        words("标题"),
      ) +
      masterPlaceholder(
        3,
        "副标题",
        'type="subTitle" idx="1"',
        [1.1, 2.98, 10, 0.6],
        `<a:bodyPr lIns="0"/><a:lstStyle><a:lvl1pPr marL="0" indent="0"><a:buNone/><a:defRPr sz="2000">${solid(ink.second)}${fonts}</a:defRPr></a:lvl1pPr></a:lstStyle>`,
        words("副标题"),
      ),
  )}</p:cSld>${mapped}</p:sldLayout>`

const pageLayout = (name) =>
  `${xmlHead}<p:sldLayout ${ns} type="titleOnly" preserve="1"><p:cSld name="标题与内容">${tree(
    shape([0.72, 1.36, 0.62, 0.06], null, { fill: green.sprout }) +
      masterPlaceholder(2, "标题", 'type="title"', [0.72, 0.5, 11.9, 0.86], "<a:bodyPr/><a:lstStyle/>", words("标题")) +
      shape([0.72, 6.98, 6, 0.3], [name], { size: 11, color: ink.third, inset: [0, 0], anchor: "ctr" }) +
      footer(' idx="12"'),
  )}</p:cSld>${mapped}</p:sldLayout>`

function themeXml() {
  const color = (name, value) => `<a:${name}><a:srgbClr val="${hex(value)}"/></a:${name}>`
  const font = `<a:latin typeface="Arial"/><a:ea typeface="微软雅黑"/><a:cs typeface="Arial"/>`
  const fill = '<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>'
  return (
    `${xmlHead}<a:theme xmlns:a="${drawing}" name="豆架"><a:themeElements><a:clrScheme name="豆架">${[
      ["dk1", ink.text],
      ["lt1", "#ffffff"],
      ["dk2", green.dark],
      ["lt2", green.paper],
      ["accent1", green.deep],
      ["accent2", green.sprout],
      ["accent3", green.line],
      ["accent4", "#83551a"],
      ["accent5", "#285cab"],
      ["accent6", ink.third],
      ["hlink", green.deep],
      ["folHlink", ink.third],
    ]
      .map(([name, value]) => color(name, value))
      .join("")}</a:clrScheme>` +
    `<a:fontScheme name="豆架"><a:majorFont>${font}</a:majorFont><a:minorFont>${font}</a:minorFont></a:fontScheme>` +
    `<a:fmtScheme name="豆架"><a:fillStyleLst>${fill.repeat(3)}</a:fillStyleLst><a:lnStyleLst>${`<a:ln w="9525">${fill}</a:ln>`.repeat(3)}</a:lnStyleLst><a:effectStyleLst>${"<a:effectStyle><a:effectLst/></a:effectStyle>".repeat(3)}</a:effectStyleLst><a:bgFillStyleLst>${fill.repeat(3)}</a:bgFillStyleLst></a:fmtScheme></a:themeElements></a:theme>`
  )
}

/** slides: [{title, subtitle?, shapes, back?}], the first is the cover; `back` lies behind the title. images: relation name → PNG bytes. */
export function pptx({ info, slides, images }) {
  const kind = "application/vnd.openxmlformats-officedocument.presentationml."
  const parts = {}
  slides.forEach(({ title, subtitle, shapes, back = "" }, i) => {
    const head = subtitle ? placeholder("ctrTitle", title) + placeholder("subTitle", subtitle, 1) : placeholder("title", title)
    parts[`ppt/slides/slide${i + 1}.xml`] =
      `${xmlHead}<p:sld ${ns}><p:cSld>${tree(back + head + shapes + (subtitle ? "" : pageNumber))}</p:cSld>${mapped}</p:sld>`
    const used = Object.keys(images).filter((name) => shapes.includes(`"${name}"`))
    parts[`ppt/slides/_rels/slide${i + 1}.xml.rels`] = rels([
      ["layout", "slideLayout", `../slideLayouts/slideLayout${subtitle ? 1 : 2}.xml`],
      ...used.map((name) => [name, "image", `../media/${name}.png`]),
    ])
  })
  const list = slides.map((_, i) => `<p:sldId id="${256 + i}" r:id="slide${i + 1}"/>`).join("")
  return zip({
    "[Content_Types].xml": contentTypes({
      "/ppt/presentation.xml": `${kind}presentation.main+xml`,
      "/ppt/slideMasters/slideMaster1.xml": `${kind}slideMaster+xml`,
      "/ppt/slideLayouts/slideLayout1.xml": `${kind}slideLayout+xml`,
      "/ppt/slideLayouts/slideLayout2.xml": `${kind}slideLayout+xml`,
      "/ppt/theme/theme1.xml": "application/vnd.openxmlformats-officedocument.theme+xml",
      ...Object.fromEntries(slides.map((_, i) => [`/ppt/slides/slide${i + 1}.xml`, `${kind}slide+xml`])),
      ...propTypes,
    }),
    "_rels/.rels": rootRels("ppt/presentation.xml"),
    ...docProps(info),
    "ppt/presentation.xml": `${xmlHead}<p:presentation ${ns}><p:sldMasterIdLst><p:sldMasterId id="2147483648" r:id="master"/></p:sldMasterIdLst><p:sldIdLst>${list}</p:sldIdLst><p:sldSz cx="${emu(40 / 3)}" cy="${emu(7.5)}"/><p:notesSz cx="6858000" cy="9144000"/></p:presentation>`,
    "ppt/_rels/presentation.xml.rels": rels([
      ["master", "slideMaster", "slideMasters/slideMaster1.xml"],
      ["theme", "theme", "theme/theme1.xml"],
      ...slides.map((_, i) => [`slide${i + 1}`, "slide", `slides/slide${i + 1}.xml`]),
    ]),
    "ppt/theme/theme1.xml": themeXml(),
    "ppt/slideMasters/slideMaster1.xml": masterXml(),
    "ppt/slideMasters/_rels/slideMaster1.xml.rels": rels([
      ["rId1", "slideLayout", "../slideLayouts/slideLayout1.xml"],
      ["rId2", "slideLayout", "../slideLayouts/slideLayout2.xml"],
      ["rId3", "theme", "../theme/theme1.xml"],
    ]),
    "ppt/slideLayouts/slideLayout1.xml": coverLayout(),
    "ppt/slideLayouts/slideLayout2.xml": pageLayout(info.title),
    ...Object.fromEntries(
      [1, 2].map((n) => [
        `ppt/slideLayouts/_rels/slideLayout${n}.xml.rels`,
        rels([["rId1", "slideMaster", "../slideMasters/slideMaster1.xml"]]),
      ]),
    ),
    ...parts,
    ...Object.fromEntries(Object.entries(images).map(([name, png]) => [`ppt/media/${name}.png`, png])),
  })
}
