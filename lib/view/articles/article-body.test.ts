import { describe, expect, it } from "vitest"
import { articleBody } from "./article-body"

describe("an article's body", () => {
  it("derives heading ids from their text, unique for equal headings", () => {
    const { html, headings } = articleBody(
      "<h2>一、准备 &amp; 安装</h2><p>x</p><h3>小节 <b>A</b></h3><h2>一、准备 &amp; 安装</h2><h4>不列</h4>",
    )
    expect(headings).toEqual([
      { id: "s-一-准备-安装", text: "一、准备 & 安装", level: 2 },
      { id: "s-小节-a", text: "小节 A", level: 3 },
      { id: "s-一-准备-安装--2", text: "一、准备 & 安装", level: 2 },
    ])
    expect(html).toContain('<h2 id="s-一-准备-安装">一、准备 &amp; 安装</h2>')
    expect(html).toContain('<h3 id="s-小节-a">小节 <b>A</b></h3>')
    expect(html).toContain("<h4>不列</h4>")
  })

  it("leaves the page's own heading as the only first-level heading", () => {
    const { html, headings } = articleBody("<h1>题</h1><h2>节</h2><h6>末</h6>")
    expect(html).toBe('<h2 id="s-题">题</h2><h3 id="s-节">节</h3><h6>末</h6>')
    expect(headings.map(({ level }) => level)).toEqual([2, 3])
  })

  it("an id contains nothing that could end its attribute, and an empty heading has none", () => {
    const { html, headings } = articleBody(
      '<h2>"><img onerror=x></h2><h2> </h2><h2>！！</h2>'.replace("<img onerror=x>", "&lt;img onerror=x&gt;"),
    )
    expect(headings.map(({ id }) => id)).toEqual(["s-img-onerror-x", "s-节"])
    expect(html).toContain("<h2> </h2>")
  })

  it("tables and code can be scrolled with the keyboard", () => {
    expect(articleBody("<table><tbody></tbody></table><pre><code>x</code></pre>").html).toBe(
      '<div class="table" role="region" aria-label="表格" tabindex="0"><table><tbody></tbody></table></div><pre tabindex="0"><code>x</code></pre>',
    )
  })

  it("the description of a picture that stands alone is its caption, unless it is a file name", () => {
    const image = (alt: string) => `<img src="/uploads/a.webp" alt="${alt}" loading="lazy" />`
    expect(articleBody(`<p>${image("新馆 &amp; 花园")}</p>`).html).toBe(
      `<figure>${image("新馆 &amp; 花园")}<figcaption aria-hidden="true">新馆 &amp; 花园</figcaption></figure>`,
    )
    for (const alt of ["", "图", "IMG_2031", "新馆.png", "图片 (2)", "字".repeat(81)])
      expect(articleBody(`<p>${image(alt)}</p>`).html, alt).toBe(`<p>${image(alt)}</p>`)
    const inline = `<p>看 ${image("新馆大门")}</p>`
    expect(articleBody(inline).html).toBe(inline)
    expect(articleBody(`<p>${image("a<b>c 说明")}</p>`).html).not.toContain("<b>c 说明</figcaption>")
  })

  it("a text of two million letters with an unclosed heading is parsed at once", () => {
    const { headings } = articleBody("<h2>".repeat(500_000))
    expect(headings).toEqual([])
  })
})
