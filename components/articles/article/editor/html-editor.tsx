"use client"

import "@wangeditor-next/editor/dist/css/style.css"
import "@/app/styles/articles/article-editor.css"
import { createEditor, type IDomEditor, type IEditorConfig } from "@wangeditor-next/editor"
import { useEffect, useId, useRef, useState, type RefObject } from "react"
import { useFeedback } from "@/components/providers/feedback"
import type { Feedback } from "@/components/providers/feedback-types"
import { EditorToolbar } from "./editor-toolbar"
import { commandsOf, type EditorCommands } from "./editor-tools"
import { leaveWithTab } from "./leave-with-tab"
import { pickUpPaste } from "./paste"
import { sendPicture } from "./pictures"
import { registerTypedMarkdown } from "./typed-markdown"

/** Languages with syntax highlighting (`server/ports/sanitizer/code-highlight.ts`). */
const codeLangs = [
  ["纯文本", ""],
  ["Bash", "bash"],
  ["C", "c"],
  ["C++", "cpp"],
  ["C#", "csharp"],
  ["CSS", "css"],
  ["Go", "go"],
  ["HTML / XML", "xml"],
  ["Java", "java"],
  ["JavaScript", "javascript"],
  ["JSON", "json"],
  ["Kotlin", "kotlin"],
  ["Lua", "lua"],
  ["Markdown", "markdown"],
  ["PHP", "php"],
  ["Python", "python"],
  ["R", "r"],
  ["Ruby", "ruby"],
  ["Rust", "rust"],
  ["SQL", "sql"],
  ["Swift", "swift"],
  ["TypeScript", "typescript"],
  ["YAML", "yaml"],
].map(([text, value]) => ({ text: text!, value: value! }))

type Props = {
  /** initial content; a different text needs a different `key` */
  html: string
  onChange: (html: string) => void
  label: string
  /** id of the element that displays the error */
  describedBy?: string
  invalid?: boolean
}

type Latest = RefObject<{ onChange: (html: string) => void; feedback: Feedback; html: string; first: string }>

const configOf = (latest: Latest): Partial<IEditorConfig> => {
  const fail = (message: string) => latest.current.feedback.error(message)
  return {
    placeholder: "写下正文，可以直接粘贴 Word、网页或 Markdown，图片会自动上传",
    scroll: false,
    autoFocus: false,
    onChange: (editor: IDomEditor) => {
      const { first, html, onChange } = latest.current
      const now = editor.isEmpty() ? "" : editor.getHtml()
      // the editor serialises the same text differently, which is not a change
      onChange(now === first ? html : now)
    },
    customPaste: (editor, event) => pickUpPaste(editor, event, fail),
    customAlert: (message, kind) => (kind === "error" || kind === "warning" ? fail(message) : undefined),
    hoverbarKeys: { image: { menuKeys: ["editImage", "deleteImage"] } },
    MENU_CONF: {
      codeSelectLang: { codeLangs },
      uploadImage: {
        base64LimitSize: 0,
        allowedFileTypes: ["image/*"],
        customUpload: (file: File, insert: (url: string, alt: string, href: string) => void) =>
          void sendPicture(file).then((sent) => ("url" in sent ? insert(sent.url, sent.alt, "") : fail(sent.error))),
      },
    },
  }
}

/** The rich text editor, loaded only by pages that need it. The server sanitizes its HTML. */
export const HtmlEditor = ({ html, onChange, label, describedBy, invalid = false }: Props) => {
  const text = useRef<HTMLDivElement>(null)
  const feedback = useFeedback()
  // the editor is created once; this ref gives it the latest callbacks
  const latest = useRef({ onChange, feedback, html, first: "" })
  const [commands, setCommands] = useState<EditorCommands | null>(null)
  const [full, setFull] = useState(false)
  const hint = useId()
  useEffect(() => leaveWithTab(text.current!), [])
  useEffect(() => {
    latest.current = { ...latest.current, onChange, feedback }
  })

  useEffect(() => {
    const area = text.current!.appendChild(document.createElement("div"))
    let close = () => undefined as void
    // the editor renders shortly after it is created; do not create one for a component that unmounts at once
    const timer = window.setTimeout(() => {
      registerTypedMarkdown()
      const editor = createEditor({
        selector: area,
        html: latest.current.html || "<p><br></p>",
        config: configOf(latest),
        mode: "default",
      })
      latest.current.first = editor.isEmpty() ? "" : editor.getHtml()
      const editorCommands = commandsOf(editor)
      setCommands(editorCommands)
      close = () => {
        editorCommands.destroy()
        editor.destroy()
      }
    })
    return () => {
      window.clearTimeout(timer)
      close()
      area.remove()
    }
  }, [])

  useEffect(() => {
    const area = text.current?.querySelector("[data-slate-editor]")
    // the editor sets the role "textarea", which does not exist
    area?.setAttribute("role", "textbox")
    area?.setAttribute("aria-label", label)
    area?.setAttribute("aria-multiline", "true")
    area?.setAttribute("aria-invalid", String(invalid))
    area?.setAttribute("aria-describedby", describedBy ? `${describedBy} ${hint}` : hint)
  }, [label, describedBy, hint, invalid, commands])

  return (
    <div className={invalid ? "editor err" : "editor"} data-full={full || undefined}>
      <EditorToolbar commands={commands} full={full} onFull={setFull} />
      <div ref={text} className="editor-text" />
      <p id={hint} className="editor-hint">
        可以直接输入 Markdown：# 标题、- 列表、&gt; 引用、**加粗**。Tab 缩进；按 Esc 再按 Tab 离开正文
      </p>
    </div>
  )
}
