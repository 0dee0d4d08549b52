import { beforeAll, describe, expect, test } from "vitest"
import type { z } from "zod"
import type { Call } from "@/lib/contract/area"
import { contract, keys, type Key } from "@/lib/contract/contract"
import type { Permission } from "@/lib/contract/types"
import { settingPath, settingScreens } from "@/lib/contract/site/settings.screens"
import { adminMenu, isGroup } from "@/lib/view/admin-menu"
import { allowedPagesOf, alwaysAllowed, pageGroups } from "@/lib/rules/people/admin-access"
import { guardPage } from "@/lib/view/people/guards"
import { fillEmptyTables } from "../migrations/filled-tables"
import { staffWith } from "../setup/staff"
import { testApp, type TestUser, type TestApp } from "../setup/test-app"

/*
 * The parts of the permission matrix that tests/api/contract.test.ts leaves open: the administrator on every call of staff, every page of
 * /admin for all users, ids that belong to rows of another kind, and fields that no user may write.
 */

let app: TestApp
let root: TestUser
let reader: TestUser
beforeAll(async () => {
  app = await testApp()
  ;[root, reader] = [await app.admin(), await app.person()]
})

const shapeOf = (call: Call): Record<string, z.ZodType> => ("shape" in call.input ? (call.input.shape as Record<string, z.ZodType>) : {})
const calls = keys.map((key) => [key, contract[key] as Call] as const)
const ask = async (key: string, input: unknown, as?: TestUser) => {
  const reply = await app.dispatch(key, input, { id: "t", ip: "203.0.113.9", user_agent: "", token: as?.token ?? "" })
  return reply.ok ? 200 : reply.status
}

describe("the administrator [security: 8.2.1]", () => {
  test.each(calls.filter(([, { access }]) => access === "permission"))("%s is allowed", async (key) => {
    expect([401, 403]).not.toContain(await ask(key, {}, root))
  })
})

describe("pages of /admin [security: 8.2.1, rights-matrix]", () => {
  const pages = [
    ...new Set([
      ...adminMenu.flatMap((entry) => (isGroup(entry) ? entry.pages : [entry])).map(({ path }) => path),
      ...settingScreens.map(({ name }) => settingPath(name)),
    ]),
  ]
  const guarded = pages.filter((path) => !alwaysAllowed.includes(path))
  const openers = (path: string) =>
    pageGroups.filter((group) => group.pages.includes(path)).map(({ api, list }) => `/api.v1.${api}/${list}`)
  const target = (path: string, person: TestUser | null, permissions: readonly Permission[]) =>
    guardPage({
      path,
      search: "",
      person,
      allowedPages: allowedPagesOf(permissions),
      isStaff: permissions.length > 0,
      security: { login_required: false, is_close: false },
    })
  const heldBy = async (person: TestUser): Promise<Permission[]> => {
    const reply = await app.call("GET /user/permission", {}, person)
    if (!reply.ok) throw new Error(reply.message)
    return reply.data.permission
  }
  let held: { root: Permission[]; reader: Permission[] }
  beforeAll(async () => {
    held = { root: await heldBy(root), reader: await heldBy(reader) }
  })

  test("more than 35 of them require a permission", () => expect(guarded.length).toBeGreaterThan(35))
  test.each(pages)("%s: a visitor and a reader are redirected home, the administrator has access", (path) => {
    expect([target(path, null, []), target(path, reader, held.reader), target(path, root, held.root)]).toEqual(["/", "/", null])
  })
  test.each(guarded)("%s: staff without its permission are redirected to /admin, with it alone they have access", (path) => {
    const permittedPaths = openers(path)
    expect(permittedPaths.length).toBeGreaterThan(0)
    const without = held.root.filter((row) => !permittedPaths.includes(row.path))
    expect(without.length).toBeGreaterThan(100)
    expect(target(path, reader, without)).toBe("/admin")
    for (const right of permittedPaths)
      expect(
        target(
          path,
          reader,
          held.root.filter((row) => row.path === right),
        ),
      ).toBeNull()
  })
  test("the permissions of a staff group open its pages", async () => {
    const clerk = await staffWith(app, "BannerAPI/ListBanner", "BannerAPI/UpdateBanner")
    const ownPermissions = await heldBy(clerk)
    expect(pages.filter((path) => target(path, clerk, ownPermissions) === null)).toEqual(
      pages.filter((path) => path === "/admin/banner" || alwaysAllowed.includes(path)),
    )
  })
})

describe("an id that belongs to a row of another kind", () => {
  /** Kinds, named by the start of their calls; a row of each has an id that no other row has. */
  const kinds = ["document", "article", "user", "group", "category", "comment", "attachment", "banner", "friendlink", "navigation"] as const
  type Kind = (typeof kinds)[number]
  const ids = {} as Record<Kind, number>
  /** Tables that record every request. */
  const noted = /^(audit|security_event|session|rate_limit|daily|change_log)/
  const quoted = (name: string) => `"${name}"`
  let tables: string[]
  const query = async <T>(sql: string) => (await app.database.pool.query(sql)).rows as T[]
  /** Returns a checksum of all rows, by table. */
  const state = async (): Promise<Record<string, string>> => {
    const sums = tables.map((name) => `(select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) from ${quoted(name)} t)`)
    const [row] = await query<{ marks: string[] }>(`select array[${sums.join()}] as marks`)
    return Object.fromEntries(tables.map((name, at) => [name, row!.marks[at]!]))
  }

  beforeAll(async () => {
    const all = await query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'migration' order by 1`,
    )
    tables = all.map(({ name }) => name).filter((name) => !noted.test(name))
    const sequences = await query<{ name: string }>("select sequencename as name from pg_sequences where schemaname = 'public' order by 1")
    for (const [at, { name }] of sequences.entries()) await query(`select setval('${quoted(name)}', ${(at + 1) * 10_000})`)
    const made = async (key: Key, input: object, as = root): Promise<number> => {
      const reply = await app.call(key, input, as)
      if (!reply.ok) throw new Error(`${key}: ${reply.message}`)
      const data = reply.data as { id?: number; document?: { id: number }[] }
      return data.id ?? data.document![0]!.id
    }
    ids.user = (await app.person()).id
    ids.group = await made("POST /group", { title: "别的组" })
    ids.category = await made("POST /category", { title: "别的分类", type: 0 })
    ids.attachment = await app.file(reader)
    ids.banner = await made("POST /banner", { title: "图", path: "/static/images/logo.png", type: 0 })
    ids.friendlink = await made("POST /friendlink", { title: "友链", link: "https://example.org" })
    ids.navigation = await made("POST /navigation", { title: "导航", href: "/about" })
    ids.document = await made("POST /document", { document: [{ attachment_id: ids.attachment, title: "文档" }] }, reader)
    ids.article = await made("POST /article", { title: "文章", content: "<p>正文</p>" })
    ids.comment = await made("POST /comment", { document_id: ids.document, content: "评论" }, root)
    expect(await fillEmptyTables(app.database.pool)).toEqual([])
    expect(new Set(Object.values(ids)).size).toBe(kinds.length)
  })

  /** Calls that write, and identify a row by a number. */
  const naming = calls.filter(([key, call]) => !key.startsWith("GET ") && Object.keys(shapeOf(call)).some((name) => /^id$|_id$/.test(name)))
  const fitting: unknown[] = [1, "aaaaaaaa", "a@example.com", "2099-01-01T00:00:00Z", true, [1], ["aaaaaaaa"]]
  /** Returns an input with all fields but pictures, which must be the caller's own uploads; fields that refer to rows contain this id. */
  const inputOf = (call: Call, id: number) =>
    Object.fromEntries(
      Object.entries(shapeOf(call)).flatMap(([name, field]) =>
        name === "picture"
          ? []
          : [[name, (/^id$|_id$/.test(name) ? [id, [id], String(id)] : fitting).find((value) => field.safeParse(value).success)]],
      ),
    )

  /** Calls whose path does not tell which kind they refer to. */
  const named: Record<string, Kind> = {
    "POST /punishment": "user",
    // of type 1
    "POST /report": "article",
    "POST /order/system/recharge": "user",
    "POST /downcode": "document",
  }
  /** Like `named`, but whether the call changes its row depends on the moment: a document is moved only while it waits. */
  const unproven: Record<string, Kind> = { "PUT /job/conversion": "document" }
  const changed = async (run: () => Promise<unknown>): Promise<string[]> => {
    const before = await state()
    await run()
    const after = await state()
    return tables.filter((name) => before[name] !== after[name])
  }

  test("more than 80 write calls reference rows", () => expect(naming.length).toBeGreaterThan(80))
  test.each(naming)("%s changes nothing, even for the administrator [security: 8.2.2]", async (key, call) => {
    const ownKind = named[key] ?? unproven[key] ?? key.split(/[ /]/)[2]
    const others = kinds.filter((kind) => kind !== ownKind)
    expect(
      await changed(async () => {
        for (const kind of others) await ask(key, inputOf(call, ids[kind]), root)
      }),
    ).toEqual([])
  })
  test.each(Object.entries(named))(
    "%s changes something for %s, which proves that the test checks the correct table",
    async (key, kind) => {
      const call = contract[key as Key] as Call
      expect(await changed(() => ask(key, inputOf(call, ids[kind]), root))).not.toEqual([])
    },
  )
})

describe("read-only fields [security: 15.3.3, mass-assignment]", () => {
  const guarded = { credit_count: 9_999, is_vip: true, status: 2, group_id: [1], permission_id: [1], user_id: 1, root: true, doc_count: 9 }
  type Guarded = keyof typeof guarded
  /** The calls that accept a guarded field: calls of staff, each with its own permission, and calls of users, each with a test below. */
  const declared: Record<string, Guarded[]> = {
    "POST /user": ["group_id"],
    "PUT /user": ["group_id"],
    "PUT /group/permission": ["group_id", "permission_id"],
    "POST /punishment": ["user_id"],
    "PUT /report": ["status"],
    "PUT /spiderurl": ["status"],
    "PUT /spiderdocument": ["status", "user_id"],
    "PUT /document": ["is_vip", "status"],
    "PUT /document/vip": ["is_vip"],
    // the groups whose members may see the document; no membership changes
    "PUT /document/visibility": ["group_id"],
    // the groups that see it
    "POST /announcement": ["group_id"],
    "PUT /announcement": ["group_id"],
    "PUT /document/check": ["status"],
    "POST /article": ["status"],
    "PUT /article": ["status"],
    "PUT /article/check": ["status"],
    "PUT /comment": ["status"],
    "POST /comment/check": ["status"],
    "POST /order/system/recharge": ["user_id"],
  }
  const writing = calls.filter(([key]) => !key.startsWith("GET "))

  test("no other call accepts one of them", () => {
    const offenders = writing.flatMap(([key, call]) => {
      const names = (Object.keys(guarded) as Guarded[]).filter((name) => name in shapeOf(call))
      return names.length > 0 ? [[key, names]] : []
    })
    expect(Object.fromEntries(offenders)).toEqual(declared)
  })

  test("whatever a user sends, their account, their groups and the state of their content stay unchanged", async () => {
    const query = async (sql: string, values: unknown[]) => (await app.database.pool.query(sql, values)).rows as unknown[]
    const writer = await app.person()
    const attachment_id = await app.file(writer)
    const posted = await app.call("POST /document", { document: [{ attachment_id, title: "我的", ...guarded }], ...guarded }, writer)
    const written = await app.call("POST /article", { title: "我的", content: "<p>正文</p>", ...guarded }, writer)
    if (!posted.ok || !written.ok) throw new Error("a person may write")
    const document = posted.data.document[0]!.id
    const article = written.data.id
    const about = async () => [
      await query(`select credit_count, realname, created_at from "user" where id = $1`, [writer.id]),
      await query(`select group_id from user_group where user_id = $1 order by 1`, [writer.id]),
      await query(`select status, is_vip, user_id::int from document where id = $1`, [document]),
      await query(`select status, user_id::int from article where id = $1`, [article]),
    ]
    const before = await about()
    expect(before[2]).toMatchObject([{ is_vip: false, user_id: writer.id }])
    expect(before[3]).toMatchObject([{ user_id: writer.id }])
    await app.call("PUT /user/profile", { username: writer.username, signature: "新的签名", ...guarded }, writer)
    await app.call("PUT /document", { id: document, title: "改过", ...guarded }, writer)
    await app.call("PUT /article", { id: article, title: "改过", content: "<p>改过</p>", ...guarded }, writer)
    expect(await about()).toEqual(before)
    expect(await query('select signature from "user" where id = $1', [writer.id])).toEqual([{ signature: "新的签名" }])
  })
})
