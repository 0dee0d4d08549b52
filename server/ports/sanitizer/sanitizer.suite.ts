import { afterAll, describe, expect, test } from "vitest"
import { htmlLimits } from "./html-limits"
import { SanitizingError, type SanitizerPort } from "./sanitizer.port"
import { patience } from "../../../tests/setup/patience"

/** The test suite that every sanitizer must pass. */
export const sanitizerSuite = (name: string, sanitizer: SanitizerPort) =>
  describe(name, () => {
    afterAll(() => sanitizer.close())
    const article = async (html: string) => (await sanitizer.sanitize("article", html)).html

    test.each([
      ["<p>好<script>alert(1)</script></p>", "<p>好</p>"],
      ['<style>p{}</style><p style="color:red" onclick="x()" class="a" id="b">好</p>', "<p>好</p>"],
      ['<iframe src="https://a.cn">内</iframe><object data="x"></object><form><input></form><p>好</p>', "<p>好</p>"],
      ['<svg><script>alert(1)</script><a href="javascript:x">a</a></svg><p>好</p>', "<p>好</p>"],
      ['<a href="javascript:alert(1)">点</a>', "<a>点</a>"],
      ['<a href=" jAvaScript&#58;alert(1)">点</a>', "<a>点</a>"],
      ['<a href="data:text/html,x">点</a>', "<a>点</a>"],
      ['<a href="//evil.cn/x">点</a><a href="/\\evil.cn">点</a>', "<a>点</a><a>点</a>"],
      ['<a href="https://a.cn" onmouseover="x">点</a>', '<a href="https://a.cn" target="_blank" rel="noopener noreferrer nofollow">点</a>'],
      [
        '<a href="/document/0a">点</a><a href="mailto:a@b.cn">信</a><a href="#注">注</a>',
        '<a href="/document/0a">点</a><a href="mailto:a@b.cn">信</a><a href="#注">注</a>',
      ],
      [
        '<img src="/uploads/ab/cd.png" onerror="x" alt="图" width="20" height="9%">',
        '<img src="/uploads/ab/cd.png" alt="图" width="20" loading="lazy" />',
      ],
      [
        '<img src="https://a.cn/b.png"><img src="javascript:x"><img src="data:image/svg+xml,x"><img src="/other/x.png"><img src="//a.cn/b.png">',
        '<img src="https://a.cn/b.png" alt="" loading="lazy" />',
      ],
      ['<pre><code class="language-ts evil">a &lt; b</code></pre>', '<pre><code class="language-ts">a &lt; b</code></pre>'],
      [
        '<pre><code class="language-js"><b>const</b> a = "&lt;b&gt;" // 好</code></pre>',
        '<pre><code class="language-js"><span class="hljs-keyword">const</span> a = <span class="hljs-string">"&lt;b&gt;"</span> <span class="hljs-comment">// 好</span></code></pre>',
      ],
      ['<pre><code class="language-none">const a = 1</code></pre>', '<pre><code class="language-none">const a = 1</code></pre>'],
      ['<p><span class="hljs-keyword">不是代码</span></p>', "<p><span>不是代码</span></p>"],
      [
        '<table><tbody><tr><td colspan="2" style="x">格</td></tr></tbody></table>',
        '<table><tbody><tr><td colspan="2">格</td></tr></tbody></table>',
      ],
      ["<p>没有关<b>上", "<p>没有关<b>上</b></p>"],
      ['<!-- 注 --><p>好</p><meta http-equiv="refresh" content="0"><base href="//x">', "<p>好</p>"],
    ])("article: %s [security: 1.3.1, article-stored-clean, javascript-link]", async (html, clean) => {
      expect(await article(html)).toBe(clean)
      expect(await article(clean)).toBe(clean)
    })

    test.each([
      ['<p>版权 <a href="https://a.cn" onclick="x">甲</a><script>alert(1)</script></p>', '<p>版权 <a href="https://a.cn">甲</a></p>'],
      ['<iframe src="https://a.cn"></iframe><img src="https://a.cn/b.png" onerror="x">', '<img src="https://a.cn/b.png" />'],
      ['<a href="javascript:alert(1)">点</a>', "<a>点</a>"],
    ])("notice: %s [security: 1.3.1]", async (html, clean) => {
      expect((await sanitizer.sanitize("notice", html)).html).toBe(clean)
    })

    test("the plain text is one line", async () => {
      const html = "<h2>标题</h2><p>一 &lt; 二 &amp;amp; 三</p><ul><li>甲</li><li>乙</li></ul>"
      expect((await sanitizer.sanitize("article", html)).text).toBe("标题 一 < 二 &amp; 三 甲 乙")
    })

    test.each([
      ["300,000 nested tags", "<div>".repeat(300_000)],
      ["nested tags between ends of others", "<div></p>".repeat(1_000)],
      ["nested tags that would end themselves", "<li><tr>".repeat(1_000)],
      ["too many tags", "<br>".repeat(htmlLimits.tags + 1)],
      ["too many bytes", "字".repeat(htmlLimits.bytes / 3 + 1)],
    ])("%s are rejected at once with a message [security: parse-freeze]", async (_, html) => {
      const begun = performance.now()
      const refusal = await sanitizer.sanitize("article", html).catch((error: unknown) => error)
      expect(refusal).toBeInstanceOf(SanitizingError)
      expect(refusal).toMatchObject({ reason: "complex", message: "内容过于复杂，请减少嵌套和格式后再试" })
      expect(performance.now() - begun).toBeLessThan(1_000 * patience)
    })

    test("unclosed long lists, comments and deep quotes are not too complex", async () => {
      expect(await article("<ul>" + "<li>项".repeat(5_000) + "</ul>")).toContain("<li>项</li>")
      expect(await article("<p>段".repeat(5_000))).toContain("<p>段</p>")
      expect(await article(`${"<blockquote>".repeat(90)}引${"</blockquote>".repeat(90)}`)).toContain("引")
    })
  })
