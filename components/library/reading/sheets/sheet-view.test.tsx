import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { DocumentStatus } from "@/lib/contract/library/document.enums"
import { refusal, world, type MockOutput } from "@/tests/setup/world"
import { createReader, type ReaderStore } from "../store/reader-store"
import { ReaderContext } from "../store/use-reader"
import { SheetView } from "./sheet-view"

class Nothing {
  observe() {}
  disconnect() {}
}

const source = {
  id: 1,
  uuid: "abc",
  title: "表",
  status: DocumentStatus.converted,
  reason: "",
  pages: 9,
  total: 9,
  ready: 9,
  sizes: [],
  fallback: [595, 842] as [number, number],
  ext: ".gzip.svg",
  version: 1,
  price: 0,
  outline: false,
  hasText: true,
  links: false,
  sheets: true,
  thumbs: false,
  underway: false,
}
const policy = { selectable: true, searches: true, printable: true, watermark: "", embedded: false, adEvery: 5 }

type Sheet = NonNullable<MockOutput<"GET /document/sheets">["sheets"]>[number]
const sheet = (part: Partial<Sheet> = {}): Sheet => ({
  name: "明细",
  rows: 100_000,
  columns: 3,
  first: 1,
  widths: [80, 80, 80],
  height: 20,
  heights: [],
  frozen: { rows: 1, columns: 1 },
  merges: [],
  ...part,
})
/** Responds with rows whose first column contains their number. */
const answerRows = () =>
  world.answer("GET /document/rows", ({ block }) => ({
    rows: Array.from({ length: 50 }, (_, n) => {
      const row = (Number(block) - 1) * 50 + n
      return [
        row,
        [
          [0, row === 0 ? "表头" : `第${row}行`, 0],
          [1, "数", 1],
        ],
      ] as [number, [number, string, number][]]
    }),
  }))

let store: ReaderStore
const draw = (children?: string) => {
  store = createReader(source, policy)
  return render(
    <ReaderContext value={store}>
      <SheetView>{children && <p>{children}</p>}</SheetView>
    </ReaderContext>,
  )
}

beforeEach(() => {
  vi.spyOn(Element.prototype, "clientHeight", "get").mockReturnValue(600)
  vi.stubGlobal("ResizeObserver", Nothing)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe("the spreadsheet view", () => {
  it("renders and requests only the rows around the viewport of a hundred thousand; its header stays visible", async () => {
    world.answer("GET /document/sheets", { styles: [{}, { bold: true, fill: "#203040", align: "right" }], sheets: [sheet()] })
    answerRows()
    const { container } = draw()
    expect(await screen.findByText("第5行")).toBeTruthy()
    const drawn = () => container.querySelectorAll("tbody tr[aria-rowindex]").length
    expect(drawn()).toBeLessThan(90)
    const filled = screen.getAllByText("数")[0]!
    expect(filled.getAttribute("style")).toMatch(/font-weight: 600.*background: (#203040|rgb\(32, 48, 64\)).*text-align: right/)
    const grid = screen.getByRole("tabpanel")
    grid.scrollTop = 20 * 99_990
    fireEvent.scroll(grid)
    expect(await screen.findByText("第99999行")).toBeTruthy()
    expect(screen.getByText("表头"), "the frozen row").toBeTruthy()
    expect(drawn()).toBeLessThan(90)
    expect(world.inputsOf("GET /document/rows").map(({ block }) => block)).not.toContain(1_000)
    expect(container.querySelector("table")!.getAttribute("aria-rowcount")).toBe("100001")
  })

  it("renders merged cells once, omits hidden columns, and shows another sheet on its tab", async () => {
    const first = sheet({ rows: 3, widths: [80, 0, 80], merges: [[1, 0, 2, 3]], frozen: { rows: 0, columns: 0 } })
    world.answer("GET /document/sheets", {
      styles: [{}, {}],
      sheets: [first, sheet({ name: "汇总", rows: 0, columns: 0, widths: [], first: 2 })],
    })
    answerRows()
    draw()
    const cell = (await screen.findByText("第1行")).closest("td")!
    expect([cell.rowSpan, cell.colSpan]).toEqual([2, 2])
    expect(screen.queryByText("第2行")).toBeNull()
    expect(screen.getAllByRole("columnheader").map((one) => one.textContent)).toEqual(["A", "C"])
    const tabs = within(screen.getByRole("tablist", { name: "工作表" })).getAllByRole("tab")
    fireEvent.keyDown(tabs[0]!, { key: "ArrowRight" })
    expect(tabs[1]!.getAttribute("aria-selected")).toBe("true")
    expect(screen.getByText("这张表是空的")).toBeTruthy()
    expect(screen.getByText("0 行 · 0 列")).toBeTruthy()
  })

  it("states what follows the preview only if something does", async () => {
    world.answer("GET /document/sheets", { styles: [{}, {}], sheets: [sheet({ rows: 50 })], more: true })
    answerRows()
    draw("下载后查看全部")
    expect(await screen.findByText("下载后查看全部")).toBeTruthy()
  })

  it("leads to the pages from a sheet with charts or pictures, and from no other", async () => {
    world.answer("GET /document/sheets", {
      styles: [{}, {}],
      sheets: [sheet({ rows: 2, drawings: true }), sheet({ name: "汇总", rows: 0, columns: 0, widths: [], first: 2 })],
    })
    answerRows()
    draw()
    fireEvent.click(await screen.findByRole("button", { name: "图表见分页视图" }))
    expect(store.getState().view).toBe("pages")
    fireEvent.click(screen.getByRole("tab", { name: "汇总" }))
    expect(screen.queryByRole("button", { name: "图表见分页视图" })).toBeNull()
  })

  it("shows the pictures near the viewport over the cells, and those of frozen rows with these", async () => {
    const picture = { block: 1, x: 90, width: 60, height: 40 }
    const pictures = [
      { ...picture, number: 1, y: 5 },
      { ...picture, number: 2, y: 100, clear: true },
      { ...picture, number: 3, y: 20 * 50_000, block: 1_001 },
    ]
    world.answer("GET /document/sheets", { styles: [{}, {}], sheets: [sheet({ pictures, frozen: { rows: 3, columns: 1 } })] })
    world.answer("GET /document/rows", ({ block }) => ({
      rows: [],
      pictures: pictures
        .filter((one) => one.block === Number(block))
        .map(({ number }) => ({ number, src: `data:image/webp;base64,${number}` })),
    }))
    const { container } = draw()
    const images = () => [...container.querySelectorAll<HTMLImageElement>(".book-pictures img")]
    await waitFor(() => expect(images()).toHaveLength(2))
    const [first, second] = images()
    // 52 pixels of row numbers and 26 of column letters
    expect([first!.style.left, first!.style.top, first!.style.width]).toEqual(["142px", "31px", "60px"])
    expect(first!.closest("[data-frozen]")).toBeTruthy()
    expect([second!.style.top, second!.dataset["clear"]]).toEqual(["126px", "true"])
    expect(world.inputsOf("GET /document/rows").map(({ block }) => block)).not.toContain(1_001)
    const grid = screen.getByRole("tabpanel")
    grid.scrollTop = 20 * 50_000
    fireEvent.scroll(grid)
    await waitFor(() => expect(images().map((image) => image.src)).toContain("data:image/webp;base64,3"))
  })

  it("offers a retry and the page view when loading fails", async () => {
    world.answer("GET /document/sheets", refusal(500, "坏了"), { styles: [{}, {}], sheets: [sheet({ rows: 2 })] })
    answerRows()
    draw("下载后查看全部")
    fireEvent.click(await screen.findByRole("button", { name: "重新加载" }))
    await waitFor(() => expect(screen.getByText("第1行")).toBeTruthy())
    expect(screen.queryByText("下载后查看全部")).toBeNull()
    cleanup()
    world.answer("GET /document/sheets", refusal(500, "坏了"))
    draw()
    fireEvent.click(await screen.findByRole("button", { name: "看分页" }))
    expect(store.getState().view).toBe("pages")
  })
})
