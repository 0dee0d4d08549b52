import { afterAll, beforeAll, describe, expect, test, vi } from "vitest"
import type { ConverterPort } from "./converter.port"
import { converterSuite } from "./converter.suite"
import { childCommands, childScript, closeSharedConverter, convertBytes, localConverter, withFile } from "./testing/conversion.fixture"
import { billionLaughsForms, billionLaughsPage, makePdf, textPage } from "./testing/pdf.fixture"
import { svgFaults } from "./testing/svg-whitelist"

// some tests count the children of this process
beforeAll(closeSharedConverter)

converterSuite("local", async () => localConverter(await childScript()))

describe("PDF", () => {
  let converter: ConverterPort
  beforeAll(async () => {
    converter = localConverter(await childScript())
  })
  afterAll(() => converter.close())

  test("renders vectors, finds Chinese text and makes a cover in the page's ratio", async () => {
    const run = await convertBytes(
      converter,
      "a.pdf",
      makePdf([textPage("Hello", "中文文库第一章"), { ...textPage("Second"), mediaBox: [0, 0, 842, 595] }]),
    )
    expect(run.events[0]).toEqual({ type: "opened", pages: 2, engine: "pdfium" })
    expect(run.pages.map(({ kind, width, height }) => [kind, width, height])).toEqual([
      ["vector", 595, 842],
      ["vector", 842, 595],
    ])
    expect(run.text).toContain("中文文库第一章")
    expect(run.events.find((event) => event.type === "cover")).toMatchObject({ width: 420, height: 594 })
    expect(run.svgs.flatMap(svgFaults)).toEqual([])
    // Glyphs are outlines, not text in a viewer's font.
    expect(run.svgs[0]).toMatch(/<marker [^>]*><path [^>]*d="M/)
  })

  test("keeps scripts, links and markup of the PDF out of the SVG [security: 1.3.4]", async () => {
    const page = {
      ...textPage("<script>alert(1)</script> & ]]> </svg>"),
      extra: "/Annots[<</Type/Annot/Subtype/Link/Rect[0 0 99 99]/A<</S/URI/URI(javascript:alert)>>>>]",
    }
    const { svgs, text } = await convertBytes(
      converter,
      "a.pdf",
      makePdf([page], { catalog: "/OpenAction<</S/JavaScript/JS(app.alert\\(1\\))>>" }),
    )
    expect(svgs.flatMap(svgFaults)).toEqual([])
    expect(svgs.join()).not.toMatch(/javascript|app\.alert|<script/i)
    expect(text).toContain("<script>alert(1)</script>")
  })

  test("serves a page with a shading as a bitmap", async () => {
    const shading =
      "/Shading<</S<</ShadingType 2/ColorSpace/DeviceRGB/Coords[0 0 595 842]/Function<</FunctionType 2/Domain[0 1]/C0[1 0 0]/C1[0 0 1]/N 1>>>>>>"
    const { pages, svgs } = await convertBytes(converter, "a.pdf", makePdf([{ content: "/S sh", resources: shading }]))
    expect(pages[0]?.kind).toBe("raster")
    expect(svgs[0]).toContain("data:image/webp;base64,")
    expect(svgs.flatMap(svgFaults)).toEqual([])
  })

  test("serves a page with a tiling pattern as a bitmap, because the self-check sees the difference", async () => {
    const tile = "0 0 1 rg 0 0 20 40 re f"
    const pattern = (): string[] => [
      `<</Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 40 40]/XStep 40/YStep 40/Resources<<>>/Length ${tile.length}>>stream\n${tile}\nendstream`,
    ]
    const page = { content: "/Pattern cs /P scn 0 0 595 842 re f", resources: "/Pattern<</P 9 0 R>>" }
    const { pages } = await convertBytes(converter, "a.pdf", makePdf([page], { extra: pattern }))
    expect(pages[0]?.kind).toBe("raster")
  })

  test("survives pages of absurd size", async () => {
    const { pages, svgs } = await convertBytes(
      converter,
      "a.pdf",
      makePdf([
        { content: "0 0 100000 100000 re f", mediaBox: [0, 0, 200000, 200000] },
        { content: "0 0 1 1 re f", mediaBox: [0, 0, 14400, 1] },
      ]),
    )
    expect(pages).toHaveLength(2)
    expect(svgs.flatMap(svgFaults)).toEqual([])
  })

  test.each([
    ["a password", makePdf([textPage("x")], { encrypt: "user" }), "encrypted"],
    ["half a file", makePdf([textPage("x")]).subarray(0, 400), "corrupt"],
    [
      "noise",
      Buffer.concat([Buffer.from("%PDF-1.7\n"), Buffer.from(Array.from({ length: 3000 }, (_, index) => (index * 7919) % 251))]),
      "corrupt",
    ],
    ["a program", Buffer.concat([Buffer.from("MZ\x90\0\x03"), Buffer.alloc(500)]), "mismatch"],
  ])("rejects %s", async (_, content, reason) => {
    await expect(convertBytes(converter, "a.pdf", content)).rejects.toMatchObject({ name: "ConversionError", reason })
  })

  test("converts two documents at a time", async () => {
    const pdf = makePdf([textPage("one"), textPage("two")])
    const [a, b] = await Promise.all([convertBytes(converter, "a.pdf", pdf), convertBytes(converter, "b.pdf", pdf)])
    expect([a.pages.length, b.pages.length]).toEqual([2, 2])
  })
})

describe("supervision", () => {
  const laughing = (pages: number, laughs: readonly number[]): Buffer =>
    makePdf(
      Array.from({ length: pages }, (_, index) => (laughs.includes(index + 1) ? billionLaughsPage(pages) : textPage(`page ${index + 1}`))),
      { extra: billionLaughsForms },
    )

  async function withConverter<T>(
    options: Parameters<typeof localConverter>[1],
    work: (converter: ConverterPort) => Promise<T>,
  ): Promise<T> {
    const converter = localConverter(await childScript(), options)
    try {
      return await work(converter)
    } finally {
      await converter.close()
    }
  }

  test("contains a billion laughs: that page becomes a placeholder, the others are rendered [security: 15.2.2]", async () => {
    const run = await withConverter({ memoryLimitMb: 500 }, (converter) => convertBytes(converter, "a.pdf", laughing(3, [2])))
    expect(run.pages.map(({ page, kind }) => [page, kind])).toEqual([
      [1, "vector"],
      [2, "placeholder"],
      [3, "vector"],
    ])
    expect(run.warnings).toEqual(["第 2 页无法预览"])
    expect(run.svgs[1]).toContain("本页无法预览")
    expect(run.svgs.flatMap(svgFaults)).toEqual([])
  })

  test("warns about missing Chinese fonts and renders the pages anyway", async () => {
    await withConverter({ fonts: { folders: ["/nowhere"] } }, async (converter) => {
      const run = await convertBytes(converter, "a.pdf", makePdf([textPage("x", "中文")]))
      expect(run.warnings).toEqual(["缺少中文字体，版式可能有差异"])
      expect(run.pages.map(({ kind }) => kind)).toEqual(["vector"])
      expect((await convertBytes(converter, "a.txt", "正文")).warnings).toEqual([])
    })
  })

  test("gives up after the third lost child", async () => {
    const conversion = withConverter({ pageTimeoutMs: 400 }, (converter) => convertBytes(converter, "a.pdf", laughing(5, [2, 3, 4])))
    await expect(conversion).rejects.toMatchObject({ reason: "timeout" })
  })

  test("enforces the document's deadline", async () => {
    const conversion = withConverter({}, (converter) => convertBytes(converter, "a.pdf", laughing(2, [1]), { timeoutMs: 900 }))
    await expect(conversion).rejects.toMatchObject({ reason: "timeout" })
  })

  test("kills the child at once when the caller aborts, and leaves no process behind", async () => {
    await withConverter({}, async (converter) => {
      const controller = new AbortController()
      const conversion = convertBytes(converter, "a.pdf", laughing(2, [1]), { signal: controller.signal })
      const refused = expect(conversion).rejects.toThrow("enough")
      await vi.waitFor(async () => expect(await childCommands()).not.toEqual([]), 10_000)
      controller.abort(new Error("enough"))
      await refused
    })
    expect(await childCommands()).toEqual([])
  })

  test("releases the child when the consumer leaves early", async () => {
    await withConverter({}, async (converter) => {
      const pdf = makePdf([textPage("one"), textPage("two"), textPage("three")])
      await withFile("a.pdf", pdf, async (file, workDir) => {
        for await (const event of converter.convert({ file, ext: ".pdf", workDir, maxPages: 0, timeoutMs: 10_000 }))
          if (event.type === "page") break
      })
      expect((await convertBytes(converter, "a.pdf", pdf)).pages).toHaveLength(3)
    })
    expect(await childCommands()).toEqual([])
  })
})
