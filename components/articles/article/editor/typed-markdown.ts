import { Boot, SlateEditor, SlateElement, SlateRange, SlateTransforms, type IDomEditor } from "@wangeditor-next/editor"
import { blockOf, boldOf } from "./markdown"

/** Returns the text between the start of the block and the cursor; null in anything but a plain paragraph. */
const textBefore = (editor: IDomEditor): string | null => {
  const { selection } = editor
  if (!selection || !SlateRange.isCollapsed(selection)) return null
  const [entry] = SlateEditor.nodes(editor, {
    match: (node) => SlateElement.isElement(node) && SlateEditor.isBlock(editor, node),
    mode: "lowest",
  })
  if (!entry || (entry[0] as { type?: string }).type !== "paragraph") return null
  return SlateEditor.string(editor, { anchor: SlateEditor.start(editor, entry[1]), focus: selection.anchor })
}

const deleteBefore = (editor: IDomEditor, length: number) =>
  SlateTransforms.delete(editor, { distance: length, unit: "character", reverse: true })

const startBlock = (editor: IDomEditor, before: string): boolean => {
  const block = blockOf(before)
  if (!block) return false
  deleteBefore(editor, before.length)
  SlateTransforms.setNodes(editor, block as object)
  return true
}

const makeBold = (editor: IDomEditor, before: string): boolean => {
  const bold = boldOf(before)
  if (!bold) return false
  deleteBefore(editor, bold.length)
  SlateTransforms.insertNodes(editor, { text: bold.words, bold: true } as never)
  // the next typed text is plain again
  editor.removeMark("bold")
  return true
}

/** Turns Markdown into formatting while it is typed. 撤销 brings the characters back. */
const withTypedMarkdown = <T extends IDomEditor>(editor: T): T => {
  const { insertText } = editor
  editor.insertText = (text, options) => {
    const before = text === " " || text === "*" ? textBefore(editor) : null
    const isDone = before !== null && (text === " " ? startBlock(editor, before) : makeBold(editor, before))
    if (!isDone) insertText(text, options)
  }
  return editor
}

let isRegistered = false

/** Registers the plugin, once, for all editors that are created afterwards. */
export const registerTypedMarkdown = (): void => {
  if (!isRegistered) Boot.registerPlugin(withTypedMarkdown)
  isRegistered = true
}
