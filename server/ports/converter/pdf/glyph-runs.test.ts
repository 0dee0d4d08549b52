import sharp from "sharp"
import { expect, test } from "vitest"
import { svgFaults } from "../testing/svg-whitelist"
import { GlyphRun, GlyphWriter, type PositionedGlyph } from "./glyph-runs"

const outlines = new Map([
  ["a", "M100 0h500v700h-500zM200 100v500h300v-500z"],
  ["b", "M50-100l600 900h-200z"],
  ["c", "M0 0h900v80h-900z"],
])
const at = (id: string, x: number, y: number, size = 20): PositionedGlyph => ({ id, matrix: [size / 1000, 0, 0, -size / 1000, x, y] })
const page = (defs: string, body: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 200" width="300" height="200"><defs>${defs}</defs>${body}</svg>`
const pixels = (svg: string) => sharp(Buffer.from(svg), { density: 144 }).flatten({ background: "#fff" }).greyscale().raw().toBuffer()

const written = (...runs: GlyphRun[]) => {
  const sheet = new GlyphWriter(outlines, runs)
  return page(sheet.definitions(), runs.map((run) => sheet.textOf(run)).join(""))
}
const run = (look: string, group: string, glyphs: PositionedGlyph[]) => {
  const made = new GlyphRun(look, group)
  for (const glyph of glyphs) made.add(glyph)
  return made
}
/** Renders the reference: every glyph as a separate outline. */
const plain = (look: string, glyphs: PositionedGlyph[]) =>
  `<g${look}>${glyphs.map(({ id, matrix }) => `<path transform="matrix(${matrix.join(" ")})" d="${outlines.get(id)}"/>`).join("")}</g>`

/** Counts the pixels that differ by more than the effect of rounding to a thousandth of the em. */
const differing = async (one: string, other: string) => {
  const [first, second] = await Promise.all([pixels(one), pixels(other)])
  return first.filter((value, index) => Math.abs(value - second[index]!) > 24).length
}

const black = [at("a", 20, 40), at("b", 50, 40), at("a", 80, 40), at("a", 20, 90), at("c", 130, 90)]
const turned: PositionedGlyph[] = [
  { id: "a", matrix: [0, 0.03, 0.03, 0, 200, 20] },
  { id: "a", matrix: [0, 0.03, 0.03, 0, 200, 70] },
]
const red = [at("a", 30, 150, 33), at("a", 70, 150, 33), at("b", 110, 150, 33)]

test("glyphs of a run have the same positions as single ones, with every fill, stroke and opacity", async () => {
  const svg = written(
    run("", "", [...black, ...turned]),
    run(' fill="#c00"', "", red),
    run(' stroke="#00c" stroke-width="40" fill="none"', ' opacity=".5"', [at("a", 200, 180, 50), at("a", 245, 180, 50)]),
  )
  const expected = page(
    "",
    plain("", [...black, ...turned]) +
      plain(' fill="#c00"', red) +
      plain(' stroke="#00c" stroke-width="40" fill="none" opacity=".5"', [at("a", 200, 180, 50), at("a", 245, 180, 50)]),
  )
  expect(svgFaults(svg)).toEqual([])
  expect(await differing(svg, expected)).toBe(0)
  // proves that the test detects a missing glyph
  expect(await differing(svg, page("", plain("", black)))).toBeGreaterThan(100)
})

test("an outline is written once, and one element serves all its positions in a run", () => {
  const svg = written(run("", "", black), run(' fill="#c00"', "", red))
  for (const outline of outlines.values()) expect(svg.split(outline)).toHaveLength(2)
  expect(svg.match(/marker:url/g)).toHaveLength(2)
  // b occurs once in each of two runs, c once on the whole page
  expect(svg.match(/<use href="#b" x=/g)).toHaveLength(2)
  expect(svg).toContain('<path transform="translate(')
})

test("a transparent glyph is not merged with its neighbour; a flattened glyph is omitted", () => {
  expect(run("", "", []).takes("", "")).toBe(true)
  expect(run("", "", []).takes(' fill="#c00"', "")).toBe(false)
  expect(run("", ' opacity=".5"', []).takes("", ' opacity=".5"')).toBe(false)
  expect(written(run("", "", [{ id: "a", matrix: [0.02, 0, 0, 0, 5, 5] }]))).not.toContain("d=")
})
