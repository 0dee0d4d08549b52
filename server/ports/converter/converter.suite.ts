import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { ConversionError, type ConverterPort } from "./converter.port"
import { convertContent, inspectContent } from "./testing/conversion.fixture"
import { svgFaults } from "./testing/svg-whitelist"

/** More lines than fit on two pages of any converter. */
const LONG_TEXT = Array.from({ length: 150 }, (_, index) => `第 ${index + 1} 行 文库`).join("\n")

/** The suite that every converter passes. `make` is called once. */
export function converterSuite(name: string, make: () => Promise<ConverterPort>): void {
  describe(`${name} converter`, () => {
    let converter: ConverterPort
    beforeAll(async () => {
      converter = await make()
    })
    afterAll(() => converter.close())

    test("says how many pages there are before the first page", async () => {
      const { events } = await convertContent(converter, "a.txt", LONG_TEXT)
      expect(events[0]).toMatchObject({ type: "opened", pages: expect.any(Number) })
    })

    test("draws pages in order with the cover right after page 1", async () => {
      const { events, pages } = await convertContent(converter, "a.txt", LONG_TEXT)
      expect(pages.map(({ page }) => page)).toEqual(pages.map((_, index) => index + 1))
      expect(pages.length).toBeGreaterThan(1)
      const first = events.findIndex((event) => event.type === "page")
      expect(events[first + 1]).toMatchObject({ type: "cover", width: 420 })
    })

    test("calls a first page of text faint where a title tells more, and draws covers of titles where it has the fonts", async () => {
      const { events } = await convertContent(converter, "a.txt", `FAINT\n${LONG_TEXT}`)
      expect(events.find(({ type }) => type === "cover")).toMatchObject({ faint: true })
      const cover = await converter.titleCover({ title: "标题", author: "作者", spine: "#285cab", tint: "#eef3ea", width: 0, height: 0 })
      if (cover) expect(cover).toMatchObject({ width: 420, height: 594, webp: expect.any(Buffer) })
    })

    test("draws a small picture of every page", async () => {
      const { pages } = await convertContent(converter, "a.txt", LONG_TEXT)
      for (const { thumb } of pages) expect(thumb?.subarray(8, 12).toString("latin1")).toBe("WEBP")
    })

    test("draws clean SVG with size and text", async () => {
      const { pages, svgs, text } = await convertContent(
        converter,
        "a.txt",
        `<script>alert(1)</script> & 文库\u0001\u001b\ufffe\n${LONG_TEXT}`,
      )
      for (const svg of svgs) expect(svgFaults(svg)).toEqual([])
      for (const page of pages) expect(page).toMatchObject({ width: expect.any(Number), height: expect.any(Number), kind: "vector" })
      expect(text).toContain("文库")
    })

    test("tells where each page's text stands", async () => {
      const { pages } = await convertContent(converter, "a.txt", LONG_TEXT)
      const bare = (text: string): string => text.replace(/\s/g, "")
      for (const { textLayer, text, width, height } of pages) {
        expect(bare(textLayer.map(([run]) => run).join(""))).toBe(bare(text))
        for (const [, x, y, across, down] of textLayer) {
          expect(x + across).toBeLessThanOrEqual(width)
          expect(y + down).toBeLessThanOrEqual(height)
        }
      }
    })

    test("draws maxPages pages and tells the texts of the others", async () => {
      const whole = await convertContent(converter, "a.txt", LONG_TEXT)
      const { pages, events } = await convertContent(converter, "a.txt", LONG_TEXT, { maxPages: 1 })
      expect(pages.map(({ page }) => page)).toEqual([1])
      expect(events.flatMap((event) => (event.type === "text" ? [event.page] : []))).toEqual(whole.pages.map(({ page }) => page).slice(1))
    })

    test("draws the pages somebody waits for first", async () => {
      const { pages } = await convertContent(converter, "a.txt", LONG_TEXT, { wanted: () => [3, 2] })
      expect(pages.map(({ page }) => page).slice(0, 3)).toEqual([3, 2, 1])
    })

    test("stops when its signal aborts, with the caller's reason", async () => {
      const controller = new AbortController()
      const reason = new Error("enough")
      controller.abort(reason)
      await expect(convertContent(converter, "a.txt", LONG_TEXT, { signal: controller.signal })).rejects.toBe(reason)
    })

    test("refuses an empty file", async () => {
      await expect(inspectContent(converter, "a.txt", "")).rejects.toMatchObject({ reason: "empty" })
      const failure = await convertContent(converter, "a.txt", "").catch((error: unknown) => error)
      expect(failure).toBeInstanceOf(ConversionError)
      expect(failure).toMatchObject({ reason: "empty", message: "文件内容为空" })
    })

    test("tells its capabilities, each with a line that installs it", async () => {
      for (const capability of await converter.capabilities()) expect(capability.install).toContain("apt-get install")
    })
  })
}
