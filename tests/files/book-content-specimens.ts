import sharp from "sharp"
import { expect } from "vitest"
import { makeAzw3, makeMobi } from "@/server/ports/converter/testing/mobi.fixture"
import type { ConversionRun } from "@/server/ports/converter/testing/conversion.fixture"
import { type BookItem, bookPage, makeBook } from "./books/epub-files"
import type { Specimen } from "./specimen"

const picture = (colour: string, format: "png" | "jpeg" = "png"): Promise<Buffer> =>
  sharp({ create: { width: 60, height: 90, channels: 3, background: colour } })
    .toFormat(format)
    .toBuffer()

/** Makes a book of one page with further files in the folder OEBPS. */
const onePage = (body: string, head = "", files: Record<string, string> = {}): Buffer =>
  makeBook({
    items: [{ href: "a.xhtml" }],
    files: [
      { name: "OEBPS/a.xhtml", content: bookPage(body, head) },
      ...Object.entries(files).map(([name, content]) => ({ name: `OEBPS/${name}`, content })),
    ],
  })

/** Checks that the cover is a picture of one colour. */
const expectCover =
  (colour: { r: number; g: number; b: number }) =>
  async ({ events }: ConversionRun): Promise<void> => {
    const cover = events.find((event) => event.type === "cover")
    expect(cover).toMatchObject({ width: 420, height: 630, faint: false })
    const { dominant } = await sharp(cover!.webp).stats()
    for (const channel of ["r", "g", "b"] as const) expect(Math.abs(dominant[channel] - colour[channel])).toBeLessThan(20)
  }

type CoverParts = {
  item?: string
  metadata?: string
  after?: string
  href?: string
  pages?: Record<string, string>
  others?: readonly BookItem[]
}

/** A book whose first page has a blue picture, and whose cover is a red one. */
const covered = (
  name: string,
  about: string,
  { item = "", metadata = "", after = "", href = "img/x.png", pages = {}, others = [] }: CoverParts,
): Specimen => ({
  name,
  about,
  make: async () =>
    makeBook({
      items: [{ href: "a.xhtml" }, { href, type: "image/png", item, place: null }, ...others],
      files: [
        { name: "OEBPS/a.xhtml", content: bookPage('<p>正文</p><img src="blue.png"/>') },
        { name: "OEBPS/blue.png", content: await picture("blue") },
        { name: `OEBPS/${href}`, content: await picture("red") },
        ...Object.entries(pages).map(([file, content]) => ({ name: `OEBPS/${file}`, content })),
      ],
      metadata,
      after,
    }),
  expected: { words: ["正文"], check: expectCover({ r: 255, g: 0, b: 0 }) },
})

const encryption = (...algorithms: string[]): string =>
  `<encryption>${algorithms.map((algorithm) => `<enc:EncryptedData><enc:EncryptionMethod Algorithm="${algorithm}"/></enc:EncryptedData>`).join("")}</encryption>`

const locked = (...algorithms: string[]): Buffer =>
  makeBook({
    items: [{ href: "a.xhtml" }],
    files: [
      { name: "OEBPS/a.xhtml", content: bookPage("<p>正文</p>") },
      { name: "META-INF/encryption.xml", content: encryption(...algorithms) },
    ],
  })

const FONTS = ["http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC"]
const AES = "http://www.w3.org/2001/04/xmlenc#aes256-cbc"

/** Hidden, drawn, linked and locked content of books. */
export const bookContentSpecimens: readonly Specimen[] = [
  {
    name: "hidden.epub",
    about: "elements that attributes and style sheets of the page hide",
    make: () =>
      onePage(
        '<p>可见</p><p hidden="">秘密甲</p><p style="color: red; DISPLAY : none !important">秘密乙</p><div class="x"><p>秘密丙</p></div><table><tr><td>格</td><td class="x">秘密丁</td></tr><tr style="display:none"><td>秘密戊</td></tr></table><p id="back" class="x">复现</p><p style="visibility:hidden">秘密己</p><h2>题<span class="x">秘密庚</span></h2><p class="print">印刷</p>',
        "<style>.x { display: none } #back { display: block } @media print { .print { display: none } }</style>",
      ),
    expected: { words: ["可见", "格", "复现", "题", "印刷"], absentWords: ["秘密"] },
  },
  {
    name: "sheets.epub",
    about: "elements that style sheets of the book hide, imported ones too",
    make: () =>
      onePage(
        '<p>可见</p><p class="a">秘密甲</p><section><p>外</p><div><p>秘密乙</p></div></section><p class="c" style="display:block">复现</p>',
        '<link rel="stylesheet" type="text/css" href="css/main.css"/><link rel="stylesheet" media="print" href="css/print.css"/>',
        {
          "css/main.css": '@import url("more.css"); p.a:not(.z) { display: none } .c { display:none } } broken {',
          "css/more.css": "@import 'main.css'; @media screen { section > div { display: none } }",
          "css/print.css": "p { display: none }",
        },
      ),
    expected: { words: ["可见", "外", "复现"], absentWords: ["秘密"] },
  },
  {
    name: "hidden.html",
    about: "a page whose own style sheet hides text",
    make: () => Buffer.from('<style>.menu{display:none}</style><div class="menu">秘密</div><p>正文</p>'),
    expected: { words: ["正文"], absentWords: ["秘密"] },
  },
  {
    name: "hidden.azw3",
    about: "a Kindle book whose style sheet hides text",
    make: () =>
      makeAzw3(['<link rel="stylesheet" href="kindle:flow:0001?mime=text/css"/><p>正文</p><p class="x">秘密</p>'], {
        styles: ".x{display:none}",
      }),
    expected: { words: ["正文"], absentWords: ["秘密", "display"] },
  },
  {
    name: "formula.epub",
    about: "fractions, powers and roots of MathML",
    make: () =>
      onePage(
        "<p>解为<math><mi>x</mi><mo>=</mo><mfrac><mrow><mo>−</mo><mi>b</mi><mo>±</mo><msqrt><msup><mi>b</mi><mn>2</mn></msup><mo>−</mo><mn>4</mn><mi>a</mi><mi>c</mi></msqrt></mrow><mrow><mn>2</mn><mi>a</mi></mrow></mfrac></math>。</p>" +
          "<p><math><semantics><mfrac><mn>1</mn><mn>2</mn></mfrac><annotation>秘密</annotation></semantics></math>与<math><msub><mi>a</mi><mrow><mi>n</mi><mo>+</mo><mn>1</mn></mrow></msub></math></p>",
      ),
    expected: { words: ["解为x=(−b±√(b²−4ac))/(2a)。", "1/2与", "a_(n+1)"], absentWords: ["秘密"] },
  },
  {
    name: "drawing.epub",
    about: "text in a drawing, line by line",
    make: () =>
      onePage(
        '<p>图一</p><svg xmlns="http://www.w3.org/2000/svg"><title>题</title><desc>秘密</desc><defs><text>秘密</text></defs><text x="1" y="2">输<tspan>入</tspan></text><text>输出</text></svg>',
      ),
    expected: { words: ["图一", "输入", "输出"], absentWords: ["秘密"], check: ({ svgs }) => expect(svgs[0]).toContain(">输入</text>") },
  },
  {
    name: "links.mobi",
    about: "links of an old Kindle book",
    make: () => {
      const before = "<p>正文<a filepos=0000000000>注</a></p><mbp:pagebreak/><p>另页</p>"
      const position = Buffer.byteLength(`<html><head></head><body>${before}`)
      return makeMobi(`${before.replace("0000000000", String(position).padStart(10, "0"))}<p>注释</p>`)
    },
    expected: {
      pages: 2,
      check: ({ pages }) => {
        expect(pages[0]?.links).toMatchObject([{ to: 2, url: "" }])
        expect(pages[0]?.links[0]?.down).toBeGreaterThan(70)
      },
    },
  },
  {
    name: "links.azw3",
    about: "links of a newer Kindle book",
    make: () => makeAzw3(['<p>正文<a href="kindle:pos:fid:0001:off:0000000010">注</a></p>', '<p>另页一二三四</p><p id="n">注释</p>']),
    expected: { pages: 2, check: ({ pages }) => expect(pages[0]?.links).toMatchObject([{ to: 2, url: "" }]) },
  },
  covered("cover-3.epub", "a cover by the property of EPUB 3", { item: 'properties="cover-image"' }),
  covered("cover-meta.epub", "a cover by the metadata of EPUB 2", { metadata: '<meta content="i1" name="cover"/>' }),
  covered("cover-href.epub", "a cover by its path in the metadata", { metadata: '<meta name="cover" content="img/x.png"/>' }),
  covered("cover-guide.epub", "a cover by a page in the guide", {
    after: '<guide><reference type="cover" href="cover.xhtml"/></guide>',
    pages: { "cover.xhtml": bookPage('<svg><image xlink:href="img/x.png"/></svg>') },
  }),
  covered("cover-landmark.epub", "a cover by a page in the landmarks of EPUB 3", {
    others: [
      { href: "text/nav.xhtml", item: 'properties="nav"', place: null },
      { href: "text/front.xhtml", place: 'linear="no"' },
    ],
    pages: {
      "text/nav.xhtml": bookPage(
        '<nav epub:type="landmarks" hidden="hidden"><ol><li><a epub:type="cover" href="front.xhtml">封面</a></li></ol></nav>',
      ),
      "text/front.xhtml": bookPage('<img src="../img/x.png"/>'),
    },
  }),
  covered("cover-name.epub", "a cover by its file name", { href: "images/Cover.png" }),
  {
    name: "cover.mobi",
    about: "the cover that a Kindle book declares",
    make: async () => makeMobi("<p>正文</p>", { images: [await picture("blue"), await picture("red", "jpeg")], cover: 1 }),
    expected: { words: ["正文"], check: expectCover({ r: 255, g: 0, b: 0 }) },
  },
  { name: "drm.epub", about: "encrypted chapters", make: () => locked(AES), expected: { refusal: "drm" } },
  { name: "mixed.epub", about: "obfuscated fonts and one encrypted file", make: () => locked(...FONTS, AES), expected: { refusal: "drm" } },
  {
    name: "similar.epub",
    about: "an encryption that only mentions fonts",
    make: () => locked(`${AES}?${FONTS[0]}`),
    expected: { refusal: "drm" },
  },
  { name: "fonts.epub", about: "obfuscated fonts only", make: () => locked(...FONTS), expected: { words: ["正文"] } },
  {
    name: "drm.mobi",
    about: "an encrypted Kindle book",
    make: () => makeMobi("<p>x</p>", { encryption: 2 }),
    expected: { refusal: "drm" },
  },
]
