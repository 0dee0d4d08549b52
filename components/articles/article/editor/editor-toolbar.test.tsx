import { act, fireEvent, render, screen, within } from "@testing-library/react"
import { beforeEach, expect, it, vi } from "vitest"
import { EditorToolbar } from "./editor-toolbar"
import { linkAddress, noTools, type EditorCommands, type ToolState } from "./editor-tools"

vi.mock("@wangeditor-next/editor", () => ({ createToolbar: vi.fn(), SlateRange: {}, SlateTransforms: {} }))

let state: ToolState = noTools
let tell: () => void = () => undefined
const commands = {
  read: () => state,
  run: vi.fn(),
  setParagraph: vi.fn(),
  insertLink: vi.fn(),
  insertTable: vi.fn(),
  listen: (onChange: () => void) => {
    tell = onChange
    return () => undefined
  },
  destroy: vi.fn(),
} satisfies EditorCommands

beforeEach(() => {
  state = noTools
  vi.clearAllMocks()
  vi.stubGlobal("requestAnimationFrame", (run: () => void) => {
    run()
    return 0
  })
})
const tool = (name: string) => screen.getByRole("button", { name })
const draw = () => render(<EditorToolbar commands={commands} full={false} onFull={vi.fn()} />)

it("is one tab stop for all buttons, and arrow keys move between them", () => {
  draw()
  const buttons = within(screen.getByRole("toolbar", { name: "排版" })).getAllByRole("button")
  expect(buttons.filter((button) => button.tabIndex === 0).map((button) => button.getAttribute("aria-label"))).toEqual(["加粗"])
  buttons[0]!.focus()
  fireEvent.keyDown(buttons[0]!, { key: "ArrowRight" })
  expect(document.activeElement).toBe(tool("斜体"))
  expect(tool("斜体").tabIndex).toBe(0)
  fireEvent.keyDown(tool("斜体"), { key: "End" })
  expect(document.activeElement).toBe(tool("全屏"))
  fireEvent.keyDown(tool("全屏"), { key: "ArrowRight" })
  expect(document.activeElement).toBe(tool("加粗"))
})

it("shows the format of the text at the cursor, and runs nothing that is not possible there", () => {
  draw()
  state = { active: new Set(["bold"]), disabled: new Set(["insertTable", "codeBlock", "headerSelect"]), paragraph: "header2" }
  act(() => tell())
  expect(tool("加粗").getAttribute("aria-pressed")).toBe("true")
  const kind = screen.getByRole<HTMLSelectElement>("combobox", { name: "段落样式" })
  expect([kind.value, kind.disabled]).toEqual(["header2", true])
  fireEvent.click(tool("代码块"))
  fireEvent.click(tool("插入表格"))
  expect(screen.queryByRole("dialog")).toBeNull()
  fireEvent.click(tool("引用"))
  expect(commands.run.mock.calls).toEqual([["blockquote"]])
})

it("a press leaves the selection in the text", () => {
  draw()
  expect(fireEvent.mouseDown(tool("加粗"))).toBe(false)
  expect(fireEvent.mouseDown(screen.getByRole("combobox")), "the list must open").toBe(true)
})

it("changes the kind of a paragraph", () => {
  draw()
  fireEvent.change(screen.getByRole("combobox"), { target: { value: "header3" } })
  expect(commands.setParagraph).toHaveBeenCalledWith("header3")
})

it("inserts a link after its address is complete, and Enter does not send the article", () => {
  const send = vi.fn((event: { preventDefault: () => void }) => event.preventDefault())
  render(
    <form onSubmit={send}>
      <EditorToolbar commands={commands} full={false} onFull={vi.fn()} />
    </form>,
  )
  fireEvent.click(tool("插入链接"))
  const address = screen.getByRole("textbox", { name: "网址" })
  expect(document.activeElement).toBe(address)
  fireEvent.change(address, { target: { value: "不是网址" } })
  expect(fireEvent.keyDown(address, { key: "Enter" })).toBe(false)
  expect(screen.getByRole("alert").textContent).toContain("请填写完整的网址")
  fireEvent.change(address, { target: { value: "doujia.cn/help" } })
  fireEvent.change(screen.getByRole("textbox", { name: "文字" }), { target: { value: "帮助" } })
  fireEvent.keyDown(address, { key: "Enter" })
  expect(commands.insertLink.mock.calls).toEqual([["https://doujia.cn/help", "帮助"]])
  expect([screen.queryByRole("dialog"), send.mock.calls.length]).toEqual([null, 0])
})

it("inserts a table of the entered size; Escape closes the form and returns the focus", () => {
  draw()
  fireEvent.click(tool("插入表格"))
  fireEvent.keyDown(screen.getByRole("spinbutton", { name: "行数" }), { key: "Escape" })
  expect([screen.queryByRole("dialog"), document.activeElement]).toEqual([null, tool("插入表格")])
  fireEvent.click(tool("插入表格"))
  fireEvent.change(screen.getByRole("spinbutton", { name: "行数" }), { target: { value: "900" } })
  fireEvent.change(screen.getByRole("spinbutton", { name: "列数" }), { target: { value: "" } })
  fireEvent.click(screen.getByRole("button", { name: "插入" }))
  expect(commands.insertTable.mock.calls).toEqual([[50, 1]])
})

it.each([
  ["https://a.cn/x?y=1", "https://a.cn/x?y=1"],
  [" www.a.cn ", "https://www.a.cn"],
  ["a.cn:8080/b", "https://a.cn:8080/b"],
  ["mailto:a@b.cn", "mailto:a@b.cn"],
  ["/document/abc", "/document/abc"],
  ["#开头", "#开头"],
  ["javascript:alert(1)", null],
  ["//evil.cn", null],
  ["两个 词", null],
  ["", null],
])("%j is the address %j", (text, address) => {
  expect(linkAddress(text)).toBe(address)
})
