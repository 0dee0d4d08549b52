import { expect, test } from "vitest"
import type { Call } from "../../lib/contract/area"
import { contract } from "../../lib/contract/contract"
import type { Key } from "../../lib/contract/types"
import { acceptedInput } from "../../server/wire/input"
import { libraryOf } from "../setup/library"
import { testApp, until } from "../setup/test-app"

/* A batch that names a row repeatedly changes it once, like a batch that names it once. */

const app = await testApp()
const library = libraryOf(app)
const [owner, admin] = [await app.person(), await app.admin()]
await app.startWorkers(1)

const idFields = (Object.entries(contract) as [Key, Call][]).flatMap(([key, call]) => {
  const shape = "shape" in call.input ? (call.input.shape as Record<string, unknown>) : {}
  return Object.keys(shape).flatMap((name) => {
    if (!/^(id|.+_id)$/.test(name)) return []
    const accepted = partOf(key, call, name, [3, "3", 7, 3])
    return Array.isArray(accepted) ? [{ key, name, accepted }] : []
  })
})

/** Returns the field as the handler would receive it; undefined if it is no list of numbers. */
function partOf(key: string, { input }: Call, name: string, value: unknown): unknown {
  const field = (input as unknown as { shape: Record<string, Call["input"]> }).shape[name]!
  try {
    return acceptedInput(key, { input: field }, value)
  } catch {
    return undefined
  }
}

test("there are lists of ids to test", () => expect(idFields.length).toBeGreaterThan(40))

test.each(idFields)("$key: each value of $name counts once", ({ accepted }) => expect(accepted).toEqual([3, 7]))

test("of the changes of one row in a batch the last one counts", () => {
  const document = [
    { id: 3, price: 5 },
    { id: 7, price: 1 },
    { id: 3, price: 2 },
  ]
  expect(acceptedInput("PUT /document/price", contract["PUT /document/price"], { document })).toEqual({
    document: [
      { id: 3, price: 2 },
      { id: 7, price: 1 },
    ],
  })
  const spider_document = [
    { id: 3, title: "旧" },
    { id: 3, title: "新" },
  ]
  expect(acceptedInput("PUT /spiderdocument/batch", contract["PUT /spiderdocument/batch"], { spider_document })).toEqual({
    spider_document: [{ id: 3, title: "新" }],
  })
})

test("a range of one day keeps its two sides", () => {
  const created_at = ["2026-11-16", "2026-11-16"]
  expect(acceptedInput("GET /document/list", contract["GET /document/list"], { created_at })).toEqual({ created_at })
})

const total = async (wd: string) => {
  const reply = await app.call("GET /search", { wd })
  if (!reply.ok) throw new Error(reply.message)
  return reply.data.total
}

test("a document that is deleted or reindexed twice in one call leaves the search, and no job fails", async () => {
  const { id } = await library.document(owner, "重复编号的文档")
  await app.database.pool.query("update document set status = 2 where id = $1", [id])
  expect(await app.call("PUT /document/index", { id: [id, id] }, admin)).toMatchObject({ ok: true })
  await until(async () => (await total("重复编号")) === 1)
  expect(await app.call("DELETE /document", { id: [id, String(id), id] }, owner)).toMatchObject({ ok: true })
  await until(async () => (await total("重复编号")) === 0)
  expect(await app.call("PUT /document/index", { id: [id, id] }, admin)).toMatchObject({ ok: true })
  const { rows } = await app.database.pool.query<{ count: number }>(
    "select count(*)::int as count from queue.job where name like 'index%' and (state = 'failed' or retry_count > 1)",
  )
  expect(rows).toEqual([{ count: 0 }])
})
