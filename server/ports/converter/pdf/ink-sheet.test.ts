import { gzipSync } from "node:zlib"
import { expect, test } from "vitest"
import { svgFaults } from "../testing/svg-whitelist"
import { GlyphRun, GlyphWriter } from "./glyph-runs"
import { shapeOf } from "./glyph-shape"
import { withInk } from "./ink-sheet"

const outlines = new Map([
  ["g1", "M40 360h920v40h-920z"],
  ["g2", "M60 0h60v700h-60zM120 320h300v60h-300z"],
  ["g3", "M60 0h300v700h-300z"],
])
const run = (look: string, letters: string, size: number) => {
  const glyphs = new GlyphRun(look, "")
  ;[...letters].forEach((letter, at) => glyphs.add({ id: `g${letter}`, matrix: [size / 1000, 0, 0, -size / 1000, 20 + at * size, 60] }))
  return glyphs
}
const figure = '<path stroke="#000" d="M0 0H100"/><g transform="matrix(1 0 0 1 4 5)"><path d="M0 0H9V9Z"/></g>'
const page = (...runs: GlyphRun[]) => {
  const writer = new GlyphWriter(outlines, runs)
  const body = runs.map((glyphs) => writer.textOf(glyphs)).join("")
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 800" width="600" height="800"><defs>${writer.definitions()}</defs>${figure}${body}</svg>`
}

test("Chinese characters, other letters and bold ones are told apart by their outlines", () => {
  expect([...outlines.values()].map(shapeOf)).toEqual(["chinese", "latin", "bold"])
})

test("glyphs of the page's usual size get strokes by class, rules and figures none", () => {
  const svg = withInk(page(run("", "1112", 10), run("", "3", 10)))
  expect(svg).toContain('<g class="i" transform=')
  expect(svg).toContain('<marker class="i" id="g1m0"')
  expect(svg).toContain('<path class="j" transform=')
  expect(svg).toContain('<path class="n" transform=')
  expect(svg).toContain('<path fill="none" stroke="none" style="marker:url(#g1m0)"')
  expect(svg).toContain(figure)
  expect(svgFaults(svg)).toEqual([])
})

test("letters are thickened up to a width of the page that depends on their size", () => {
  expect(withInk(page(run("", "1111", 10)))).toContain("@media(max-width:1440px){svg:target .i{stroke:currentColor;stroke-width:9}")
  expect(withInk(page(run("", "1111", 20)))).toContain("@media(max-width:720px)")
})

test("large letters and stroked ones stay as they are", () => {
  const svg = withInk(page(run("", "11111", 10), run("", "22", 30), run(' stroke="#00c" stroke-width="40"', "33", 10)))
  expect(svg).toContain('<marker id="g2m0"')
  expect(svg).toContain('<marker id="g3m1" overflow="visible" markerUnits="userSpaceOnUse" stroke="#00c"')
})

test("strokes have the colour of their letters", () => {
  expect(withInk(page(run(' fill="#c00"', "112", 10)))).toContain('<g fill="#c00" color="#c00">')
})

test("a page gets the sheet once, and a page without glyphs none", () => {
  const inked = withInk(page(run("", "11", 10)))
  expect(withInk(inked)).toBe(inked)
  expect(withInk(page())).toBe(page())
})

test("the sheet costs at most 300 bytes", () => {
  const letters = Array.from({ length: 600 }, (_, at) => String(1 + ((at * 7) % 3))).join("")
  const bare = page(run("", letters, 10), run(' fill="#c00"', "1122", 10))
  expect(gzipSync(withInk(bare)).length - gzipSync(bare).length).toBeLessThanOrEqual(300)
})
