import { extname } from "node:path"
import { gunzipSync } from "node:zlib"
import { describe, expect, test } from "vitest"
import { inspectFile } from "@/server/ports/converter/inspect/file-inspection"
import { type ConversionRun, localConversions, withFile } from "@/server/ports/converter/testing/conversion.fixture"
import { expectBlocksOf } from "./pdf/page-ink"
import { isRefusal } from "./specimen"
import { specimenLists } from "./specimen-lists"

const squeeze = (text: string): string => text.replace(/\s+/g, "")

/** Returns everything that leaves the server for readers: search text, text layers, SVG text and rows. */
const publishedText = ({ text, pages, svgs, events }: ConversionRun): string => {
  const layers = pages.flatMap((page) => page.textLayer.map(([run]) => run))
  const rows = events.flatMap((event) => (event.type === "rows" ? [gunzipSync(event.rows).toString("utf8")] : []))
  const books = events.flatMap((event) => (event.type === "sheets" ? [JSON.stringify(event.book)] : []))
  return squeeze([text, ...layers, ...svgs.map((svg) => svg.replace(/<[^>]*>/g, "")), ...rows, ...books].join("\n"))
}

const expectInOrder = (text: string, words: readonly string[]): void => {
  let from = 0
  for (const word of words.map(squeeze)) {
    const at = text.indexOf(word, from)
    expect(at, `“${word}” in “${text.slice(from, from + 300)}”`).toBeGreaterThanOrEqual(0)
    from = at + word.length
  }
}

describe.each(Object.entries(specimenLists))("%s", (_, specimens) => {
  const convert = localConversions()

  test.each(specimens.map((specimen) => [specimen.name, specimen.about, specimen] as const))("%s: %s", async (name, _about, specimen) => {
    const content = await specimen.make()
    const { expected } = specimen
    if (isRefusal(expected)) {
      const { refusal: reason, atUpload } = expected
      if (atUpload) await expect(withFile(name, content, (file) => inspectFile(file, extname(name)))).rejects.toMatchObject({ reason })
      await expect(convert(name, content)).rejects.toMatchObject({ reason })
      return
    }
    const run = await convert(name, content)
    if (expected.pages !== undefined) expect(run.pages).toHaveLength(expected.pages)
    expectInOrder(squeeze(run.text), expected.words ?? [])
    const published = publishedText(run)
    for (const word of expected.absentWords ?? []) expect(published).not.toContain(squeeze(word))
    expect(run.warnings.toSorted()).toEqual((expected.warnings ?? []).toSorted())
    if (specimen.reference) await expectBlocksOf(run, await specimen.reference())
    await expected.check?.(run)
  })
})
