import { expect, test } from "vitest"
import { addressOf, coverWithin, firstUploadOf, remotePicturesOf, uploadsOf, withSizes, withSources } from "./pictures.rules"

const html =
  '<p><img src="/uploads/ab/c.webp" alt="图" loading="lazy" /><img src="https://a.cn/b.png?x=1&amp;y=2" alt="" loading="lazy" /><img src="/uploads/ab/c.webp" alt="" width="20" loading="lazy" /></p>'

test("uploaded and external pictures are distinguished, each listed once", () => {
  expect(uploadsOf(html)).toEqual(["/uploads/ab/c.webp"])
  expect(remotePicturesOf(html + html, 5)).toEqual(["https://a.cn/b.png?x=1&amp;y=2"])
  expect(remotePicturesOf(html, 0)).toEqual([])
  expect(addressOf("https://a.cn/b.png?x=1&amp;y=2")).toBe("https://a.cn/b.png?x=1&y=2")
})

test("sources are replaced, and missing sizes added", () => {
  const moved = withSources(html, new Map([["https://a.cn/b.png?x=1&amp;y=2", "/uploads/de/f.webp"]]))
  expect(moved).toContain('<img src="/uploads/de/f.webp" alt="" loading="lazy" />')
  expect(uploadsOf(moved)).toEqual(["/uploads/ab/c.webp", "/uploads/de/f.webp"])
  const sized = withSizes(html, new Map([["/uploads/ab/c.webp", { width: 40, height: 30 }]]))
  expect(sized).toContain('<img src="/uploads/ab/c.webp" alt="图" loading="lazy" width="40" height="30" />')
  expect(sized).toContain('<img src="/uploads/ab/c.webp" alt="" width="20" loading="lazy" />')
  expect(withSizes(sized, new Map([["/uploads/ab/c.webp", { width: 1, height: 1 }]]))).toBe(sized)
})

test("the first upload of an article's beginning is its cover", () => {
  const picture = '<img src="/uploads/ab/c.webp" alt="" />'
  expect(firstUploadOf(`<p>甲</p><img src="https://a.example/x.png" alt="" />${picture}<img src="/uploads/de/f.webp" />`)).toBe(
    "/uploads/ab/c.webp",
  )
  expect(firstUploadOf(`${"字".repeat(coverWithin)}${picture}`)).toBe("")
})
