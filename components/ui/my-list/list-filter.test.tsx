import { fireEvent, render, screen } from "@testing-library/react"
import { beforeEach, describe, expect, it, vi } from "vitest"
import { DocumentStatus } from "@/lib/contract/library/document.enums"
import { ListFilter } from "./list-filter"

const world = vi.hoisted(() => ({ push: vi.fn() }))
vi.mock("next/navigation", () => {
  const router = { push: world.push }
  return { useRouter: () => router }
})

const now = Date.parse("2026-06-18T02:00:00Z")
const show = (part: Partial<Parameters<typeof ListFilter>[0]> = {}) =>
  render(
    <ListFilter
      path="/me/document"
      wd=""
      placeholder="搜索我的上传"
      status={{ value: "", options: DocumentStatus.options }}
      range={{ value: { from: "", to: "" }, label: "上传时间", now }}
      {...part}
    />,
  )
const gone = () => world.push.mock.lastCall?.[0]

beforeEach(() => {
  world.push.mockReset()
  vi.useFakeTimers({ now, toFake: ["Date"] })
  return () => vi.useRealTimers()
})

describe("the filters of a list", () => {
  it("keywords are submitted with Enter, and keep the other filters", () => {
    show({ keep: { type: "article" }, status: { value: "3", options: DocumentStatus.options } })
    fireEvent.change(screen.getByLabelText("搜索我的上传"), { target: { value: " 数学 " } })
    fireEvent.submit(screen.getByRole("search"))
    expect(gone()).toBe("/me/document?type=article&wd=%E6%95%B0%E5%AD%A6&status=3")
  })

  it("a status applies immediately", () => {
    show({ wd: "数学" })
    fireEvent.change(screen.getByLabelText("状态"), { target: { value: "7" } })
    expect(gone()).toBe("/me/document?wd=%E6%95%B0%E5%AD%A6&status=7")
  })

  it("a date shortcut sets the first day", () => {
    show()
    fireEvent.change(screen.getByLabelText("上传时间"), { target: { value: "183" } })
    expect(gone()).toBe("/me/document?from=2025-12-17")
  })

  it("a custom date range has two fields, each applies on blur", () => {
    show()
    expect(screen.queryByLabelText("从")).toBeNull()
    fireEvent.change(screen.getByLabelText("上传时间"), { target: { value: "own" } })
    expect(world.push).not.toHaveBeenCalled()
    fireEvent.blur(screen.getByLabelText("从"), { target: { value: "2026-06-01" } })
    expect(gone()).toBe("/me/document?from=2026-06-01")
  })

  it("a custom range in the address is shown as custom, a shortcut is not", () => {
    show({ range: { value: { from: "2026-06-02", to: "2026-06-09" }, label: "上传时间", now } })
    expect(screen.getByLabelText<HTMLInputElement>("到").value).toBe("2026-06-09")
    expect(screen.getByLabelText<HTMLSelectElement>("上传时间").value).toBe("own")
  })

  it("the keywords are cleared with one click", () => {
    show({ wd: "数学" })
    fireEvent.click(screen.getByRole("button", { name: "清除关键词" }))
    expect(gone()).toBe("/me/document")
  })
})
