import { render, screen } from "@testing-library/react"
import { expect, it } from "vitest"
import { world } from "@/tests/setup/admin-world"
import { Stats } from "./stats"

const numbers = { user_count: 3, document_count: 5, article_count: 1, version: "1.0.0" }

it("says above the numbers what the server lacks", async () => {
  world.answer("GET /stats", { ...numbers, notices: ["没有沙箱：解析文档和图片的程序读得到网站的数据，也连得上网络"] })
  render(<Stats />)
  expect((await screen.findByRole("note")).textContent).toContain("没有沙箱")
})

it("names the articles that wait, with the way to them, to who may see them", async () => {
  world.reply({ "GET /stats": numbers, "GET /article/list": { total: 2, article: [] } })
  world.grant("ArticleAPI/ListArticle")
  render(<Stats />)
  const link = await screen.findByRole("link", { name: "2 待审核的文章" })
  expect(link.getAttribute("href")).toBe("/admin/article/list?status=0")
  expect(world.calls("GET /article/list").map(({ input }) => input)).toEqual([{ status: [0], page: 1, size: 1 }])
})

it("says nothing where nothing is missing", async () => {
  world.answer("GET /stats", { ...numbers, notices: [] })
  render(<Stats />)
  expect(await screen.findByText("程序版本 1.0.0")).toBeTruthy()
  expect(screen.queryByRole("note")).toBeNull()
})
