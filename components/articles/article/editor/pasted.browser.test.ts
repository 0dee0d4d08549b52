import { describe, expect, it, vi } from "vitest"
import { isMarkdown } from "./markdown"
import { markdownHtml } from "./markdown-html"
import { pastedHtml, rtfPictures } from "./pasted-html"

const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
const hex = [...atob(pixel)].map((letter) => letter.charCodeAt(0).toString(16).padStart(2, "0")).join("")
const word = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal{}</style></head><body><!--[if gte mso 9]><xml></xml><![endif]-->
<p class="MsoNormal">第一段<o:p></o:p></p><img src="file:///C:/a/clip_image001.png"><p>中间</p><img src="file:///C:/a/clip_image002.emf"></body></html>`
const rtf = String.raw`{\rtf1{\*\shppict{\pict{\*\picprop}\picw10\pich10\pngblip\bliptag1 ${hex.replace(/(.{60})/g, "$1\n")}}}{\nonshppict{\pict\wmetafile8 00}}{\pict\emfblip 0102}}`

describe("pasted content", () => {
  it("embedded pictures are uploaded, web pictures stay, and no script runs", async () => {
    const send = vi.fn(async (_file: File) => ({ url: "/uploads/aa/b.webp", alt: "" }))
    const html = `<p>图<img src="data:image/png;base64,${pixel}"><img src="https://a.cn/b.png"><script>window.ran = 1</script></p>`
    expect(await pastedHtml(html, "", send)).toEqual({
      html: '<p>图<img src="/uploads/aa/b.webp"><img src="https://a.cn/b.png"></p>',
      failed: 0,
    })
    expect(send.mock.calls.map(([file]) => [file.type, file.size, file.name])).toEqual([
      ["image/png", atob(pixel).length, "粘贴的图片.png"],
    ])
    expect("ran" in window).toBe(false)
  })

  it("a picture that is rejected or invalid is removed and counted", async () => {
    const refuse = async () => ({ error: "图片损坏" })
    const html = `<img src="data:image/png;base64,${pixel}"><img src="data:text/html,x"><img src="data:image/png;base64,%%">`
    expect(await pastedHtml(html, "", refuse)).toEqual({ html: "", failed: 3 })
  })

  it("pictures from Word come from its RTF; a format that browsers do not show is counted", async () => {
    const sent: string[] = []
    const send = async (file: File) => {
      sent.push(`${file.type} ${btoa(String.fromCharCode(...new Uint8Array(await file.arrayBuffer())))}`)
      return { url: `/uploads/aa/${sent.length}.webp`, alt: "" }
    }
    const { html, failed } = await pastedHtml(word, rtf, send)
    expect(sent, "byte for byte").toEqual([`image/png ${pixel}`])
    expect(failed).toBe(1)
    expect(html).toContain('<img src="/uploads/aa/1.webp">')
    expect(html).not.toMatch(/file:|xml|<style|o:p|\[if/)
    expect(rtfPictures("{\\rtf1 no picture}")).toEqual([])
  })
})

describe("Markdown", () => {
  it.each([
    ["# 标题\n正文", true],
    ["```js\nlet a\n```", true],
    ["| 甲 | 乙 |\n|---|---|\n| 1 | 2 |", true],
    ["- 一\n- **二**", true],
    ["看 ![图](https://a.cn/b.png)", true],
    ["- 只有一行", false],
    ["价格 3 * 4 * 5", false],
    ["普通的一段话。", false],
    ["", false],
  ])("%j: %s", (text, result) => {
    expect(isMarkdown(text)).toBe(result)
  })

  it("becomes HTML; HTML inside it stays text", () => {
    expect(markdownHtml("## 题\n\n- [x](https://a.cn)\n\n<b onclick=x>")).toBe(
      '<h2>题</h2>\n<ul>\n<li><a href="https://a.cn">x</a></li>\n</ul>\n<p>&lt;b onclick=x&gt;</p>\n',
    )
  })
})
