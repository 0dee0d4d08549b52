import { readFile } from "node:fs/promises"
import { extname, join } from "node:path"
import sharp from "sharp"
import { expect, test } from "vitest"
import type { Engine } from "./converter.port"
import { localConversions } from "./testing/conversion.fixture"
import { hostileWords } from "./testing/hostile-words"
import { makeAzw3, makeMobi } from "./testing/mobi.fixture"
import { makeEpub } from "./testing/office.fixture"
import { sheetSample, wordSample } from "./testing/office-samples"
import { makePdf, textPage } from "./testing/pdf.fixture"
import { svgFaults } from "./testing/svg-whitelist"

/* Pages are sent to browsers unchanged: those of every engine contain only whitelisted SVG elements. */

const convert = localConversions()

const { raw: words, escaped } = hostileWords
const markup = `<h1 onclick="x()">标题</h1><p style="background:url(http://127.0.0.1/)">${escaped}</p><script>alert(1)</script><svg onload="x()"><foreignObject><p>外</p></foreignObject></svg><a href="javascript:alert(1)">链</a><img src="http://127.0.0.1/a.png"><table><tr><td>甲<td>${escaped}</table>`
const picture = sharp({ create: { width: 320, height: 200, channels: 3, background: "teal" } })

const sample = (name: string) => readFile(join(import.meta.dirname, "../../modules/site/samples/content/files", name))
const made: [Engine, string, () => Buffer | string | Promise<Buffer>][] = [
  ["pdfium", "credits.pdf", () => sample("credits.pdf")],
  [
    "pdfium",
    "a.pdf",
    () =>
      makePdf([
        textPage(words.slice(0, 60), "中文文库"),
        { content: "0 0 1 rg 9 9 99 99 re f q 9 9 50 50 re W n 1 0 0 RG 0 0 m 99 99 l S Q" },
        { content: "" },
      ]),
  ],
  ["office", "manual.docx", () => sample("manual.docx")],
  ["office", "checklist.xlsx", () => sample("checklist.xlsx")],
  ["office", "weekly.pptx", () => sample("weekly.pptx")],
  ["office", "a.docx", () => wordSample],
  ["office", "a.xlsx", () => sheetSample],
  ["text", "markdown.md", () => sample("markdown.md")],
  [
    "text",
    "a.md",
    () =>
      `# ${words}\n\n[链](javascript:alert(1)) ![图](http://127.0.0.1/a.png)\n\n|${words}|二|\n|-|-|\n|一|二|\n\n\`\`\`\n${words}\n\`\`\``,
  ],
  ["text", "a.txt", () => words],
  ["text", "a.csv", () => `列一,列二\n"${words.replaceAll('"', '""')}",2`],
  ["text", "a.html", () => markup],
  ["text", "a.py", () => `print("${words}")`],
  ["ebook", "poems.epub", () => sample("poems.epub")],
  ["ebook", "a.epub", () => makeEpub([markup, `<p>${escaped}</p>`])],
  ["ebook", "a.mobi", () => makeMobi(markup)],
  ["ebook", "a.azw3", () => makeAzw3([markup])],
  ["image", "a.jpg", () => picture.clone().jpeg().toBuffer()],
  ["image", "a.png", () => picture.clone().png().toBuffer()],
  ["image", "a.webp", () => picture.clone().webp().toBuffer()],
  ["image", "a.tif", () => picture.clone().tiff().toBuffer()],
]

test.each(made)(
  "%s renders %s with permitted elements only",
  async (engine, name, make) => {
    const { events, pages, svgs } = await convert(`a${extname(name)}`, await make())
    expect(events.find((event) => event.type === "opened")).toMatchObject({ engine })
    expect(pages.length).toBeGreaterThan(0)
    expect(pages.filter(({ kind }) => kind === "placeholder")).toEqual([])
    expect([...new Set(svgs.flatMap(svgFaults))]).toEqual([])
  },
  120_000,
)

test("the checks detect forbidden contents", () => {
  const svg = (inside: string) => `<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1" viewBox="0 0 1 1">${inside}</svg>`
  expect(svgFaults(svg("<g><path d='M0 0'/></g>"))).toEqual([])
  for (const inside of [
    "<script/>",
    "<foreignObject/>",
    "<a/>",
    "<style/>",
    '<g onclick="x"/>',
    '<use href="http://a/"/>',
    '<image href="data:image/svg+xml;base64,AA"/>',
    '<path style="fill:url(http://a/)"/>',
    "<g>",
  ])
    expect(svgFaults(svg(inside)), inside).not.toEqual([])
})
