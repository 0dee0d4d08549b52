import { describe, expect, test } from "vitest"
import type { CrudAction } from "./actions"
import type { Named } from "./field"
import { fieldsOfCall, knownFields, offeredActions, offeredUndo, offeredViews, type SavedView } from "./offered"

const offer = (...absent: string[]) => ({ absent, required: [] as string[] })
const field = (name: string, more: Partial<Named> = {}): Named => ({ name, label: name, ...more })
const names = (fields: { name: string }[]) => fields.map(({ name }) => name)

describe("a field of a screen does not exist", () => {
  const fields = [field("title"), field("type"), field("cover", { form: "edit" })]
  const existing = (calls: string[], ...absent: string[]) =>
    names(knownFields(fields, { listCall: "GET /report/list", calls }, offer(...absent)))
  const both = ["PUT /report", "POST /report"]

  test("if the rows of the list lack it", () => expect(existing(both, "GET /report/list .type")).toEqual(["title", "cover"]))
  test("if no call can write it", () => {
    expect(existing(both, "PUT /report type", "POST /report type")).toEqual(["title", "cover"])
    expect(existing(both, "PUT /report type"), "it is written once").toEqual(["title", "type", "cover"])
    expect(existing(["PUT /report"], "PUT /report type"), "nothing is created here").toEqual(["title", "cover"])
    expect(existing(both, "PUT /report cover"), "the form of a new row does not have it").toEqual(["title", "type"])
  })
  test("but a filter that the list ignores remains a column", () =>
    expect(existing(both, "GET /report/list type")).toEqual(["title", "type", "cover"]))
})

test("a form has the fields of its call, which are required where the server requires them", () => {
  const fields = [field("title"), field("type", { form: "locked" }), field("remark")]
  expect(names(fieldsOfCall(fields, "PUT /report", offer("PUT /report type", "PUT /report remark")))).toEqual(["title", "type"])
  expect(fieldsOfCall(fields, "POST /report", { absent: ["POST /report type"], required: ["POST /report title"] })).toEqual([
    field("title", { required: true }),
    field("remark"),
  ])
})

test("a saved view is there only with all its filters", () => {
  const views: SavedView[] = [
    { label: "全部", filters: {} },
    { label: "待处理", filters: { status: ["false"], type: ["1"] } },
  ]
  expect(offeredViews(views, "GET /report/list", offer("GET /report/list type"))).toEqual([views[0]])
  expect(offeredViews(views, "GET /report/list", offer("GET /report/list reason"))).toEqual(views)
})

test("actions are left out with their call or its field, also in menus", () => {
  const action = (key: string, call?: CrudAction["call"]): CrudAction => ({ key, label: key, call, onClick: () => undefined })
  const menu: CrudAction = { key: "menu", label: "语言", items: [action("choose"), action("detect", "PUT /document/detect/language")] }
  const all = [action("file", "PUT /document/file"), action("redraw", "PUT /document/reconvert id"), action("plain"), menu]
  const keys = (...absent: string[]) =>
    offeredActions(all, offer(...absent)).flatMap(({ key, items = [] }) => [key, ...items.map((one) => one.key)])
  expect(keys()).toEqual(["file", "redraw", "plain", "menu", "choose", "detect"])
  expect(keys("PUT /document/file", "PUT /document/reconvert id", "PUT /document/detect/language")).toEqual(["plain", "menu", "choose"])
})

test("an operation cannot be undone where the server lacks what the undo sends", () => {
  const undo = { takes: "PUT /document/recommend recommend_at" } as const
  expect(offeredUndo(undo, offer())).toBe(undo)
  expect(offeredUndo(undo, offer(undo.takes))).toBeUndefined()
  expect(offeredUndo({}, offer(undo.takes))).toEqual({})
})
