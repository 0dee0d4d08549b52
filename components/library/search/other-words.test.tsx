import { cleanup, render } from "@testing-library/react"
import { afterEach, expect, test } from "vitest"
import { OtherWords } from "./other-words"

afterEach(cleanup)

const none = { total: 3, corrected: "", relaxed: false }
const renderNote = (results: Partial<typeof none>) =>
  render(<OtherWords query={{ wd: "linuz 入门", type: 1 }} results={{ ...none, ...results }} />).container

test("results for a corrected query show a notice with a link", () => {
  const mended = renderNote({ corrected: "linux 入门" })
  expect(mended.textContent).toBe("没有找到“linuz 入门”，以下是“linux 入门”的结果。")
  expect(mended.querySelector("a")?.getAttribute("href")).toBe("/search?wd=linux%20%E5%85%A5%E9%97%A8&type=1")
  expect(renderNote({ relaxed: true }).textContent).toContain("部分词")
})

test("no notice appears for the original query or for empty results", () => {
  expect(renderNote({}).textContent).toBe("")
  expect(renderNote({ total: 0, relaxed: true }).textContent).toBe("")
})
