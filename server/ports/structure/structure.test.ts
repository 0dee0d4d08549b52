import { join } from "node:path"
import { expect, test } from "vitest"
import { analysePages } from "./analyse"
import { measured } from "./testing/measured-pages.fixture"

const halves = measured(join(import.meta.dirname, "testing", "labelled-pages.jsonl"))

test.each([
  ["pages of other makers, labelled by hand", "labelled"],
  ["generated pages", "generated"],
] as const)("at least 95 of 100 lines of 100 %s are in the correct block", async (title, half) => {
  const { score, text } = await halves[half](title)
  expect([score.pages, score.lines > 3_000]).toEqual([100, true])
  expect(score.right / score.lines, text).toBeGreaterThanOrEqual(0.95)
})

test("each entry of a numbered list is a separate item, even if all entries are equally long", () => {
  const title = (at: number) => `第${"一二三四五六七八"[at]}卷 春日游园的那些故事与人们`
  const runs = Array.from({ length: 8 }, (_, at) => [
    [`${at + 1}.`, 56, 100 + at * 21, 9, 14, 0, 12] as const,
    [title(at), 74, 100 + at * 21, 170, 14, 0, 12] as const,
  ]).flat()
  const [page] = analysePages({ pages: [{ page: 1, width: 595, height: 842, runs, links: [] }], from: 1, to: 1, outline: [] })
  expect(page!.blocks.map(({ kind, marker, text }) => [kind, marker, text])).toEqual(
    Array.from({ length: 8 }, (_, at) => ["item", `${at + 1}.`, title(at)]),
  )
})
