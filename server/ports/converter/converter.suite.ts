import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { ConversionError, type ConverterPort } from "./converter.port"
import { type ConversionRun, convertBytes, inspectBytes } from "./testing/conversion.fixture"
import { svgFaults } from "./testing/svg-whitelist"

/** More lines than fit on two pages of any converter. */
const LONG_TEXT = Array.from({ length: 150 }, (_, index) => `第 ${index + 1} 行 文库`).join("\n")

/** The suite that every converter passes. `make` is called once. */
export function converterSuite(name: string, make: () => Promise<ConverterPort>): void {
  describe(`${name} converter`, () => {
    let converter: ConverterPort
    let whole: ConversionRun
    beforeAll(async () => {
      converter = await make()
      whole = await convertBytes(converter, "a.txt", LONG_TEXT)
    })
    afterAll(() => converter.close())

    test("reports the number of pages before the first page", () => {
      expect(whole.events[0]).toMatchObject({ type: "opened", pages: expect.any(Number) })
    })

    test("renders pages in order with the cover right after page 1", () => {
      const { events, pages } = whole
      expect(pages.map(({ page }) => page)).toEqual(pages.map((_, index) => index + 1))
      expect(pages.length).toBeGreaterThan(1)
      const first = events.findIndex((event) => event.type === "page")
      expect(events[first + 1]).toMatchObject({ type: "cover", width: 420 })
    })

    test("reports a faint first page if a title cover is better, and renders title covers if fonts are installed", async () => {
      const { events } = await convertBytes(converter, "a.txt", `FAINT\n${LONG_TEXT}`)
      expect(events.find(({ type }) => type === "cover")).toMatchObject({ faint: true })
      const cover = await converter.titleCover({ title: "标题", author: "作者", spine: "#285cab", tint: "#eef3ea", width: 0, height: 0 })
      if (cover) expect(cover).toMatchObject({ width: 420, height: 594, webp: expect.any(Buffer) })
    })

    test("reads a text in the encoding that its owner chose", async () => {
      const bytes = Buffer.from([0xc0, 0xef, 0xe9, 0xe5, 0xf2])
      expect((await convertBytes(converter, "a.txt", bytes, { encoding: "windows-1251" })).text).toContain("Апйет")
      expect((await convertBytes(converter, "a.txt", bytes, { encoding: "windows-1252" })).text).toContain("Àïéåò")
    })

    test("renders a thumbnail of every page", () => {
      for (const { thumb } of whole.pages) expect(thumb?.subarray(8, 12).toString("latin1")).toBe("WEBP")
    })

    test("renders clean SVG with size and text", async () => {
      const { pages, svgs, text } = await convertBytes(
        converter,
        "a.txt",
        `<script>alert(1)</script> & 文库\u0001\u001b\ufffe\n${LONG_TEXT}`,
      )
      for (const svg of svgs) expect(svgFaults(svg)).toEqual([])
      for (const page of pages) expect(page).toMatchObject({ width: expect.any(Number), height: expect.any(Number), kind: "vector" })
      expect(text).toContain("文库")
    })

    test("reports the position of each page's text", () => {
      const bare = (text: string): string => text.replace(/\s/g, "")
      for (const { textLayer, text, width, height } of whole.pages) {
        expect(bare(textLayer.map(([run]) => run).join(""))).toBe(bare(text))
        for (const [, x, y, across, down] of textLayer) {
          expect(x + across).toBeLessThanOrEqual(width)
          expect(y + down).toBeLessThanOrEqual(height)
        }
      }
    })

    test("renders maxPages pages and reports the text of the others", async () => {
      const { pages, events } = await convertBytes(converter, "a.txt", LONG_TEXT, { maxPages: 1 })
      expect(pages.map(({ page }) => page)).toEqual([1])
      expect(events.flatMap((event) => (event.type === "text" ? [event.page] : []))).toEqual(whole.pages.map(({ page }) => page).slice(1))
    })

    test("renders requested pages first", async () => {
      const { pages } = await convertBytes(converter, "a.txt", LONG_TEXT, { waitingPages: () => [3, 2] })
      expect(pages.map(({ page }) => page).slice(0, 3)).toEqual([3, 2, 1])
    })

    test("leaves out the pages of an interrupted run, but renders the first again", async () => {
      const { pages } = await convertBytes(converter, "a.txt", LONG_TEXT, { drawnPages: new Set([1, 2]) })
      expect(pages.map(({ page }) => page).slice(0, 2)).toEqual([1, 3])
    })

    test("stops when its signal aborts, with the caller's reason", async () => {
      const controller = new AbortController()
      const reason = new Error("enough")
      controller.abort(reason)
      await expect(convertBytes(converter, "a.txt", LONG_TEXT, { signal: controller.signal })).rejects.toBe(reason)
    })

    test("rejects an empty file", async () => {
      await expect(inspectBytes(converter, "a.txt", "")).rejects.toMatchObject({ reason: "empty" })
      const failure = await convertBytes(converter, "a.txt", "").catch((error: unknown) => error)
      expect(failure).toBeInstanceOf(ConversionError)
      expect(failure).toMatchObject({ reason: "empty", message: "文件内容为空" })
    })

    test("reports its capabilities, each with an install command", async () => {
      for (const capability of await converter.capabilities()) expect(capability.install).toContain("apt-get install")
    })
  })
}
