import { act, renderHook } from "@testing-library/react"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { localStore } from "@/lib/browser-storage"
import { readDrafts, type PostFields } from "./drafts"
import { useDrafts } from "./use-drafts"

const empty: PostFields = { title: "", content: "", category: 0, keywords: [], description: "", source: "", source_url: "" }
const written = (title: string): PostFields => ({ ...empty, title, content: "<p>文</p>" })
const options = { person: 7, article: 0, base: "", start: empty, interrupted: false }
const open = () => renderHook(() => useDrafts(options))
const titles = () => readDrafts(localStore, 7, 0, Date.now()).map(({ fields }) => fields.title)

beforeEach(() => {
  window.localStorage.clear()
  window.localStorage.setItem("token", "t")
  vi.useFakeTimers()
})
afterEach(() => vi.useRealTimers())

test("a draft is saved one second after the last keystroke", async () => {
  const { result } = open()
  act(() => result.current.change(written("一")))
  await act(() => vi.advanceTimersByTimeAsync(900))
  act(() => result.current.change(written("一二")))
  await act(() => vi.advanceTimersByTimeAsync(900))
  expect(titles()).toEqual([])
  await act(() => vi.advanceTimersByTimeAsync(100))
  expect([titles(), result.current.state]).toEqual([["一二"], "saved"])
})

test("closing a tab saves the last keystroke, and the next tab offers the draft", () => {
  const first = open()
  act(() => first.result.current.change(written("没写完")))
  act(() => void window.dispatchEvent(new Event("pagehide")))
  expect(titles()).toEqual(["没写完"])
  const { result } = open()
  expect(result.current.offered?.fields.title).toBe("没写完")
  let restored: PostFields | null = null
  act(() => void (restored = result.current.restore()))
  expect([restored, result.current.offered]).toEqual([written("没写完"), null])
  expect(titles(), "it is the one that is being written now").toEqual(["没写完"])
})

test("an offered draft is kept beside a new one until the user decides", async () => {
  const first = open()
  act(() => first.result.current.change(written("旧的")))
  first.unmount()
  const { result } = open()
  act(() => result.current.change(written("新的")))
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  expect(titles()).toEqual(["新的", "旧的"])
  act(() => result.current.discard())
  expect([titles(), result.current.offered]).toEqual([["新的"], null])
})

test("a saved article has no draft any more, even after leaving the page", async () => {
  const { result, unmount } = open()
  act(() => result.current.change(written("发布了")))
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  act(() => result.current.finish())
  unmount()
  expect(titles()).toEqual([])
})

test("an article reverted to its original text has no draft", async () => {
  const { result } = open()
  act(() => result.current.change(written("改了")))
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  act(() => result.current.change(empty))
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  expect([titles(), result.current.state]).toEqual([[], "none"])
})

test("a logout in another tab stores nothing of what is still open", () => {
  const { result, unmount } = open()
  act(() => result.current.change(written("私密")))
  window.localStorage.clear()
  unmount()
  expect(titles()).toEqual([])
})
