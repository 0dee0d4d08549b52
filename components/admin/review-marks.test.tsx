import { render, screen } from "@testing-library/react"
import { expect, it } from "vitest"
import { world } from "@/tests/setup/admin-world"
import Articles from "@/app/admin/article/list/page"
import Comments from "@/app/admin/comment/page"
import Documents from "@/app/admin/document/list/page"

const marks = { claimed_by: "苏青", hits: [{ word: "加微信", category: 7, action: 2 }] }

const screens = [
  [
    "documents",
    Documents,
    "DocumentAPI/ListDocument",
    () => world.reply({ "GET /document/list": { total: 1, document: [{ id: 1, title: "讲义", ...marks }] } }),
  ],
  [
    "articles",
    Articles,
    "ArticleAPI/ListArticle",
    () => world.reply({ "GET /article/list": { total: 1, article: [{ id: 1, title: "公告", ...marks }] } }),
  ],
  [
    "comments",
    Comments,
    "CommentAPI/ListComment",
    () => world.reply({ "GET /comment/list": { total: 1, comment: [{ id: 1, content: "评论", ...marks }] } }),
  ],
] as const

it.each(screens)("the list of %s names the colleague who reviews a row, and its sensitive words", async (_, Screen, right, answer) => {
  world.grant(right)
  answer()
  render(<Screen />)
  expect(await screen.findByText("由 苏青 处理中")).toBeTruthy()
  expect(screen.getByText("加微信 · 广告 · 审核")).toBeTruthy()
})
