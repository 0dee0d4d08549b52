import { act, render, screen } from "@testing-library/react"
import { afterEach, expect, test, vi } from "vitest"
import { world } from "@/tests/setup/world"
import { ArticleCounts } from "./article-counts"

afterEach(() => void vi.useRealTimers())
const inSight = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const articleRequests = () => world.inputsOf("GET /article")

test("an article counts one view after three seconds on screen, and then shows current numbers", async () => {
  vi.useFakeTimers()
  world.answer("GET /article", { id: 1, title: "函数", identifier: "abc", content: "", view_count: 1_205, comment_count: 2 })
  render(<ArticleCounts identifier="abc" views={3} comments={0} />)
  expect(screen.getByText("3 次阅读")).toBeTruthy()
  await inSight(2_900)
  expect(articleRequests()).toEqual([])
  await inSight(60_000)
  expect(articleRequests()).toEqual([{ identifier: "abc" }])
  expect(screen.getByText("1,205 次阅读")).toBeTruthy()
  expect(screen.getByText("2 条评论").getAttribute("href")).toBe("#comments")
})

test("a failed request leaves the numbers of the page unchanged", async () => {
  vi.useFakeTimers()
  render(<ArticleCounts identifier="abc" views={3} comments={1} />)
  await inSight(3_100)
  expect(articleRequests()).toHaveLength(1)
  expect(screen.getByText("3 次阅读")).toBeTruthy()
})
