import { beforeAll, expect, test } from "vitest"
import { libraryOf, type Library } from "../setup/library"
import { testApp, type TestUser, type TestApp } from "../setup/test-app"

let app: TestApp
let library: Library
const crowd: TestUser[] = []

beforeAll(async () => {
  app = await testApp()
  library = libraryOf(app)
  await library.set("security", { comment_interval: 0 })
  await library.set("score", { document_collected_limit: 1000, document_commented_limit: 1000, upload_document_limit: 1000 })
  for (let n = 0; n < 5; n++) crowd.push(await app.person())
})

/** A pseudo-random sequence that is identical in every run. */
const chance = (seed: number) => () => {
  seed = (seed * 1_664_525 + 1_013_904_223) % 4_294_967_296
  return seed / 4_294_967_296
}
const counted = async (table: string, column: string, truth: string) =>
  library.rows(`select id, ${column}, (${truth}) as truth from "${table}" t where ${column} <> (${truth})`)

test("parallel changes of the same rows by many users cause no deadlock and no error, and all counts stay correct", async () => {
  const roots = [await library.category("甲"), await library.category("乙"), await library.category("丙")]
  const papers = [await library.category("文甲", 1), await library.category("文乙", 1)]
  const documents = (
    await Promise.all(
      crowd.flatMap((person) => [0, 1, 2].map((n) => library.document(person, `${person.username} ${n}`, { category_id: [roots[n]!] }))),
    )
  ).map(({ id }) => id)
  const articles = (await Promise.all(crowd.map((person) => library.article(person, person.username, { category_id: papers })))).map(
    ({ id }) => id,
  )
  const admin = await app.admin()
  const random = chance(20261120)
  const any = <T>(list: T[]): T => list[Math.floor(random() * list.length)]!
  const ids = async (text: string, person?: TestUser) =>
    (await library.rows<{ id: string }>(text, person ? [person.id] : [])).map((row) => Number(row.id))
  const action = async (): Promise<{ ok: boolean; status?: number; message?: string }> => {
    const [who, document, article, kind, first, second] = [
      any(crowd),
      any(documents),
      any(articles),
      Math.floor(random() * 12),
      any(roots),
      any(roots),
    ]
    if (kind < 3) return app.call("POST /favorite", { document_id: document }, who)
    if (kind === 3) return app.call("POST /favorite", { document_id: article, type: 1 }, who)
    if (kind === 4)
      return app.call(
        "DELETE /favorite",
        { id: await ids("select id from favorite where user_id = $1", who).then((matches) => (matches.length ? matches : [1])) },
        who,
      )
    if (kind < 7) return app.call("POST /comment", { document_id: document, content: "好" }, who)
    if (kind === 7)
      return app.call(
        "DELETE /comment",
        { id: await ids("select id from comment order by id limit 5").then((matches) => (matches.length ? matches : [1])) },
        admin,
      )
    if (kind === 8)
      return app.call(
        "POST /comment/check",
        {
          id: await ids("select id from comment order by id desc limit 8").then((matches) => (matches.length ? matches : [1])),
          status: first % 3,
        },
        admin,
      )
    if (kind === 9) return app.call("PUT /document", { id: document, category_id: [first, second] }, admin)
    if (kind === 10) return app.call("DELETE /document", { id: [document, any(documents)] }, admin)
    return app.call("PUT /article", { id: article, category_id: [any(papers)] }, admin)
  }
  for (let wave = 0; wave < 12; wave++) {
    const replies = await Promise.all(Array.from({ length: 25 }, action))
    expect(replies.filter((reply) => !reply.ok && ![403, 404, 409].includes(reply.status ?? 0))).toEqual([])
  }
  await library.expectLedgerHolds()
  for (const [table, type] of [
    ["document", 0],
    ["article", 1],
  ] as const) {
    expect(
      await counted(table, "favorite_count", `select count(*) from favorite f where f.type = ${type} and f.document_id = t.id`),
    ).toEqual([])
    expect(
      await counted(
        table,
        "comment_count",
        `select count(*) from comment c where c.type = ${type} and c.document_id = t.id and c.status = 1`,
      ),
    ).toEqual([])
  }
  expect(await counted("user", "favorite_count", "select count(*) from favorite f where f.user_id = t.id")).toEqual([])
  expect(await counted("user", "comment_count", "select count(*) from comment c where c.user_id = t.id and c.status = 1")).toEqual([])
  expect(await counted("user", "doc_count", "select count(*) from document d where d.user_id = t.id and d.deleted_at is null")).toEqual([])
  const linked =
    "select count(*) from document_category l join document d on d.id = l.document_id where l.category_id = t.id and d.deleted_at is null"
  expect(
    await counted(
      "category",
      "doc_count",
      `select case when t.type = 0 then (${linked}) else (select count(*) from article_category a where a.category_id = t.id) end`,
    ),
  ).toEqual([])
})
