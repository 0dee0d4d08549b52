import { makeZip } from "@/server/ports/converter/testing/office.fixture"

const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
const PACKAGE = "http://schemas.openxmlformats.org/package/2006"
const KIND = "application/vnd.openxmlformats-officedocument.presentationml"
const NAMESPACES = `xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="${OFFICE}"`
/** 25.4 by 19.05 cm in EMU. */
const SIZE = [9_144_000, 6_858_000] as const

type SlideParts = {
  /** The XML of its shapes. */
  shapes: string
  /** Attributes of the slide, and its `p:timing`. */
  attributes?: string
  timing?: string
  notes?: string
  comment?: string
  /** Further parts that the slide refers to; `type` is the whole address of the relationship if it has one. */
  relations?: ReadonlyArray<readonly [id: string, type: string, target: string]>
}

/** A rectangle with text; position and size in EMU. */
export const textShape = (id: number, words: string, [x, y, width, height]: readonly number[], fill = "DDEEFF"): string =>
  `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="s${id}"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr><a:xfrm><a:off x="${x}" y="${y}"/><a:ext cx="${width}" cy="${height}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom><a:solidFill><a:srgbClr val="${fill}"/></a:solidFill></p:spPr><p:txBody><a:bodyPr/><a:lstStyle/><a:p><a:r><a:rPr lang="zh-CN" sz="2400"><a:solidFill><a:srgbClr val="000000"/></a:solidFill></a:rPr><a:t>${words}</a:t></a:r></a:p></p:txBody></p:sp>`

const tree = (shapes: string): string =>
  `<p:cSld><p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>${shapes}</p:spTree></p:cSld>`
const part = (root: string, content: string, attributes = ""): string =>
  `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><p:${root} ${NAMESPACES}${attributes}>${content}</p:${root}>`
const relationships = (rows: ReadonlyArray<readonly [id: string, type: string, target: string]>): string =>
  `<Relationships xmlns="${PACKAGE}/relationships">${rows.map(([id, type, target]) => `<Relationship Id="${id}" Type="${type.startsWith("http") ? type : `${OFFICE}/${type}`}" Target="${target}"/>`).join("")}</Relationships>`

const fill = '<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>'
const line = `<a:ln w="9525">${fill}</a:ln>`
const effect = "<a:effectStyle><a:effectLst/></a:effectStyle>"
const colours =
  "dk1:000000 lt1:FFFFFF dk2:1F497D lt2:EEECE1 accent1:4F81BD accent2:C0504D accent3:9BBB59 accent4:8064A2 accent5:4BACC6 accent6:F79646 hlink:0000FF folHlink:800080"
    .split(" ")
    .map((pair) => pair.split(":"))
    .map(([name, value]) => `<a:${name}><a:srgbClr val="${value}"/></a:${name}>`)
    .join("")
const face = '<a:latin typeface="Arial"/><a:ea typeface=""/><a:cs typeface=""/>'
const theme = `<a:theme xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" name="t"><a:themeElements><a:clrScheme name="t">${colours}</a:clrScheme><a:fontScheme name="t"><a:majorFont>${face}</a:majorFont><a:minorFont>${face}</a:minorFont></a:fontScheme><a:fmtScheme name="t"><a:fillStyleLst>${fill.repeat(3)}</a:fillStyleLst><a:lnStyleLst>${line.repeat(3)}</a:lnStyleLst><a:effectStyleLst>${effect.repeat(3)}</a:effectStyleLst><a:bgFillStyleLst>${fill.repeat(3)}</a:bgFillStyleLst></a:fmtScheme></a:themeElements></a:theme>`
const map =
  '<p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"/>'

const notesBody = (words: string): string =>
  `<p:sp><p:nvSpPr><p:cNvPr id="3" name="n"/><p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr><p:nvPr><p:ph type="body" idx="1"/></p:nvPr></p:nvSpPr><p:spPr/><p:txBody><a:bodyPr/><a:lstStyle/><a:p><a:r><a:t>${words}</a:t></a:r></a:p></p:txBody></p:sp>`

/** Makes a presentation with a master, a layout, a theme and notes. `files` and `types` are further parts and their content types. */
export function makeSlides(slides: readonly SlideParts[], files: Record<string, string | Uint8Array> = {}, types = ""): Buffer {
  const override = (name: string, type: string): string => `<Override PartName="/ppt/${name}.xml" ContentType="${KIND}.${type}+xml"/>`
  const parts: Record<string, string | Uint8Array> = {
    "_rels/.rels": relationships([["r1", "officeDocument", "ppt/presentation.xml"]]),
    "ppt/presentation.xml": part(
      "presentation",
      `<p:sldMasterIdLst><p:sldMasterId id="2147483648" r:id="m1"/></p:sldMasterIdLst><p:notesMasterIdLst><p:notesMasterId r:id="n1"/></p:notesMasterIdLst><p:sldIdLst>${slides.map((_, index) => `<p:sldId id="${256 + index}" r:id="s${index + 1}"/>`).join("")}</p:sldIdLst><p:sldSz cx="${SIZE[0]}" cy="${SIZE[1]}"/><p:notesSz cx="${SIZE[1]}" cy="${SIZE[0]}"/>`,
    ),
    "ppt/_rels/presentation.xml.rels": relationships([
      ["m1", "slideMaster", "slideMasters/slideMaster1.xml"],
      ["n1", "notesMaster", "notesMasters/notesMaster1.xml"],
      ["t1", "theme", "theme/theme1.xml"],
      ["a1", "commentAuthors", "commentAuthors.xml"],
      ...slides.map((_, index) => [`s${index + 1}`, "slide", `slides/slide${index + 1}.xml`] as const),
    ]),
    "ppt/slideMasters/slideMaster1.xml": part(
      "sldMaster",
      `${tree("")}${map}<p:sldLayoutIdLst><p:sldLayoutId id="2147483649" r:id="l1"/></p:sldLayoutIdLst>`,
    ),
    "ppt/slideMasters/_rels/slideMaster1.xml.rels": relationships([
      ["l1", "slideLayout", "../slideLayouts/slideLayout1.xml"],
      ["t1", "theme", "../theme/theme1.xml"],
    ]),
    "ppt/slideLayouts/slideLayout1.xml": part("sldLayout", tree(""), ' type="blank"'),
    "ppt/slideLayouts/_rels/slideLayout1.xml.rels": relationships([["m1", "slideMaster", "../slideMasters/slideMaster1.xml"]]),
    "ppt/notesMasters/notesMaster1.xml": part("notesMaster", `${tree("")}${map}`),
    "ppt/notesMasters/_rels/notesMaster1.xml.rels": relationships([["t1", "theme", "../theme/theme2.xml"]]),
    "ppt/theme/theme1.xml": theme,
    "ppt/theme/theme2.xml": theme,
    "ppt/commentAuthors.xml": part("cmAuthorLst", '<p:cmAuthor id="0" name="审阅人" initials="x" lastIdx="1" clrIdx="0"/>'),
    ...files,
  }
  let overrides = override("slideMasters/slideMaster1", "slideMaster") + override("slideLayouts/slideLayout1", "slideLayout")
  overrides += override("notesMasters/notesMaster1", "notesMaster") + override("commentAuthors", "commentAuthors")
  for (const [index, { shapes, attributes = "", timing = "", notes, comment, relations = [] }] of slides.entries()) {
    const number = index + 1
    parts[`ppt/slides/slide${number}.xml`] = part("sld", `${tree(shapes)}${timing}`, attributes)
    const rows = [["l1", "slideLayout", "../slideLayouts/slideLayout1.xml"], ...relations] as [string, string, string][]
    overrides += override(`slides/slide${number}`, "slide")
    if (notes !== undefined) {
      rows.push(["n1", "notesSlide", `../notesSlides/notesSlide${number}.xml`])
      parts[`ppt/notesSlides/notesSlide${number}.xml`] = part("notes", tree(notesBody(notes)))
      parts[`ppt/notesSlides/_rels/notesSlide${number}.xml.rels`] = relationships([
        ["m1", "notesMaster", "../notesMasters/notesMaster1.xml"],
        ["s1", "slide", `../slides/slide${number}.xml`],
      ])
      overrides += override(`notesSlides/notesSlide${number}`, "notesSlide")
    }
    if (comment !== undefined) {
      rows.push(["c1", "comments", `../comments/comment${number}.xml`])
      parts[`ppt/comments/comment${number}.xml`] = part(
        "cmLst",
        `<p:cm authorId="0" dt="2026-01-01T00:00:00" idx="1"><p:pos x="10" y="10"/><p:text>${comment}</p:text></p:cm>`,
      )
      overrides += override(`comments/comment${number}`, "comments")
    }
    parts[`ppt/slides/_rels/slide${number}.xml.rels`] = relationships(rows)
  }
  const theTheme = [1, 2].map(
    (number) =>
      `<Override PartName="/ppt/theme/theme${number}.xml" ContentType="application/vnd.openxmlformats-officedocument.theme+xml"/>`,
  )
  parts["[Content_Types].xml"] =
    `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/ppt/presentation.xml" ContentType="${KIND}.presentation.main+xml"/>${overrides}${theTheme.join("")}${types}</Types>`
  return makeZip(parts)
}
