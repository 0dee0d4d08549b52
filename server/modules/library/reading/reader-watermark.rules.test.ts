import { expect, test } from "vitest"
import { drawMark, drawThumbMark } from "./reader-watermark.rules"

/** The heads of the three kinds of WebP files, of 172 × 243 pixels. */
const riff = (kind: string, head: number[]) =>
  Buffer.concat([
    Buffer.from("RIFF\0\0\0\0WEBP", "latin1"),
    Buffer.from(kind, "latin1"),
    Buffer.from([0, 0, 0, 0, ...head]),
    Buffer.alloc(20),
  ])
const lossy = riff("VP8 ", [0, 0, 0, 0x9d, 0x01, 0x2a, 172, 0, 243, 0])
const extended = riff("VP8X", [0, 0, 0, 0, 171, 0, 0, 242, 0, 0])
const bits = 171 | (242 << 14)
const lossless = riff("VP8L", [0x2f, bits & 255, (bits >>> 8) & 255, (bits >>> 16) & 255, (bits >>> 24) & 255])

test.each([
  ["lossy", lossy],
  ["extended", extended],
  ["lossless", lossless],
])("a %s thumbnail keeps its size, and the mark is drawn over it", (_, webp) => {
  const svg = drawThumbMark(webp, `豆豆 <b>&"'`)!.toString("utf8")
  expect(svg).toMatch(
    /^<svg [^>]*viewBox="0 0 172 243" width="172" height="243"><image width="172" height="243" href="data:image\/webp;base64,/,
  )
  expect(svg).toContain(webp.toString("base64"))
  expect(svg.match(/豆豆 &#60;b&#62;&#38;&#34;&#39;<\/text>/g)).toHaveLength(4)
  expect(svg.lastIndexOf("<text")).toBeGreaterThan(svg.indexOf("<image"))
  expect(svg.endsWith("</svg>")).toBe(true)
})

test("what is no picture of ours gets no mark", () => {
  for (const bytes of [
    Buffer.alloc(0),
    Buffer.from("RIFF"),
    Buffer.alloc(64),
    riff("VP8 ", Array(10).fill(0) as number[]),
    riff("ALPH", [1]),
  ])
    expect(drawThumbMark(bytes, "豆豆")).toBeNull()
  for (const text of ["", "not a picture", "<svg></svg>", '<svg viewBox="0 0 10 10">'])
    expect(drawMark(Buffer.from(text), "豆豆")).toBeNull()
})

test("a page has rows of the mark between its elements and at its end, and is not changed otherwise", () => {
  const shapes = Array.from({ length: 20 }, (_, at) => `<path d="M${at} 0"/>`).join("")
  const page = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 595 842" width="595" height="842">${shapes}</svg>`
  const marked = drawMark(Buffer.from(page), "豆豆")!.toString("utf8")
  expect(marked.replace(/<g fill="#808080".*?<\/g>/g, "")).toBe(page)
  expect(marked.match(/<g fill="#808080"/g)).toHaveLength(7)
  expect(marked.slice(0, marked.lastIndexOf("<path")).match(/<g fill="#808080"/g)?.length).toBeGreaterThan(0)
})
