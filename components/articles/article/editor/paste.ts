import type { IDomEditor } from "@wangeditor-next/editor"
import { isMarkdown } from "./markdown"
import { pastedHtml } from "./pasted-html"
import { sendPicture } from "./pictures"

/**
 * Handles pastes that the editor does not handle well: HTML with embedded images, images that Word only references and
 * supplies as RTF, and Markdown. Returns true if the editor should continue on its own.
 */
export const pickUpPaste = (editor: IDomEditor, event: ClipboardEvent, fail: (message: string) => void): boolean => {
  const data = event.clipboardData
  if (!data || isInCode(editor)) return true
  const [html, text, rtf] = ["text/html", "text/plain", "text/rtf"].map((kind) => data.getData(kind)) as [string, string, string]
  const wants = html
    ? /<img[^>]+src="?(data:|file:)/i.test(html) || /class="?Mso|urn:schemas-microsoft-com:office/i.test(html)
    : isMarkdown(text)
  if (!wants) return true
  event.preventDefault()
  const selection = editor.selection
  const insert = async () => {
    const source = html || (await import("./markdown-html")).markdownHtml(text)
    const { html: ready, failed } = await pastedHtml(source, rtf, sendPicture)
    if (editor.isDestroyed) return
    if (selection) editor.select(selection)
    else editor.focus(true)
    editor.dangerouslyInsertHtml(ready)
    if (failed) fail(`有 ${failed} 张图片没有传上来，请单独上传`)
  }
  void insert().catch(() => fail("粘贴的内容读不出来，请换一种方式复制"))
  return false
}

/** Returns whether the cursor is in a code block, where pasted content is plain text. */
const isInCode = (editor: IDomEditor): boolean => editor.getFragment().some((node) => (node as { type?: string }).type === "pre")
