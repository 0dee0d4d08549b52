import { expect, test } from "vitest"
import type { PageResult } from "./converter.port"
import { RunCollector, runLimits } from "./text-runs"
import { localConversions } from "./testing/conversion.fixture"
import { makeAzw3, makeMobi } from "./testing/mobi.fixture"
import { makeEpub } from "./testing/office.fixture"
import { sheetSample, wordSample } from "./testing/office-samples"
import { chinese, makePdf, textPage } from "./testing/pdf.fixture"
import { svgFaults } from "./testing/svg-whitelist"

const convert = localConversions()

const bare = (text: string): string => text.replace(/\s/g, "")
const joined = ({ textLayer }: PageResult): string => bare(textLayer.map(([text]) => text).join(""))

function expectAgreement(page: PageResult): void {
  expect(joined(page)).toBe(bare(page.text))
  for (const [, x, y, width, height] of page.textLayer) {
    expect(x).toBeGreaterThanOrEqual(-1)
    expect(y).toBeGreaterThanOrEqual(-1)
    expect(x + width).toBeLessThanOrEqual(page.width + 1)
    expect(y + height).toBeLessThanOrEqual(page.height + 1)
  }
}

test("returns the boxes of a PDF's lines, measured from the upper left corner", async () => {
  const content = `BT /F1 18 Tf 50 760 Td (Hello world) Tj ET BT /F1 18 Tf 400 760 Td (right) Tj ET BT /F2 18 Tf 50 700 Td ${chinese("中文文库第一章")} Tj ET`
  const {
    pages: [page],
  } = await convert("a.pdf", makePdf([{ content }]))
  expect(page?.textLayer.map(([text]) => text)).toEqual(["Hello world", "right", "中文文库第一章"])
  if (!page) return
  expectAgreement(page)
  const [, x = 0, y = 0, width = 0, height = 0] = page.textLayer[2] ?? []
  expect(x).toBeCloseTo(50, 0)
  expect(width).toBeGreaterThan(7 * 17)
  expect(width).toBeLessThan(7 * 19)
  // the baseline, 142 points from the top, is inside the box
  expect(y).toBeLessThan(842 - 700)
  expect(y + height).toBeGreaterThan(842 - 700)
})

test("follows a rotated page, and splits rotated text into characters", async () => {
  const turned = { content: "BT /F1 18 Tf 0 1 -1 0 300 200 Tm (up) Tj ET" }
  const { pages } = await convert("a.pdf", makePdf([{ ...turned, extra: "/Rotate 90" }, turned]))
  expect(pages[0]?.textLayer.map(([text]) => text)).toEqual(["up"])
  expect(pages[0]?.width).toBe(842)
  expect(pages[1]?.textLayer.map(([text]) => text)).toEqual(["u", "p"])
  for (const page of pages) expectAgreement(page)
})

test.each([
  ["a.txt", `${"第一行 some words, and more of them\n".repeat(90)}${"长".repeat(400)}`],
  ["a.md", "# 标题\n\n- 一\n- 二\n\n1. 甲\n\n|名称|数量|\n|-|-|\n|苹果|3|\n\n```\n  code()\n```\n"],
  ["a.csv", `列一,列二\n${`${"很长的格子 ".repeat(40)},2\n`.repeat(40)}`],
  ["a.html", "<h1>标题</h1><p>正文<b>粗</b></p><table><tr><td>甲<br>乙<td>丙</table>"],
  ["a.epub", makeEpub(["<h1>一</h1><p>春眠不觉晓</p>", "<p>处处闻啼鸟</p>"])],
  ["a.pdf", makePdf([textPage("Some (text) - here", "春眠不觉晓，处处闻啼鸟。"), { content: "" }])],
  ["a.docx", wordSample],
  ["a.mobi", makeMobi("<h1>一</h1><p>春眠不觉晓</p><mbp:pagebreak/><p>处处闻啼鸟</p>")],
  ["a.azw3", makeAzw3(["<h1>一</h1><p>春眠不觉晓</p>", "<p>处处闻啼鸟</p>"])],
  ["a.py", "def f():\n    return  1 < 2 & 3\n"],
  ["a.xlsx", sheetSample],
])("%s: the runs of each page equal its text, and its SVG is entirely ours [security: 1.3.4]", async (name, content) => {
  const { pages, svgs } = await convert(name, content)
  expect(pages.length).toBeGreaterThan(0)
  expect(svgs.flatMap(svgFaults)).toEqual([])
  for (const page of pages) expectAgreement(page)
})

test("an endless text layer is truncated", async () => {
  const collector = new RunCollector()
  for (let index = 0; index < runLimits.runs + 10; index += 1) collector.add("字", 1.23, 2, 3, 4)
  expect(collector.runs).toHaveLength(runLimits.runs)
  expect(collector.runs[0]).toEqual(["字", 1.2, 2, 3, 4, 0, 0])
  const long = new RunCollector()
  for (let index = 0; index < 100; index += 1) long.add("字".repeat(1000), 0, 0, 1, 1)
  expect(Buffer.byteLength(JSON.stringify(long.runs))).toBeLessThan(runLimits.bytes)
  long.add("x", Number.NaN, 0, 0, 0)
  expect(long.runs.length).toBeLessThan(100)
})
