import { createEditor, SlateEditor, SlateTransforms, type IDomEditor } from "@wangeditor-next/editor"
import { afterEach, expect, it, vi } from "vitest"
import { commandsOf, toolGroups, type EditorCommands } from "./editor-tools"

let commands: EditorCommands | null = null
let editor: IDomEditor | null = null
afterEach(() => {
  commands?.destroy()
  editor?.destroy()
  document.body.replaceChildren()
})

/** Tables watch their width, which jsdom does not have. */
class Nothing {
  observe() {}
  unobserve() {}
  disconnect() {}
}

const open = async (html: string) => {
  vi.stubGlobal("ResizeObserver", Nothing)
  const area = document.body.appendChild(document.createElement("div"))
  const made = createEditor({ selector: area, html, mode: "default", config: { scroll: false, autoFocus: false } })
  // jsdom has no selection in an editable element
  vi.spyOn(made, "isFocused").mockReturnValue(true)
  vi.spyOn(made, "focus").mockImplementation(() => undefined)
  editor = made
  commands = commandsOf(made)
  await new Promise((done) => setTimeout(done))
  return { made, commands }
}
const selectAll = (one: IDomEditor) => SlateTransforms.select(one, { anchor: SlateEditor.start(one, []), focus: SlateEditor.end(one, []) })

it("every tool is a command of the editor", async () => {
  const { made, commands: all } = await open("<p>豆架</p>")
  selectAll(made)
  const { disabled, paragraph } = all.read()
  expect(paragraph).toBe("paragraph")
  expect(
    [...disabled].filter((key) => !["insertTable", "codeBlock", "undo", "redo", "divider", "uploadImage", "insertImage"].includes(key)),
  ).toEqual([])
  expect(toolGroups.flat()).toHaveLength(16)
})

it("formats the selected text and the paragraph", async () => {
  const { made, commands: all } = await open("<p>豆架</p>")
  selectAll(made)
  all.run("bold")
  expect(made.getHtml()).toBe("<p><strong>豆架</strong></p>")
  expect(all.read().active.has("bold")).toBe(true)
  all.setParagraph("header2")
  expect(made.getHtml()).toContain("<h2>")
  expect(all.read().paragraph).toBe("header2")
})

it("makes the selected words a link, or inserts one with its own words", async () => {
  const { made, commands: all } = await open("<p>豆架</p>")
  selectAll(made)
  all.insertLink("https://a.cn", "")
  expect(made.getHtml()).toMatch(/<a href="https:\/\/a.cn"[^>]*>豆架<\/a>/)
  SlateTransforms.select(made, SlateEditor.end(made, []))
  all.insertLink("/help", "帮助")
  expect(made.getHtml()).toMatch(/<a href="\/help"[^>]*>帮助<\/a>/)
})

it("inserts a table of the given size", async () => {
  const { made, commands: all } = await open("<p><br></p>")
  SlateTransforms.select(made, SlateEditor.start(made, []))
  all.insertTable(2, 3)
  const page = new DOMParser().parseFromString(made.getHtml(), "text/html")
  expect([page.querySelectorAll("tr").length, page.querySelectorAll("td, th").length]).toEqual([2, 6])
})
