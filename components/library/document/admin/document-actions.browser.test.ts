import { beforeEach, describe, expect, it, vi } from "vitest"
import { world } from "@/tests/setup/world"
import type { CrudAction } from "@/components/admin/crud/actions"
import { offeredActions } from "@/components/admin/crud/offered"
import type { Screen } from "@/components/admin/crud/options"
import { DocumentStatus } from "@/lib/contract/library/document.enums"
import type { Document } from "@/lib/contract/types"
import { batchActions, documentActions, redrawSite, type DocumentPanel } from "./document-actions"
import { reasonOf } from "./document-cells"

const all = [
  "Update",
  "Get",
  "CheckDocument",
  "SetDocumentReconvert",
  "SetDocumentRecommend",
  "SetDocumentsCategory",
  "SetDocumentsLanguage",
  "SetDocumentsVIP",
  "DownloadDocumentToBeReviewed",
]
const row = (id: number, status: number, more: Partial<Document> = {}) =>
  ({ id, title: `文档 ${id}`, status, recommend_at: null, convert_error: "", reject_reason: "", ...more }) as Document
const shows: [string, number[]][] = []
const calls: string[] = []
const screenOf = (rows: Document[], rights = all) =>
  ({
    crud: { rows, may: (right: string) => rights.includes(right) },
    may: (right: string) => rights.includes(right),
    show: (panel: string, chosen: Document[]) => shows.push([panel, chosen.map(({ id }) => id)]),
    act: async ({
      ask,
      call,
      done,
    }: {
      ask?: { title: string }
      call: () => Promise<{ data: unknown }>
      done?: string | ((data: never) => string)
    }) => {
      if (ask) calls.push(ask.title)
      const reply = await call()
      calls.push(typeof done === "function" ? done(reply.data as never) : (done ?? ""))
      return true
    },
    feedback: { error: () => undefined },
  }) as unknown as Screen<"/document", DocumentPanel>
const flat = (actions: CrudAction[]): CrudAction[] =>
  actions.filter(({ hidden }) => !hidden).flatMap((action) => (action.items ? flat(action.items) : [action]))
const keys = (actions: CrudAction[]) =>
  flat(actions)
    .filter(({ disabled }) => !disabled)
    .map(({ key }) => key)
const press = (actions: CrudAction[], key: string) => flat(actions).find((action) => action.key === key)!.onClick!()

beforeEach(() => {
  shows.length = calls.length = 0
  for (const key of ["PUT /document/check", "PUT /document/recommend"] as const) world.answer(key, {})
  world.answer("PUT /document/reconvert", { count: 0 })
})

describe("actions for one document", () => {
  it.each([
    ["reviewing", DocumentStatus.reviewing, ["review", "file", "version", "cover", "recommend", "disable"]],
    ["rejected", DocumentStatus.rejected, ["review", "file", "version", "cover", "recommend", "disable"]],
    ["disabled", DocumentStatus.disabled, ["file", "version", "cover", "recommend", "enable"]],
    ["readable", DocumentStatus.converted, ["version", "cover", "redraw", "recommend", "disable"]],
    ["failed", DocumentStatus.failed, ["version", "cover", "redraw", "recommend", "disable"]],
    ["converting", DocumentStatus.converting, ["version", "cover", "recommend", "disable"]],
  ])("%s", (_, status, expectedKeys) => expect(keys(documentActions(row(1, status), screenOf([])))).toEqual(expectedKeys))

  it("a recommended document can be pinned or unrecommended; one waiting for a missing program can be converted again", () => {
    expect(keys(documentActions(row(1, DocumentStatus.converted, { recommend_at: "2026-01-01T00:00:00Z" }), screenOf([])))).toContain(
      "unrecommend",
    )
    expect(keys(documentActions(row(1, DocumentStatus.pending, { convert_error: "没有 LibreOffice" }), screenOf([])))).toContain("redraw")
  })
  it("offers no actions without permission", () => {
    for (const { value } of DocumentStatus.options) expect(keys(documentActions(row(1, value), screenOf([], [])))).toEqual([])
    expect(keys(batchActions([row(1, DocumentStatus.reviewing)], screenOf([], [])))).toEqual([])
  })
  it("the review continues with the next pending document on the page", () => {
    const rows = [
      row(1, DocumentStatus.reviewing),
      row(2, DocumentStatus.converted),
      row(3, DocumentStatus.reviewing),
      row(4, DocumentStatus.reviewing),
    ]
    press(documentActions(rows[2]!, screenOf(rows)), "review")
    expect(shows).toEqual([["review", [3, 1, 4]]])
  })
})

it("an action on one document that the back end does not support is not offered", () => {
  const offer = { absent: ["PUT /document/reconvert id", "PUT /document/file"], required: [] }
  const failed = row(1, DocumentStatus.failed)
  expect(keys(offeredActions(documentActions(failed, screenOf([failed])), offer))).toEqual(["cover", "recommend", "disable"])
  expect(keys(offeredActions(batchActions([failed], screenOf([failed])), offer))).not.toContain("redraw")
})

describe("bulk actions", () => {
  const mixed = [
    row(1, DocumentStatus.reviewing),
    row(2, DocumentStatus.converted),
    row(3, DocumentStatus.rejected),
    row(4, DocumentStatus.disabled),
  ]

  it("approves pending and rejected documents, after a confirmation", async () => {
    press(batchActions(mixed, screenOf(mixed)), "approve")
    await vi.waitFor(() => expect(calls).toEqual(["通过 2 份文档？", "审批成功"]))
    expect(world.api).toHaveBeenCalledWith("PUT /document/check", { id: [1, 3], status: DocumentStatus.pending })
  })
  it("rejects and previews pending documents, enables disabled ones", () => {
    press(batchActions(mixed, screenOf(mixed)), "reject")
    press(batchActions(mixed, screenOf(mixed)), "enable")
    expect(shows).toEqual([["reject", [1]]])
    expect(world.api).toHaveBeenCalledWith("PUT /document/check", { id: [4], status: DocumentStatus.converted })
    expect(keys(batchActions([row(2, DocumentStatus.converted)], screenOf([])))).toEqual([
      "disable",
      "category",
      "language",
      "detect",
      "recommend",
      "unrecommend",
      "price",
      "vip",
      "novip",
      "redraw",
    ])
  })
  it("sets VIP and recommendation for all of them", () => {
    press(batchActions(mixed, screenOf(mixed)), "vip")
    press(batchActions(mixed, screenOf(mixed)), "unrecommend")
    expect(world.api.mock.calls).toEqual([
      ["PUT /document/vip", { document_id: [1, 2, 3, 4], is_vip: true }],
      ["PUT /document/recommend", { id: [1, 2, 3, 4], type: 0 }],
    ])
  })
  it("states how many failed documents are converted again", async () => {
    world.answer("PUT /document/reconvert", { count: 3 })
    redrawSite(screenOf([]), "failed")
    await vi.waitFor(() => expect(calls.at(-1)).toBe("已排队 3 份，请耐心等待重新转换"))
    expect(world.api).toHaveBeenCalledWith("PUT /document/reconvert", {})
  })
  it("converts all documents again only after a confirmation", async () => {
    world.answer("PUT /document/reconvert", { count: 30 })
    redrawSite(screenOf([]), "all")
    await vi.waitFor(() => expect(calls).toEqual(["重新转换所有文档？", "已排队 30 份，请耐心等待重新转换"]))
    expect(world.api).toHaveBeenCalledWith("PUT /document/reconvert", { all: true })
  })
  it("converts documents again that lack something", async () => {
    world.answer("PUT /document/reconvert", { count: 2 })
    redrawSite(screenOf([]), "incomplete")
    await vi.waitFor(() => expect(calls.at(-1)).toBe("已排队 2 份，请耐心等待重新转换"))
    expect(world.api).toHaveBeenCalledWith("PUT /document/reconvert", { incomplete: true })
  })
})

describe("the reason for a document's status", () => {
  it.each([
    [DocumentStatus.rejected, "拒绝"],
    [DocumentStatus.disabled, "拒绝"],
    [DocumentStatus.failed, "坏了"],
    [DocumentStatus.pending, "坏了"],
    [DocumentStatus.converted, "第 2 页无法预览"],
  ])("status %s: %s", (status, expectedReason) =>
    expect(reasonOf({ status, convert_error: "坏了", convert_warning: "第 2 页无法预览", reject_reason: "拒绝" })).toBe(expectedReason),
  )
})
