import { beforeAll, describe, expect, test } from "vitest"
import type { z } from "zod"
import { area, type Call } from "../../lib/contract/area"
import { contract, keys, type Key } from "../../lib/contract/contract"
import { crudCalls } from "../../lib/contract/crud"
import { entities } from "../../lib/contract/entities"
import { Friendlink } from "../../lib/contract/site/friendlink"
import { filterList } from "../../lib/contract/schema"
import { createCtx } from "../../server/context"
import { crudRoutes } from "../../server/crud"
import { friendlinkTable as t } from "../../server/modules/site/friendlink/friendlink.table"
import { fillEmptyTables } from "../migrations/filled-tables"
import { staffWith } from "../setup/staff"
import { testApp, type TestUser, type TestApp } from "../setup/test-app"

/*
 * Fields of plain entities that only staff can read. Every such field of a row gets a unique value: it is blank for every user without the
 * permission of the call, and appears in no other response either.
 */

type Row = Record<string, unknown>
const plain = Object.values(entities).filter(({ path }) => (contract as Record<string, Call>)[`GET ${path}`]?.staffOnly)
const rowKey = ({ path }: { path: string }) => `GET ${path}` as Key
const listKey = ({ path }: { path: string }) => `GET ${path}/list` as Key
const staffOnlyOf = (entity: { path: string }) => (contract[rowKey(entity)] as Call).staffOnly!
const cells = plain.flatMap((entity) => staffOnlyOf(entity).map((field) => [entity.path, field, entity] as const))
/** Returns the values of a field in a response that omits it. */
const blanksOf = (entity: { path: string }) => contract[rowKey(entity)].output.parse({}) as Row

const [markedText, markedNumber] = ["只给工作人员看", 918_273_645]
/** Marks the fields in every row; masked secrets keep their format. */
const markOf: Record<string, string> = {
  varchar: `'${markedText}'`,
  text: `'${markedText}'`,
  int2: "1",
  int4: String(markedNumber),
  int8: String(markedNumber),
  bool: "true",
  timestamptz: "now()",
  _text: `array['${markedText}']`,
  _int4: `array[${markedNumber}]`,
  _int8: `array[${markedNumber}]`,
}
const special: Record<string, string> = {
  "webhook.url": `'https://example.org/${markedText}'`,
  "webhook.enable": "true",
  "spider_url.headers": `'Cookie: ${markedText}'`,
  "spider_url.proxy": `'http://proxy.example:8080/${markedText}'`,
}

let app: TestApp
const callers: Record<string, TestUser | undefined> = {}
const permissionsOf = (entity: { path: string }) => [rowKey(entity), listKey(entity)].map((key) => (contract[key] as Call).permission!)
const query = async <T>(sql: string, values: unknown[] = []) => (await app.database.pool.query(sql, values)).rows as T[]

beforeAll(async () => {
  app = await testApp()
  expect(await fillEmptyTables(app.database.pool)).toEqual([])
  for (const entity of plain) {
    const table = entity.list
    const types = await query<{ name: string; type: string }>(
      "select column_name as name, udt_name as type from information_schema.columns where table_schema = 'public' and table_name = $1",
      [table],
    )
    const marked = types.filter(({ name }) => name !== "id" && staffOnlyOf(entity).includes(name))
    const values = marked.map(({ name, type }) => `"${name}" = ${special[`${table}.${name}`] ?? markOf[type]}`)
    if (types.some(({ name }) => name === "enable")) values.push(`"enable" = true`)
    if (!values.length) continue
    const once = table === "spider_url" ? "where id = (select min(id) from spider_url)" : ""
    await query(`update "${table}" set ${[...new Set(values)].join()} ${once}`)
  }
  // the document count of a language is computed
  await query("update document set language = (select code from language limit 1), deleted_at = null")
  Object.assign(callers, { anonymous: undefined, member: await app.person() })
  for (const entity of plain) callers[entity.path] = await staffWith(app, ...new Set(permissionsOf(entity)))
  callers.otherStaff = await staffWith(app, "CommentAPI/ListComment", "ReportAPI/ListReport")
})

/** Returns the rows that both calls return to a caller; a refusal counts as no row. */
const rowsFor = async (entity: (typeof plain)[number], as: TestUser | undefined): Promise<Row[]> => {
  const [{ id }] = (await query<{ id: number }>(`select min(id)::int as id from "${entity.list}"`)) as [{ id: number }]
  const [row, list] = [await app.call(rowKey(entity), { id }, as), await app.call(listKey(entity), {}, as)]
  for (const reply of [row, list]) if (!reply.ok) expect([401, 403]).toContain(reply.status)
  const rows = list.ok ? (list.data as unknown as Record<string, Row[]>)[entity.list]! : []
  return [...(row.ok ? [row.data as Row] : []), ...rows]
}

test("every plain entity is in the table", () => {
  expect(plain.map(({ path }) => path).toSorted()).toEqual(
    [
      "/advertisement",
      "/announcement",
      "/banner",
      "/category",
      "/friendlink",
      "/group",
      "/language",
      "/navigation",
      "/punishmenttemplate",
      "/sensitiveword",
      "/spiderurl",
      "/webhook",
    ].toSorted(),
  )
})

describe.each(cells)("the staff-only field of a plain entity: %s %s [security: 8.2.3]", (path, field, entity) => {
  test.each(["anonymous", "member", "otherStaff"])("is blank for %s", async (caller) => {
    const rows = await rowsFor(entity, callers[caller])
    const blank = blanksOf(entity)[field]
    expect(rows.filter((row) => JSON.stringify(row[field]) !== JSON.stringify(blank))).toEqual([])
    // an entity with a public call returns its rows
    const isPublic = [rowKey(entity), listKey(entity)].some((key) => (contract[key] as Call).access === "public")
    expect(rows.length > 0).toBe(isPublic)
  })

  test("is returned to staff with the permission for the calls", async () => {
    const rows = await rowsFor(entity, callers[path])
    const blank = blanksOf(entity)[field]
    expect(rows.some((row) => JSON.stringify(row[field]) !== JSON.stringify(blank))).toBe(true)
  })
})

describe("other responses", () => {
  const shapeOf = (call: Call): Row => ("shape" in call.input ? (call.input as z.ZodObject).shape : {})
  const open = keys.filter((key) => key.startsWith("GET ") && (contract[key] as Call).access !== "permission")
  const leaksTo = async (as: TestUser | undefined): Promise<string[]> => {
    const leaks: string[] = []
    for (const key of open) {
      const inputs = [{}, ...("id" in shapeOf(contract[key]) ? [{ id: 1 }] : [])]
      for (const input of inputs) {
        const reply = await app.call(key, input, as)
        const text = JSON.stringify(reply)
        if (text.includes(markedText) || text.includes(String(markedNumber))) leaks.push(key)
      }
    }
    return leaks
  }

  test("no call that is open to all visitors or to members returns one of these values [security: 8.2.3]", async () => {
    expect(open.length).toBeGreaterThan(50)
    for (const caller of ["anonymous", "member", "otherStaff"]) expect(await leaksTo(callers[caller])).toEqual([])
    const advertisements = await app.call("GET /advertisement/position")
    expect(advertisements.ok && advertisements.data.advertisement.length).toBeGreaterThan(0)
    // the search works: it finds what is returned to staff with the permission
    expect(await leaksTo(callers["/friendlink"])).toEqual(expect.arrayContaining(["GET /friendlink", "GET /friendlink/list"]))
  })

  test("a user without access to a field can neither filter nor sort by it", async () => {
    await query("delete from friendlink")
    for (const description of ["甲", "乙"])
      await app.database.db.insert(t).values({ title: description, link: "/", enable: true, description })
    const calls = crudCalls(
      { ...entities.friendlink, public: true },
      {
        entity: Friendlink,
        public: ["id", "title", "link", "sort", "enable", "created_at", "updated_at"],
        staffOnly: ["description"],
        form: { title: Friendlink.shape.title.optional() },
        filters: { description: filterList(Friendlink.shape.title) },
      },
    )
    const { handlers } = crudRoutes(area(calls), entities.friendlink, { table: t, searched: [], sorted: { description: t.description } })
    const titles = async (input: Row, user: Parameters<typeof createCtx>[1]) => {
      const reply = (await handlers["GET /friendlink/list"]!(createCtx(app, user) as never, input)) as { friendlink: Row[] }
      return reply.friendlink.map(({ title }) => title)
    }
    const user = { id: 1, root: true, permissions: new Set<string>() } as never
    for (const order of ["description asc", "description desc"]) expect(await titles({ order }, {})).toEqual(["甲", "乙"])
    expect(await titles({ order: "description asc" }, { user })).not.toEqual(await titles({ order: "description desc" }, { user }))
    expect(await titles({ description: ["乙"] }, {})).toEqual(["甲", "乙"])
    expect(await titles({ description: ["乙"] }, { user })).toEqual(["乙"])
  })
})
