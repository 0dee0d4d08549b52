import { join } from "node:path"
import { expect, test } from "vitest"
import { measured } from "./testing/measured-pages.fixture"

const halves = measured(join(import.meta.dirname, "testing", "labelled-pages.jsonl"))

test.each([
  ["pages of other makers, labelled by hand", "labelled"],
  ["generated pages", "generated"],
] as const)("at least 95 of 100 lines of 100 %s are in the right block", async (title, half) => {
  const { score, text } = await halves[half](title)
  expect([score.pages, score.lines > 3_000]).toEqual([100, true])
  expect(score.right / score.lines, text).toBeGreaterThanOrEqual(0.95)
})
