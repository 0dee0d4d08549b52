import { expect } from "vitest"
import { svgFaults } from "@/server/ports/converter/testing/svg-whitelist"
import { box, fill, makeOfd, path, text } from "./ofd/ofd-builder"
import { expectColours, expectInk } from "./ofd/page-pixels"
import { refusals } from "./ofd/refused-files"
import { bmp, embedded, glyphs, image, jbig2, media, red, solid, song } from "./ofd/sample-parts"
import { structures } from "./ofd/structured-files"
import { cffFont, trueTypeFont } from "./ofd/test-fonts"
import type { Specimen } from "./specimen"

/** Texts, drawings and pictures of OFD. */
const drawings: Specimen[] = [
  {
    name: "song.ofd",
    about: "text of a font that is not embedded, with repeated steps",
    make: () => makeOfd({ pages: [text("发票代码", 10, 20, red)], resources: song }),
    expected: {
      pages: 1,
      words: ["发票代码"],
      check: ({ pages, svgs }) => {
        const [run] = pages[0]!.textLayer
        expect(run?.[0]).toBe("发票代码")
        // 10 mm, 20 mm less 0.9 of 5 mm, four characters of 5 mm
        for (const [index, points] of [28.3, 43.9, 56.7, 16.3].entries())
          expect(Math.abs((run?.[index + 1] as number) - points)).toBeLessThan(0.5)
        expect(svgs[0]).toContain("Noto Serif CJK SC")
        expect(svgFaults(svgs[0]!)).toEqual([])
      },
    },
  },
  {
    name: "truetype.ofd",
    about: "a TrueType subset without characters, drawn by glyph numbers",
    make: () =>
      makeOfd({
        pages: [text("合计", 10, 20, red + glyphs("1") + glyphs("2", 1))],
        resources: embedded("a.ttf"),
        files: { "Doc_0/Res/a.ttf": trueTypeFont() },
      }),
    // 0.1 em from the origin, 0.8 em high; the second letter ends 0.5 em after its origin
    expected: { words: ["合计"], check: (run) => expectInk(run, "ff0000", [10.5, 16, 17.5, 20]) },
  },
  {
    name: "cff.ofd",
    about: "a bare CFF font",
    make: () =>
      makeOfd({ pages: [text("税", 30, 30, red + glyphs("1"))], resources: embedded("a.cff"), files: { "Doc_0/Res/a.cff": cffFont() } }),
    expected: { words: ["税"], check: (run) => expectInk(run, "ff0000", [30.5, 26, 34.5, 30]) },
  },
  {
    name: "turned.ofd",
    about: "letters that are stretched, turned and in a matrix",
    make: () =>
      makeOfd({
        pages: [
          text("甲", 10, 20, red + glyphs("1"), 'HScale="2"') +
            text("乙", 0, 0, fill("0 0 255") + glyphs("1"), 'CTM="1 0 0 1 60 20" CharDirection="180"'),
        ],
        resources: embedded("a.ttf"),
        files: { "Doc_0/Res/a.ttf": trueTypeFont() },
      }),
    expected: {
      words: ["甲", "乙"],
      check: async (run) => {
        await expectInk(run, "ff0000", [11, 16, 19, 20])
        await expectInk(run, "0000ff", [55.5, 20, 59.5, 24])
      },
    },
  },
  {
    name: "broken-font.ofd",
    about: "an embedded font that is no font",
    make: () =>
      makeOfd({ pages: [text("备注", 10, 20)], resources: embedded("a.ttf"), files: { "Doc_0/Res/a.ttf": Buffer.from("nothing") } }),
    expected: { words: ["备注"], warnings: ["第 1 页有嵌入字体无法读取，已用相近字体代替"] },
  },
  {
    name: "paths.ofd",
    about: "curves, arcs, rules and strokes",
    make: () =>
      makeOfd({
        pages: [
          path(
            "5 5 20 20",
            "M 0 0 L 20 0 L 20 20 L 0 20 C M 5 5 L 15 5 L 15 15 L 5 15 C",
            'Fill="true" Stroke="false" Rule="Even-Odd"',
            red,
          ) +
            path("30 5 20 20", "M 0 10 A 10 10 0 1 1 20 10 A 10 10 0 1 1 0 10 C", 'Fill="true" Stroke="false"', fill("0 128 0")) +
            path("55 15 40 0", "M 0 0 L 40 0", 'LineWidth="2"', '<StrokeColor Value="0 0 255"/>') +
            path("55 30 40 2", "M 0 1 L 40 1", 'LineWidth="2" DashPattern="10 10"', '<StrokeColor Value="255 0 255"/>'),
        ],
      }),
    expected: {
      check: async (run) => {
        await expectColours(run, [
          [7, 7, "ff0000"],
          [15, 15, "ffffff"],
          [40, 15, "008000"],
          [31, 6, "ffffff"],
          [60, 31, "ff00ff"],
          [70, 31, "ffffff"],
        ])
        await expectInk(run, "0000ff", [55, 14, 95, 16])
      },
    },
  },
  {
    name: "colours.ofd",
    about: "gray, CMYK, a palette and opacity",
    make: () =>
      makeOfd({
        pages: [
          box(0, 0, 10, 10, fill("128", 'ColorSpace="3"')) +
            box(20, 0, 10, 10, fill("0 255 255 0", 'ColorSpace="4"')) +
            box(40, 0, 10, 10, '<FillColor ColorSpace="5" Index="1"/>') +
            box(60, 0, 10, 10, fill("0 0 255", 'Alpha="128"')) +
            box(80, 0, 10, 10, fill("#00 #FF #00")),
        ],
        resources:
          '<ColorSpaces><ColorSpace ID="3" Type="GRAY"/><ColorSpace ID="4" Type="CMYK"/><ColorSpace ID="5" Type="RGB"><Palette><CV>0 0 0</CV><CV>18 52 86</CV></Palette></ColorSpace></ColorSpaces>',
      }),
    expected: {
      check: (run) =>
        expectColours(run, [
          [5, 5, "808080"],
          [25, 5, "ff0000"],
          [45, 5, "123456"],
          [65, 5, "7f7fff"],
          [85, 5, "00ff00"],
        ]),
    },
  },
  {
    name: "params.ofd",
    about: "drawing parameters that build on each other",
    make: () =>
      makeOfd({
        pages: [path("10 10 50 1", "M 0 0 L 50 0", 'DrawParam="21"')],
        resources:
          '<DrawParams><DrawParam ID="20" LineWidth="4"><StrokeColor Value="0 128 0"/></DrawParam><DrawParam ID="21" Relative="20" Cap="Butt"/></DrawParams>',
      }),
    expected: { check: (run) => expectInk(run, "008000", [10, 8, 60, 12]) },
  },
  {
    name: "clips.ofd",
    about: "a clip of two areas, and text that the clip hides",
    make: () => {
      const area = (x: number): string =>
        `<Area><Path Boundary="${x} 0 10 10"><AbbreviatedData>M 0 0 L 10 0 L 10 10 L 0 10 C</AbbreviatedData></Path></Area>`
      const clips = `<Clips><Clip>${area(0)}${area(30)}</Clip></Clips>`
      return makeOfd({ pages: [box(0, 0, 50, 10, clips + red) + text("隐藏", 60, 40, clips) + text("公开", 60, 20)], resources: song })
    },
    expected: {
      words: ["公开"],
      absentWords: ["隐藏词"],
      check: async (run) => {
        expect(run.text).not.toContain("隐藏")
        await expectColours(run, [
          [5, 5, "ff0000"],
          [20, 5, "ffffff"],
          [35, 5, "ff0000"],
        ])
      },
    },
  },
  {
    name: "shadings.ofd",
    about: "axial and radial shadings and a pattern",
    make: () => {
      const segments = '<Segment Position="0"><Color Value="255 0 0"/></Segment><Segment Position="1"><Color Value="0 0 255"/></Segment>'
      return makeOfd({
        pages: [
          box(0, 0, 40, 10, `<FillColor><AxialShd StartPoint="10 0" EndPoint="30 0" Extend="1">${segments}</AxialShd></FillColor>`) +
            box(
              50,
              0,
              20,
              20,
              `<FillColor><RadialShd StartPoint="10 10" EndPoint="10 10" StartRadius="0" EndRadius="8" Extend="0">${segments}</RadialShd></FillColor>`,
            ) +
            box(
              0,
              30,
              20,
              10,
              `<FillColor><Pattern Width="10" Height="10"><CellContent>${box(0, 0, 5, 10, fill("0 128 0"))}</CellContent></Pattern></FillColor>`,
            ),
        ],
      })
    },
    expected: {
      check: async (run) => {
        await expectColours(run, [
          [5, 5, "ff0000"],
          [35, 5, "ffffff"],
          [51, 1, "ffffff"],
          [2, 35, "008000"],
          [7, 35, "ffffff"],
          [12, 35, "008000"],
        ])
        expect(svgFaults(run.svgs[0]!)).toEqual([])
      },
    },
  },
  {
    name: "png.ofd",
    about: "a picture in a matrix, and one that is missing",
    make: async () =>
      makeOfd({
        pages: [image("10 10 30 20", 'CTM="30 0 0 20 0 0"') + '<ImageObject Boundary="0 0 5 5" ResourceID="99"/>'],
        resources: media("a.png"),
        files: { "Doc_0/Res/a.png": await solid("png", "#0a0") },
      }),
    expected: { warnings: ["第 1 页有图片无法显示"], check: (run) => expectInk(run, "00aa00", [10, 10, 40, 30]) },
  },
  {
    name: "jpeg.ofd",
    about: "a JPEG",
    make: async () =>
      makeOfd({ pages: [image("10 10 20 20")], resources: media("a.jpg"), files: { "Doc_0/Res/a.jpg": await solid("jpeg", "#00f") } }),
    expected: {
      pages: 1,
      check: async (run) => {
        await expectInk(run, "0000fe", [10, 10, 30, 30])
        expect(run.svgs[0]).toContain("data:image/jpeg")
      },
    },
  },
  {
    name: "bmp.ofd",
    about: "a Windows bitmap",
    make: () => makeOfd({ pages: [image("10 10 20 20")], resources: media("a.bmp"), files: { "Doc_0/Res/a.bmp": bmp() } }),
    expected: { check: (run) => expectInk(run, "ff8000", [10, 10, 30, 30]) },
  },
  {
    name: "jbig2.ofd",
    about: "a JBIG2 picture, decoded by PDFium",
    make: () => makeOfd({ pages: [image("10 10 20 20")], resources: media("a.jb2"), files: { "Doc_0/Res/a.jb2": jbig2() } }),
    expected: { check: (run) => expectInk(run, "000000", [10, 10, 30, 30]) },
  },
]

/** OFD (GB/T 33190). Pages measure 100 by 50 mm. */
export const ofdSpecimens: readonly Specimen[] = [...drawings, ...structures, ...refusals]
