import { createToolbar, SlateRange, SlateTransforms, type IDomEditor } from "@wangeditor-next/editor"
import type { ToolIconName } from "./tool-icon"

/**
 * A command of the editor, by the key of its menu. Only formatting that an article may contain: `server/ports/sanitizer` would remove
 * colours, sizes and the like when it is saved.
 */
export type EditorTool = { key: string; label: string; icon: ToolIconName; hotkey?: string }

/** The groups of the toolbar, the most frequent first. */
export const toolGroups: readonly (readonly EditorTool[])[] = [
  [
    { key: "bold", label: "加粗", icon: "bold", hotkey: "Ctrl+B" },
    { key: "italic", label: "斜体", icon: "italic", hotkey: "Ctrl+I" },
    { key: "underline", label: "下划线", icon: "underline", hotkey: "Ctrl+U" },
    { key: "through", label: "删除线", icon: "through", hotkey: "Ctrl+Shift+X" },
    { key: "code", label: "行内代码", icon: "code", hotkey: "Ctrl+E" },
    { key: "clearStyle", label: "清除格式", icon: "clear" },
  ],
  [
    { key: "bulletedList", label: "无序列表", icon: "bullets" },
    { key: "numberedList", label: "有序列表", icon: "numbers" },
    { key: "blockquote", label: "引用", icon: "quote" },
  ],
  [
    { key: "insertLink", label: "插入链接", icon: "link" },
    { key: "uploadImage", label: "上传图片", icon: "picture" },
    { key: "insertTable", label: "插入表格", icon: "grid" },
    { key: "codeBlock", label: "代码块", icon: "block" },
    { key: "divider", label: "分割线", icon: "rule" },
  ],
  [
    { key: "undo", label: "撤销", icon: "undo", hotkey: "Ctrl+Z" },
    { key: "redo", label: "重做", icon: "redo", hotkey: "Ctrl+Shift+Z" },
  ],
]

const headerKey = "headerSelect"

/** The kinds of a paragraph. */
export const paragraphKinds = [
  { value: "paragraph", label: "正文" },
  ...[1, 2, 3, 4, 5].map((level) => ({ value: `header${level}`, label: `标题 ${level}` })),
]

type Menu = {
  getValue: (editor: IDomEditor) => string | boolean
  isActive: (editor: IDomEditor) => boolean
  isDisabled: (editor: IDomEditor) => boolean
  exec: (editor: IDomEditor, value: string | boolean) => void
  insertTable?: (editor: IDomEditor, rows: string, columns: string) => void
}

/** What the toolbar displays of the text at the cursor. */
export type ToolState = { active: ReadonlySet<string>; disabled: ReadonlySet<string>; paragraph: string }
export const noTools: ToolState = { active: new Set(), disabled: new Set(), paragraph: "paragraph" }

export type EditorCommands = {
  read: () => ToolState
  run: (key: string) => void
  setParagraph: (kind: string) => void
  insertLink: (address: string, words: string) => void
  insertTable: (rows: number, columns: number) => void
  /** Calls back after every change of the text or the selection; returns a cleanup function. */
  listen: (onChange: () => void) => () => void
  destroy: () => void
}

/** Returns an address with its scheme; null for what is none. Paths of this site are links too. */
export const linkAddress = (text: string): string | null => {
  const address = text.trim()
  if (!address || /\s/.test(address)) return null
  if (/^(https?:\/\/|mailto:)[^/]/i.test(address) || /^[/#][^/]/.test(address) || address === "/") return address
  return /^[\w-]+(\.[\w-]+)+([/?#:].*)?$/.test(address) ? `https://${address}` : null
}

/**
 * Returns the commands of an editor. They are the library's own menus, from a toolbar that is never displayed; its keys (Ctrl+B …) work as
 * long as it exists. A command that is run before the text had the focus applies to its end.
 */
export const commandsOf = (editor: IDomEditor): EditorCommands => {
  const toolbar = createToolbar({
    editor,
    selector: document.createElement("div"),
    config: { toolbarKeys: [headerKey, ...toolGroups.flat().map(({ key }) => key)] },
    mode: "default",
  })
  const menuOf = (key: string): Menu | undefined => (toolbar.getMenus() as unknown as Record<string, Menu>)[key]
  let touched = false
  const onChange = () => void (touched ||= editor.selection !== null)
  editor.on("change", onChange)
  const focus = () => {
    if (!editor.isFocused() || !editor.selection) editor.focus(!touched)
  }
  const exec = (key: string, value?: string) => {
    focus()
    const menu = menuOf(key)
    if (menu && !menu.isDisabled(editor)) menu.exec(editor, value ?? menu.getValue(editor))
  }
  return {
    read: () => {
      if (!editor.selection) return noTools
      const keys = toolGroups.flat().map(({ key }) => key)
      const value = menuOf(headerKey)?.getValue(editor)
      return {
        active: new Set(keys.filter((key) => menuOf(key)?.isActive(editor))),
        disabled: new Set([...keys, headerKey].filter((key) => menuOf(key)?.isDisabled(editor))),
        paragraph: paragraphKinds.some((kind) => kind.value === value) ? String(value) : "paragraph",
      }
    },
    run: (key) => exec(key),
    setParagraph: (kind) => exec(headerKey, kind),
    insertLink: (address, words) => {
      focus()
      const { selection } = editor
      if (!selection || menuOf("insertLink")?.isDisabled(editor)) return
      const link = { type: "link", url: address, children: SlateRange.isCollapsed(selection) ? [{ text: words || address }] : [] }
      if (SlateRange.isCollapsed(selection)) return SlateTransforms.insertNodes(editor, [link, { text: " " }] as never)
      SlateTransforms.wrapNodes(editor, link as never, { split: true })
      SlateTransforms.collapse(editor, { edge: "end" })
    },
    insertTable: (rows, columns) => {
      focus()
      const menu = menuOf("insertTable")
      if (menu && !menu.isDisabled(editor)) menu.insertTable?.(editor, String(rows), String(columns))
    },
    listen: (listener) => {
      editor.on("change", listener)
      return () => editor.off("change", listener)
    },
    destroy: () => {
      editor.off("change", onChange)
      toolbar.destroy()
    },
  }
}

/** Returns true if the kind of the paragraph cannot change here, as in a table or in code. */
export const isParagraphFixed = ({ disabled }: ToolState): boolean => disabled.has(headerKey)
