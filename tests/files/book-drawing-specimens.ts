import sharp from "sharp"
import { expect } from "vitest"
import type { ConversionRun } from "@/server/ports/converter/testing/conversion.fixture"
import { bookPage, makeBook } from "./books/epub-files"
import type { Specimen } from "./specimen"

type Colour = readonly [red: number, green: number, blue: number]

const [RED, GREEN, BLUE, WHITE]: readonly Colour[] = [
  [255, 0, 0],
  [0, 128, 0],
  [0, 0, 255],
  [255, 255, 255],
]
const MARGIN = 56
const WIDTH = 595

const SVG = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
/** A red rectangle of 200 by 100 pixels with a green circle, and a text from (20, 60) in letters of 20. */
const shapes =
  '<rect width="200" height="100" fill="red"/><circle cx="150" cy="50" r="30" fill="green"/><g transform="translate(10 40)"><text x="10" y="20" font-size="20">输<tspan>入</tspan></text></g>'
const drawing = (body = shapes, attributes = 'width="200" height="100" viewBox="0 0 200 100"'): string =>
  `<svg ${SVG} ${attributes}>${body}</svg>`

type Files = Record<string, string | Buffer>

const book = (body: string, files: Files = {}, type?: string): Buffer =>
  makeBook({
    items: [{ href: type ? "a.svg" : "a.xhtml", ...(type && { type }) }],
    files: [
      { name: `OEBPS/${type ? "a.svg" : "a.xhtml"}`, content: type ? body : bookPage(body) },
      ...Object.entries(files).map(([name, content]) => ({ name: `OEBPS/${name}`, content })),
    ],
  })

/** Checks colours of the stored first page, at points of the page. */
async function expectColours({ svgs }: ConversionRun, points: readonly (readonly [x: number, y: number, colour: Colour])[]): Promise<void> {
  const { data, info } = await sharp(Buffer.from(svgs[0]!))
    .flatten({ background: "#fff" })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const scale = info.width / WIDTH
  for (const [x, y, colour] of points) {
    const at = (Math.round(y * scale) * info.width + Math.round(x * scale)) * 3
    for (const channel of [0, 1, 2] as const)
      expect(Math.abs(data[at + channel]! - colour[channel]), `colour at ${x}, ${y}`).toBeLessThan(40)
  }
}

/** The drawing has 150 by 75 points, in the middle of the line that begins at `top`. */
const LEFT = (WIDTH - 150) / 2
const expectDrawing =
  (top = MARGIN) =>
  async (run: ConversionRun): Promise<void> => {
    await expectColours(run, [
      [LEFT + 5, top + 5, RED!],
      [LEFT + 112, top + 37, GREEN!],
      [LEFT - 5, top + 5, WHITE!],
      [LEFT + 145, top + 80, WHITE!],
    ])
    // the base line of the text is 45 points below the upper edge, its letters have 15
    const [, x = 0, y = 0, width = 0, height = 0] = run.pages[0]!.textLayer.find(([text]) => text === "输入")!
    expect(x).toBeCloseTo(LEFT + 15, 0)
    expect(y).toBeCloseTo(top + 45 - height * 0.72, 0)
    expect(width).toBeCloseTo(30, 0)
  }

const picture = (colour: string): Promise<Buffer> =>
  sharp({ create: { width: 10, height: 10, channels: 3, background: colour } })
    .png()
    .toBuffer()

/** Drawings (SVG) in books and web pages. */
export const bookDrawingSpecimens: readonly Specimen[] = [
  {
    name: "inline.epub",
    about: "a drawing in the page",
    make: () => book(`${drawing()}<p>图后</p>`),
    expected: { pages: 1, words: ["输入", "图后"], check: expectDrawing() },
  },
  {
    name: "prefixed.epub",
    about: "a drawing whose elements have the prefix of their namespace",
    make: () =>
      book(
        drawing()
          .replace(/<(\/?)(?=\w)/g, "<$1svg:")
          .replace("xmlns=", "xmlns:svg="),
      ),
    expected: { words: ["输入"], check: expectDrawing() },
  },
  {
    name: "file.epub",
    about: "a drawing in a file of its own, as Illustrator writes it",
    make: () =>
      book('<img src="art/x.svg" alt="替代"/>', {
        "art/x.svg": `<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd" [<!ENTITY ns_svg "http://www.w3.org/2000/svg">]>${drawing().replace('"http://www.w3.org/2000/svg"', '"&ns_svg;"')}`,
      }),
    expected: { words: ["输入"], absentWords: ["替代", "]>"], check: expectDrawing() },
  },
  {
    name: "utf16.epub",
    about: "a drawing in UTF-16",
    make: () =>
      book('<img src="x.svg"/>', { "x.svg": Buffer.from(`\ufeff<?xml version="1.0" encoding="UTF-16"?>${drawing()}`, "utf16le") }),
    expected: { words: ["输入"], check: expectDrawing() },
  },
  {
    name: "object.epub",
    about: "a drawing embedded as an object, with a text for old programs",
    make: () => book('<object data="x.svg" type="image/svg+xml"><p>旧程序</p></object>', { "x.svg": drawing() }),
    expected: { words: ["输入"], absentWords: ["旧程序"], check: expectDrawing() },
  },
  {
    name: "chapter.epub",
    about: "a drawing that is a chapter",
    make: () => book(drawing(), {}, "image/svg+xml"),
    expected: { pages: 1, words: ["输入"], check: expectDrawing() },
  },
  {
    name: "data.html",
    about: "drawings in the addresses of pictures",
    make: () =>
      Buffer.from(
        `<img src="data:image/svg+xml;base64,${Buffer.from(drawing()).toString("base64")}"><img src="data:image/svg+xml;utf8,${encodeURIComponent(drawing())}">`,
      ),
    expected: { words: ["输入", "输入"], check: expectDrawing() },
  },
  {
    name: "relative.epub",
    about: "a drawing as wide as the window, fitted by its view box",
    make: () => book(drawing(shapes, 'width="100%" height="100%" viewBox="0 0 200 100"')),
    expected: { words: ["输入"], check: expectDrawing() },
  },
  {
    name: "pictures.epub",
    about: "a drawing file with a picture next to it, drawn over with lines",
    make: async () =>
      book('<img src="art/x.svg"/>', {
        "art/x.svg": drawing(
          '<image width="200" height="100" preserveAspectRatio="none" xlink:href="blue.png"/><path d="M0 90H200V100H0Z" fill="red"/>',
        ),
        "art/blue.png": await picture("blue"),
        "blue.png": await picture("white"),
      }),
    expected: {
      pages: 1,
      check: (run) =>
        expectColours(run, [
          [LEFT + 75, MARGIN + 30, BLUE!],
          [LEFT + 75, MARGIN + 72, RED!],
        ]),
    },
  },
  {
    name: "hidden-drawing.epub",
    about: "a drawing with hidden parts, scripts and programs",
    make: () =>
      book(
        `<style>.x { display: none }</style>${drawing(`${shapes}<g class="x"><rect width="200" height="100" fill="blue"/><text x="1" y="9">秘密甲</text></g><g style="display:none"><rect width="200" height="100" fill="blue"/><text>秘密乙</text></g><text visibility="hidden">秘密丙</text><script>秘密丁</script><desc>秘密戊</desc>`)}`,
      ),
    expected: { words: ["输入"], absentWords: ["秘密"], check: expectDrawing() },
  },
  {
    name: "hidden-file.epub",
    about: "a drawing file whose style sheet hides parts",
    make: () =>
      book('<img src="x.svg"/>', {
        "x.svg": drawing(
          `<style>.x{display:none}</style>${shapes}<g class="x"><rect width="200" height="100" fill="blue"/><text x="1" y="9">秘密</text></g>`,
        ),
      }),
    expected: { words: ["输入"], absentWords: ["秘密"], check: expectDrawing() },
  },
  {
    name: "foreign.epub",
    about: "a drawing with text blocks inside",
    make: () => book(drawing(`${shapes}<foreignObject width="100" height="50"><p>说明文字</p></foreignObject>`)),
    expected: { words: ["输入", "说明文字"], check: expectDrawing() },
  },
  {
    name: "outside.epub",
    about: "a drawing that asks for files outside the book",
    make: () =>
      book('<img src="x.svg"/>', {
        "x.svg": `<!DOCTYPE svg [<!ENTITY secret SYSTEM "file:///etc/passwd">]>${drawing(`${shapes}<image width="200" height="100" xlink:href="file:///etc/passwd"/><image width="9" height="9" xlink:href="http://127.0.0.1:9/x.png"/><text x="1" y="95">&secret;</text>`)}`,
      }),
    expected: { words: ["输入"], absentWords: ["root:"], check: expectDrawing() },
  },
  {
    name: "broken.epub",
    about: "a drawing that is damaged",
    make: () => book('<p>正文</p><img src="x.svg" alt="示意图"/>', { "x.svg": "<svg><rect" }),
    expected: { words: ["正文", "示意图"] },
  },
  {
    name: "cell.epub",
    about: "a drawing in a table",
    make: () => book(`<table><tr><td>甲</td><td>${drawing()}</td></tr></table>`),
    expected: { words: ["甲", "输入"] },
  },
]
