import { act, fireEvent, render, screen, waitFor } from "@testing-library/react"
import { beforeEach, describe, expect, it } from "vitest"
import { world } from "@/tests/setup/admin-world"
import List from "@/app/admin/article/list/page"
import Bin from "@/app/admin/article/recycle/page"
import { forgetChoices } from "@/components/admin/crud/reference"
import { ReviewStatus } from "@/lib/contract/library/content.enums"
import type { Article } from "@/lib/contract/types"

const { pending, approved, rejected } = ReviewStatus
const article = (id: number, status: number, more: Partial<Article> = {}) => ({
  id,
  identifier: `a-${id}`,
  title: `文章 ${id}`,
  user_id: 7,
  status,
  category_id: [1],
  category: [{ id: 1, title: "公告", parent_id: 0 }],
  ...more,
})
const rights = [
  "ListArticle",
  "CreateArticle",
  "UpdateArticle",
  "DeleteArticle",
  "CheckArticles",
  "RecommendArticles",
  "SetArticlesCategory",
  "RestoreRecycleArticle",
  "DeleteRecycleArticle",
  "EmptyRecycleArticle",
] as const
const grant = (...names: (typeof rights)[number][]) => world.grant(...names.map((name) => `ArticleAPI/${name}` as const))
const sent = (key: Parameters<typeof world.calls>[0]) => world.calls(key).map(({ input }) => input)
const choose = (name: string) => fireEvent.click(screen.getByRole("checkbox", { name }))
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }))
const pick = async (menu: string, entry: string) => {
  press(menu)
  fireEvent.click(await screen.findByRole("menuitem", { name: new RegExp(entry) }))
}

beforeEach(() => {
  forgetChoices()
  world.reply({
    "GET /category/list": { category: [{ id: 1, title: "公告", parent_id: 0, enable: true, type: 1 }] },
    "GET /article/list": {
      total: 2,
      article: [article(1, pending), article(2, approved, { recommend_at: "2026-06-01T01:00:00.000Z" })],
    },
    "PUT /article/check": {},
    "PUT /article/recommend": {},
    "PUT /article/category": {},
    "DELETE /article": {},
    "POST /article/recycle/restore": {},
  })
})
const list = async () => {
  render(<List />)
  await screen.findByText("文章 1")
}

describe("the list of articles", () => {
  it("offers no actions to a user who may only view", async () => {
    grant("ListArticle")
    await list()
    expect(screen.queryByRole("checkbox", { name: "选择 文章 1" })).toBeNull()
    expect(screen.queryByRole("button", { name: /(编辑|删除|审核|推荐|更多操作) 文章/ })).toBeNull()
    expect(screen.queryByRole("button", { name: "新增" })).toBeNull()
  })

  it("creates and edits on a separate page", async () => {
    grant(...rights)
    await list()
    press("新增")
    press("编辑 文章 2")
    expect(world.router.push.mock.calls).toEqual([["/admin/article/set"], ["/admin/article/set?id=2"]])
  })

  it("approves only pending articles, and requires a reason to reject", async () => {
    grant("ListArticle", "CheckArticles")
    await list()
    press("审核通过 文章 1")
    await waitFor(() => expect(sent("PUT /article/check")).toEqual([{ article_id: [1], status: approved }]))
    choose("选择 文章 2")
    await pick("审批", "审核拒绝")
    const send = await screen.findByRole("button", { name: /^拒\s?绝$/ })
    fireEvent.click(send)
    expect(await screen.findByText("请写明原因")).toBeTruthy()
    press("涉嫌侵犯版权")
    fireEvent.click(send)
    await waitFor(() =>
      expect(sent("PUT /article/check").at(-1)).toEqual({ article_id: [2], status: rejected, reject_reason: "涉嫌侵犯版权" }),
    )
  })

  it("recommends articles, and undoes only its own recommendations", async () => {
    grant("ListArticle", "RecommendArticles")
    await list()
    choose("全选")
    await pick("推荐", "设为推荐")
    await waitFor(() => expect(sent("PUT /article/recommend")).toEqual([{ article_id: [1, 2], is_recommend: true }]))
    await waitFor(() => expect(world.offered?.label).toBe("撤销"))
    act(() => world.offered!.onClick())
    await waitFor(() => expect(sent("PUT /article/recommend").at(-1)).toEqual({ article_id: [1], is_recommend: false }))
  })

  it("a deleted article can be restored from the notification", async () => {
    grant("ListArticle", "DeleteArticle", "RestoreRecycleArticle")
    await list()
    press("删除 文章 1")
    await waitFor(() => expect(sent("DELETE /article")).toEqual([{ id: [1] }]))
    await waitFor(() => expect(world.offered?.label).toBe("恢复"))
    act(() => world.offered!.onClick())
    await waitFor(() => expect(sent("POST /article/recycle/restore")).toEqual([{ id: [1] }]))
  })
})

describe("the article recycle bin", () => {
  const bin = async () => {
    world.reply({
      "GET /article/recycle/list": { total: 1, article: [article(3, approved, {})] },
      "DELETE /article/recycle": {},
      "DELETE /article/recycle/empty": {},
    })
    render(<Bin />)
    await screen.findByText("文章 3")
  }

  it("restores and permanently deletes", async () => {
    grant(...rights)
    await bin()
    press("恢复 文章 3")
    await waitFor(() => expect(sent("POST /article/recycle/restore")).toEqual([{ id: [3] }]))
    press("彻底删除 文章 3")
    await waitFor(() => expect(sent("DELETE /article/recycle")).toEqual([{ id: [3] }]))
  })

  it("is emptied only after the confirmation text is typed", async () => {
    grant(...rights)
    await bin()
    press("清空")
    const words = await screen.findByLabelText("确认")
    const empty = screen.getAllByRole("button", { name: /^清\s?空$/ }).at(-1)!
    fireEvent.change(words, { target: { value: "清空" } })
    fireEvent.click(empty)
    expect(await screen.findByText("确认的文字不对，请输入“清空回收站”")).toBeTruthy()
    expect(sent("DELETE /article/recycle/empty")).toEqual([])
    fireEvent.change(words, { target: { value: "清空回收站" } })
    fireEvent.click(empty)
    await waitFor(() => expect(sent("DELETE /article/recycle/empty")).toHaveLength(1))
  })
})
