import { render, screen, waitFor } from "@testing-library/react"
import { describe, expect, it, vi } from "vitest"
import { refusal, world, type MockOutput } from "@/tests/setup/world"
import { called } from "./testing/surroundings"
import { DocumentStateProvider } from "../../providers/document-state"
import { DocumentStatus } from "@/lib/contract/library/document.enums"
import { PersonalReader } from "./personal-reader"
import { PriceNote } from "./download/price-note"
import { rememberPaid } from "../reading/store/paid-by-owner"
import type { Policy, ReaderSource } from "../reading/store/reader-rules"

vi.mock("../reading/reader", () => ({ Reader: ({ source }: { source: ReaderSource }) => <p>可读 {source.total} 页</p> }))

const source = (part: Partial<ReaderSource> = {}): ReaderSource => ({
  id: 3,
  uuid: "abc",
  title: "函数",
  status: DocumentStatus.converted,
  underway: false,
  reason: "",
  pages: 4,
  total: 2,
  ready: 2,
  sizes: [],
  fallback: [595, 842],
  ext: ".svg",
  version: 1,
  price: 10,
  outline: false,
  hasText: false,
  links: false,
  sheets: false,
  thumbs: true,
  ...part,
})
const detail = (part: Partial<MockOutput<"GET /document">> = {}): MockOutput<"GET /document"> => ({
  id: 3,
  uuid: "abc",
  title: "函数",
  status: DocumentStatus.converted,
  convert_error: "",
  pages: 4,
  preview: 2,
  readable_pages: 4,
  is_bought: true,
  converted_pages: 4,
  page_sizes: [],
  width: 0,
  height: 0,
  version: 1,
  price: 10,
  ...part,
})
const page = (given: ReaderSource) => (
  <DocumentStateProvider
    numbers={{
      id: 3,
      uuid: "abc",
      title: "函数",
      ownerId: 9,
      freeForMembers: false,
      views: 0,
      downloads: 0,
      favorites: 0,
      comments: 0,
      score: 0,
      scores: 0,
    }}
  >
    <PersonalReader source={given} policy={{} as Policy} />
    <PriceNote text="10 个魔豆" free={false} />
  </DocumentStateProvider>
)

describe("the reader on a page that is the same for all users", () => {
  it("shows a buyer every page, and that the document is purchased", async () => {
    world.answer("GET /document", detail())
    render(page(source()))
    expect(screen.getByText("可读 2 页")).toBeTruthy()
    expect(await screen.findByText("可读 4 页")).toBeTruthy()
    expect(screen.getByText("已购买")).toBeTruthy()
    expect(called("GET /document")).toEqual([["GET /document", { uuid: "abc" }]])
  })
  it("keeps the price and the preview limit if the server grants no more pages", async () => {
    world.answer("GET /document", detail({ readable_pages: 2, is_bought: false }))
    render(page(source()))
    await waitFor(() => expect(called("GET /document")).toHaveLength(1))
    expect(screen.getByText("可读 2 页")).toBeTruthy()
    expect(screen.getByText("10 个魔豆")).toBeTruthy()
  })
  it("makes no request for visitors, or when the whole document is readable", () => {
    render(page(source({ total: 4, price: 0 })))
    world.leave()
    render(page(source()))
    expect(called("GET /document")).toEqual([])
  })
  it("shows a visitor every page that the owner has paid for by a share link", async () => {
    rememberPaid("abc")
    world.leave()
    world.answer("GET /document", detail({ is_bought: false }))
    render(page(source()))
    expect(await screen.findByText("可读 4 页")).toBeTruthy()
    expect(screen.getByText("10 个魔豆")).toBeTruthy()
  })
  it("keeps the public preview when the server is unavailable", async () => {
    world.answer("GET /document", refusal(500, "出错"))
    render(page(source()))
    await waitFor(() => expect(called("GET /document")).toHaveLength(1))
    expect(screen.getByText("可读 2 页")).toBeTruthy()
  })
  it("requests a new version's pages, and does not show the old ones meanwhile", async () => {
    world.answer("GET /document", detail())
    const { rerender } = render(page(source()))
    expect(await screen.findByText("可读 4 页")).toBeTruthy()
    world.answer("GET /document", detail({ version: 2, pages: 9, readable_pages: 9 }))
    rerender(page(source({ version: 2, pages: 9, total: 3 })))
    expect(screen.getByText("可读 3 页")).toBeTruthy()
    expect(await screen.findByText("可读 9 页")).toBeTruthy()
  })
})
