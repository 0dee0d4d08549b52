import { describe, expect, test } from "vitest"
import { directSanitizer } from "@/server/ports/sanitizer/direct.sanitizer"
import { isBeyondArticles, isBeyondEditor, textOfArticle } from "./article-html"

describe("HTML that articles here cannot contain is noticed", () => {
  test.each([
    '<p style="text-align: center">居中</p>',
    '<iframe src="https://player.example/1"></iframe>',
    '<div data-w-e-type="video"><p>x</p></div>',
    '<video src="/uploads/a.mp4" controls></video>',
    "<style>p { color: red }</style><p>x</p>",
    '<p class="lead">x</p>',
    '<a href="javascript:alert(1)">x</a>',
    '<img src="data:image/png;base64,AAAA">',
    '<img src="/uploads/a.png" onerror="alert(1)">',
    "<img src=x onerror=alert(1)>",
    '<img src="/uploads/a.png" onerror>',
    "<p>一<!-- 二 --></p>",
    "<p>1 < 2</p>",
    "<svg><p>x</p></svg>",
    '<p title="a>b">x</p>',
    `<p ${"a".repeat(5_000)}>x</p>`,
  ])("%s", (html) => expect(isBeyondArticles(html)).toBe(true))

  test.each([
    "",
    "没有标签 &lt;b&gt;",
    '<h2>题</h2><p>文<br/><strong>粗</strong> <a href="/category" target="_blank">链接</a></p>',
    '<p style="">空的属性</p><td colSpan="1" rowspan=\'2\' style="">格</td>',
    '<pre><code class="language-js"><span class="hljs-keyword">const</span> a = \'&lt;\'</code></pre>',
  ])("and other HTML is not: %s", (html) => expect(isBeyondArticles(html)).toBe(false))

  test("never whatever the sanitiser returns", async () => {
    const written = `<p style="x">好<script>1</script><img src="https://a.cn/b.png" onerror="x()"><a href="https://a.cn">去</a></p>
      <pre><code class="language-js">const a = 1 < 2</code></pre><table><tr><td colspan=2>格</td></tr></table><ol start=3><li>三</li></ol>`
    const { html } = await directSanitizer().sanitize("article", written)
    expect(html).toContain("hljs")
    expect([isBeyondArticles(written), isBeyondArticles(html)]).toEqual([true, false])
  })

  test.each(["<p ".repeat(400_000), `<p ${" ".repeat(2_000_000)}>`, `<a href="${'" '.repeat(300_000)}`])(
    "a hostile text does not block the page [security: parse-freeze]",
    (html) => {
      const start = performance.now()
      isBeyondArticles(html)
      expect(performance.now() - start).toBeLessThan(2_000)
    },
  )
})

describe("HTML that the editor writes", () => {
  test.each([
    '<p style="text-align: center;">居中</p><p><img src="/uploads/a.png" alt="" data-href="" style="width: 50%;"/></p>',
    '<table style="width: 120px;"><colgroup contentEditable="false"><col width=60></col></colgroup><tbody><tr style="height: 30px"><th colSpan="1" rowSpan="1" width="auto">楼层</th></tr></tbody></table>',
  ])("is known as such, although articles do not keep all of it: %s", (html) => {
    expect([isBeyondArticles(html), isBeyondEditor(html)]).toEqual([true, false])
  })
  test.each([
    '<p style="color: red" onclick="alert(1)">x</p>',
    '<img src="/uploads/a.png" style="" onerror="alert(1)">',
    '<img data-x="1" src="x" onerror=alert(1)>',
    '<a style="color: red" href="javascript:alert(1)">x</a>',
    '<iframe src="https://player.example/1"></iframe>',
    "<svg onload=alert(1)>",
  ])("never contains %s", (html) => expect(isBeyondEditor(html)).toBe(true))
})

test("the text of an article has a line for each paragraph", () => {
  expect(textOfArticle("<h2>题</h2><p>甲 &amp; 乙<br>丙</p><ul><li>一</li><li>二</li></ul>")).toBe("题\n甲 & 乙\n丙\n一\n二")
})
