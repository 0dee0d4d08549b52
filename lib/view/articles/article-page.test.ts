import { expect, test } from "vitest"
import { Article } from "@/lib/contract/articles/article"
import { articlePageOf } from "./article-page"

const around = { related: [], others: [], previous: null, next: null }
const coverOf = (content: string, cover: string) => articlePageOf(Article.parse({ content, cover }), around).cover

test("the first picture of an article stands above its body, unless the body begins with it", () => {
  const picture = '<img src="/uploads/ab/c.webp" alt="" />'
  expect(coverOf(`<p>先说几句。</p><p>${picture}</p>`, "/uploads/ab/c.webp")).toBe("/uploads/ab/c.webp")
  expect(coverOf(`<p>${picture}</p><p>图下的文字。</p>`, "/uploads/ab/c.webp")).toBe("")
  expect(coverOf("<p>没有图片。</p>", "")).toBe("")
})
