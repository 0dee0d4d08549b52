import { render, screen, within } from "@testing-library/react"
import { describe, expect, test, vi } from "vitest"
import "@/tests/setup/world"
import type { ComponentProps } from "react"
import { Document } from "@/lib/contract/library/document"
import { Settings } from "@/lib/contract/site/site"
import { rowOf } from "@/lib/view/library/document-card"
import { siteSettings } from "@/lib/view/site/site-settings"
import { UserView } from "./user-view"

vi.mock("@/components/site/advertisement/ad-slot", () => ({ AdSlot: () => null }))

const now = Date.parse("2026-11-23T08:00:00Z")
const document = Document.parse({ id: 3, uuid: "abc", title: "函数", ext: ".pdf", pages: 4, created_at: "2026-11-20T08:00:00Z" })
const user = {
  id: 7,
  username: "林知夏",
  avatar: "",
  signature: "",
  group_name: "普通用户",
  doc_count: 41,
  article_count: 3,
  download_count: 1260,
  score: 480,
}
type Props = ComponentProps<typeof UserView>
const show = (more: Partial<Props> = {}) =>
  render(
    <UserView
      user={user}
      totals={{ documents: 41, articles: 0 }}
      contents={{ kind: "document", rows: [rowOf(document)] }}
      activities={[{ key: "dabc", kind: "document", title: "函数", href: "/document/abc", at: "2026-11-20T08:00:00Z" }]}
      page={2}
      size={20}
      settings={siteSettings(Settings.parse({}))}
      now={now}
      {...more}
    />,
  )

describe("a user's page", () => {
  test("shows the user's name, works, downloads and mean rating, and no balance", () => {
    show()
    expect(screen.getByRole("heading", { level: 1, name: "林知夏" })).toBeTruthy()
    expect(screen.getByText("暂无个性签名")).toBeTruthy()
    const card = screen.getByRole("region", { name: "用户" })
    expect(
      within(card)
        .getAllByRole("definition")
        .map((one) => one.textContent),
    ).toEqual(["44", "1,260", "4.8"])
    expect(screen.getByRole("link", { name: /^文档/ }).textContent).toBe("文档41")
    expect(screen.getByText("共 41 条")).toBeTruthy()
  })

  test("pages and tabs have their own addresses", () => {
    show()
    expect(screen.getByRole("link", { name: "第 3 页" }).getAttribute("href")).toBe("/user/7?page=3")
    expect(screen.getByRole("link", { name: "第 1 页" }).getAttribute("href")).toBe("/user/7")
    expect(screen.getByRole("link", { name: /^文章/ }).getAttribute("href")).toBe("/user/7/article")
    expect(screen.getByRole("link", { name: /^文档/ }).getAttribute("aria-current")).toBe("page")
  })

  test("shows recent activity, or nothing if there is none", () => {
    const { unmount } = show()
    const acts = screen.getByRole("complementary", { name: "最近动态" })
    expect(within(acts).getByRole("listitem").textContent).toBe("上传了文档 函数3 天前")
    expect(within(acts).getByRole("link").getAttribute("href")).toBe("/document/abc")
    unmount()
    show({ activities: [], contents: { kind: "article", rows: [] } })
    expect(screen.queryByText("最近动态")).toBeNull()
    expect(screen.getByText("还没有公开的文章")).toBeTruthy()
  })
})
