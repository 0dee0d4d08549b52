import { isDeepStrictEqual } from "node:util"
import { afterEach, expect, test } from "vitest"
import { absentOf } from "../../server/remote/capabilities"
import { community } from "../../server/remote/community/community"
import { callAt, moved, times } from "./rows"
import { startStrictServer, withoutZeros, type ServerRow, type StrictServer } from "./strict-server"

/* Rows of a tree are moved on a server that has no call for that, by their parent and order. */

let server: StrictServer | null = null
afterEach(async () => {
  await server?.close()
  server = null
})

const entry = (id: number, sort: number, parent_id = 0): ServerRow => ({
  id,
  ...times,
  title: `导航 ${id}`,
  href: `/${id}`,
  target: "_self",
  color: "#333",
  sort,
  enable: true,
  ...(parent_id && { parent_id }),
  description: "说明",
})
/** Starts a server with these entries in their order, moves one, and returns the rows that changed. */
const move = async (rows: ServerRow[], input: { id: number; parent_id: number; before?: number }, path = "/navigation") => {
  server = await startStrictServer({ [path]: rows.map((row) => ({ ...row })) })
  const reply = await callAt(community, server, path === "/navigation" ? "PUT /navigation/move" : "PUT /category/move", input)
  const plain = (row: ServerRow | undefined) => withoutZeros(row)
  const changed = server.tables[path]!.map(plain).filter((row, at) => !isDeepStrictEqual(row, plain(rows[at])))
  return { reply, changed, writes: server.count(`PUT ${path}`) }
}
const flat = [entry(1, 100), entry(2, 50), entry(3, 10)]

test("are offered", () => {
  expect(absentOf(community).filter((one) => one.endsWith("/move"))).toEqual([])
})

test.each([
  ["between two rows with room", { id: 3, parent_id: 0, before: 2 }, { ...entry(3, 75) }],
  ["to the top", { id: 3, parent_id: 0, before: 1 }, { ...entry(3, 101) }],
  ["to the end", { id: 1, parent_id: 0 }, { ...entry(1, 9) }],
  ["into another one", { id: 3, parent_id: 1 }, { ...entry(3, 10, 1) }],
])("%s: only the moved row changes, and nothing of it but its place", async (_, input, row) => {
  const { reply, changed, writes } = await move(flat, input)
  expect(reply.status).toBe(200)
  expect({ changed, writes }).toEqual({ changed: [{ ...row, updated_at: moved }], writes: 1 })
})

test("without room the siblings are numbered again, whole, and no other row is written", async () => {
  const rows = [entry(1, 0), entry(2, 0), entry(3, 0), entry(4, 0, 1)]
  const { changed } = await move(rows, { id: 3, parent_id: 0, before: 2 })
  expect(changed).toEqual([
    { ...entry(1, 3), updated_at: moved },
    { ...entry(2, 1), updated_at: moved },
    { ...entry(3, 2), updated_at: moved },
  ])
})

test("categories of the other kind are no siblings", async () => {
  const category = (id: number, sort: number, type: number): ServerRow => ({
    id,
    ...times,
    title: `分类 ${id}`,
    doc_count: 3,
    sort,
    enable: true,
    ...(type && { type }),
  })
  const rows = [category(1, 9, 0), category(2, 5, 0), category(3, 9, 1)]
  const { changed } = await move(rows, { id: 2, parent_id: 0, before: 1 }, "/category")
  expect(changed).toEqual([{ ...category(2, 10, 0), updated_at: moved }])
})

test.each([
  ["a row that is gone", { id: 9, parent_id: 0 }, 404, "内容不存在"],
  ["a parent that is gone", { id: 1, parent_id: 9 }, 400, "上级不存在，请刷新后重试"],
  ["the row itself", { id: 1, parent_id: 1 }, 400, "不能移到自己或自己的下级里面"],
  ["its own descendant", { id: 1, parent_id: 5 }, 400, "不能移到自己或自己的下级里面"],
  ["a neighbour that is gone", { id: 1, parent_id: 0, before: 5 }, 400, "位置已经变了，请刷新后重试"],
])("a move to %s is refused before anything is written", async (_, input, status, message) => {
  const { reply, writes } = await move([...flat, entry(4, 1, 1), entry(5, 1, 4)], input)
  expect({ status: reply.status, data: reply.data, writes }).toMatchObject({ status, data: { message }, writes: 0 })
})
