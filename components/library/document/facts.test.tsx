import { cleanup, render, screen, within } from "@testing-library/react"
import type { ReactNode } from "react"
import { describe, expect, it } from "vitest"
import { world } from "@/tests/setup/world"
import type { DocumentDetail, Settings } from "@/lib/contract/types"
import type { Card } from "@/lib/view/library/document-card"
import { keywordsOf } from "./download/document-facts"
import { DocumentStateProvider } from "../../providers/document-state"
import type { DocumentNumbers } from "../../providers/document-store"
import { DocumentHead } from "./document-head"
import { DownloadBar } from "./download/download-bar"
import { GateCard } from "./download/gate-card"
import { InfoPanel } from "./info-panel"
import { Neighbours } from "./neighbours"
import { RelatedDocuments } from "./related-documents"

const document = (part: Partial<DocumentDetail> = {}): DocumentDetail =>
  ({
    id: 3,
    uuid: "abc",
    title: "函数",
    ext: ".pdf",
    size: 2_736_783,
    pages: 42,
    price: 0,
    is_vip: false,
    visibility: 0,
    language: "zh",
    keywords: "高一,数学，函数,数学",
    category: [{ id: 4, title: "高中数学", parent_id: 0 }],
    created_at: "2026-06-15T01:00:00Z",
    download_count: 1286,
    view_count: 8420,
    favorite_count: 312,
    ...part,
  }) as DocumentDetail
const settings = (display: Partial<Settings["display"]> = {}): Settings =>
  ({
    system: { credit_name: "魔豆" },
    vip: { enable: true },
    language: [{ id: 1, code: "zh", language: "简体中文" }],
    download: { enable_guest_download: false, free_download_duration: 7 },
    display: { show_document_view_count: true, show_document_download_count: true, show_document_favorite_count: true, ...display },
  }) as Settings
const numbers = {
  id: 3,
  uuid: "abc",
  title: "函数",
  ownerId: 9,
  freeForMembers: false,
  views: 0,
  downloads: 0,
  favorites: 312,
  comments: 0,
  score: 300,
  scores: 0,
}
const Wrapper = ({ children }: { children: ReactNode }) => <DocumentStateProvider numbers={numbers}>{children}</DocumentStateProvider>
const show = (detail: DocumentDetail, display?: Partial<Settings["display"]>) =>
  render(
    <DocumentStateProvider numbers={{ ...numbers, views: detail.view_count, downloads: detail.download_count }}>
      <DocumentHead document={detail} settings={settings(display)} crumbs={[]} />
      <InfoPanel document={detail} settings={settings(display)} />
    </DocumentStateProvider>,
  )
const facts = () => Object.fromEntries(screen.getAllByRole("term").map((term) => [term.textContent, term.nextElementSibling?.textContent]))
const card = (id: number, title: string): Card => ({
  id,
  uuid: `u${id}`,
  title,
  ext: ".pdf",
  pages: 3,
  price: 0,
  is_vip: false,
  width: 0,
  height: 0,
  status: 0,
  version: 1,
  converted_pages: 0,
})

describe("document facts", () => {
  it("appear once: format and numbers beside the title, the others at the side", () => {
    const { container } = show(document())
    expect([...container.querySelectorAll(".doc-h .meta > *")].map((one) => one.textContent)).toEqual([
      "PDF",
      "42 页",
      "2.61 MB",
      "1,286 次下载",
      "8,420 次浏览",
      "312 人收藏",
    ])
    expect(facts()).toEqual({ 语言: "简体中文", 上传: "2026-06-15", 分类: "高中数学" })
    expect(screen.queryByText("VIP")).toBeNull()
  })
  it("omit numbers that the site hides, and unknown values", () => {
    const { container } = show(document({ pages: 0, size: 0, language: "", view_count: 5, is_vip: true, price: 5 }), {
      show_document_view_count: false,
      show_document_download_count: false,
      show_document_favorite_count: false,
    })
    expect(Object.keys(facts())).toEqual(["上传", "分类"])
    expect([...container.querySelectorAll(".doc-h .meta > *")].map((one) => one.textContent)).toEqual(["PDF", "VIP"])
    expect(screen.getByText("5 魔豆")).toBeTruthy()
    expect(within(container.querySelector<HTMLElement>(".buy")!).getByText("VIP")).toBeTruthy()
  })
  it("state the download conditions, for visitors, other users and the owner", () => {
    show(document({ price: 30 }))
    expect(screen.getByText("付一次，7 天内可重复下载")).toBeTruthy()
    cleanup()
    world.enter({ id: 8 })
    show(document({ price: 30 }))
    expect(screen.getByText("需要 30 魔豆，7 天内可重复下载")).toBeTruthy()
    cleanup()
    show(document())
    expect(screen.getByText("可直接下载，7 天内可重复下载")).toBeTruthy()
    cleanup()
    world.enter({ id: 9 })
    show(document({ price: 30 }))
    expect(screen.getByText("你上传的文档，可直接下载")).toBeTruthy()
  })
  it("say that the file is missing instead of price, conditions and buttons in the bar", () => {
    const bare = document({ price: 30, is_vip: true, file_missing: true, preview: 3 })
    show(bare)
    expect(screen.getByText("原文件缺失，暂不能下载")).toBeTruthy()
    expect(screen.queryByText(/付一次|可直接下载/)).toBeNull()
    cleanup()
    const bar = render(<DownloadBar document={bare} creditName="魔豆" vip />, { wrapper: Wrapper })
    expect(bar.getByRole("region", { name: "下载" }).textContent).toContain("原文件缺失，暂不能下载")
    expect(bar.queryByRole("button", { name: /下载/ })).toBeNull()
    expect(bar.queryByText("30 魔豆")).toBeNull()
    cleanup()
    render(<GateCard document={bare} creditName="魔豆" guests vip={false} />, { wrapper: Wrapper })
    expect(screen.getByRole("heading").textContent).toBe("可预览 3 页，其余 39 页不能阅读")
    expect(screen.getByText("原文件缺失，暂不能下载。")).toBeTruthy()
    expect(screen.queryByRole("button")).toBeNull()
  })
  it("the main button names the price, and what applies to a member or a buyer", async () => {
    const paid = document({ price: 30, is_vip: true, preview: 3 })
    const label = () => screen.getAllByRole("button", { name: /下载/ }).at(-1)!.textContent
    const gate = (more: Partial<DocumentNumbers> = {}) =>
      render(
        <DocumentStateProvider numbers={{ ...numbers, ...more }}>
          <GateCard document={paid} creditName="魔豆" guests={false} vip />
        </DocumentStateProvider>,
      )
    gate()
    expect(label()).toBe("下载文档（30 魔豆）")
    expect(screen.getByText("下载原文件需要 30 魔豆。")).toBeTruthy()
    cleanup()
    world.enter({ id: 8, is_vip: true })
    world.answer("GET /user/vip/active", { type: 1, download: 10, download_used: 3, times: 0 })
    gate({ freeForMembers: true })
    expect(await screen.findByText("会员免费下载，用掉 1 次，还剩 7 次。")).toBeTruthy()
    expect(label()).toBe("会员免费下载（还剩 7 次）")
    cleanup()
    world.enter({ id: 9 })
    gate()
    expect(label()).toBe("下载文档（2.61 MB）")
  })
  it("keywords link to a search, each once", () => {
    expect(keywordsOf({ keywords: " , " })).toEqual([])
    show(document())
    const links = within(screen.getByRole("group", { name: "关键词" })).getAllByRole("link")
    expect(links.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
      ["高一", "/search?wd=%E9%AB%98%E4%B8%80"],
      ["数学", "/search?wd=%E6%95%B0%E5%AD%A6"],
      ["函数", "/search?wd=%E5%87%BD%E6%95%B0"],
    ])
  })
})

describe("further links", () => {
  it("related documents are links in the page; without any, the box is absent", () => {
    const { container, rerender } = render(<RelatedDocuments documents={[card(1, "甲"), card(2, "乙")]} />)
    expect(screen.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual(["/document/u1", "/document/u2"])
    rerender(<RelatedDocuments documents={Array.from({ length: 9 }, (_, at) => card(at, `第 ${at} 份`))} />)
    expect(screen.getAllByRole("link")).toHaveLength(6)
    rerender(<RelatedDocuments documents={[]} />)
    expect(container.innerHTML).toBe("")
  })
  it("link to the neighbours in the category", () => {
    const { container, rerender } = render(<Neighbours previous={card(1, "甲")} next={card(2, "乙")} />)
    expect(screen.getAllByRole("link").map((link) => `${link.getAttribute("rel")} ${link.textContent}`)).toEqual([
      "prev 上一份甲",
      "next 下一份乙",
    ])
    rerender(<Neighbours previous={null} next={null} />)
    expect(container.innerHTML).toBe("")
  })
})
