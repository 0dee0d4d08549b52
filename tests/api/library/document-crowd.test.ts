import { beforeAll, expect, test, vi } from "vitest"
import { createCtx } from "@/server/context"
import { flushViews, foldDocumentViews } from "@/server/modules/library/document/view.usecases"
import { sweepFiles } from "@/server/modules/library/files/sweep.usecases"
import { libraryOf, type Library } from "../../setup/library"
import { testApp, type TestUser, type TestApp } from "../../setup/test-app"

let app: TestApp
let library: Library
const crowd: TestUser[] = []

beforeAll(async () => {
  app = await testApp()
  library = libraryOf(app)
  await app.startWorkers(2)
  await library.set("security", { comment_interval: 0 })
  for (let n = 0; n < 4; n++) crowd.push(await app.person())
})

/** A pseudo-random sequence that is identical in every run. */
const chance = (seed: number) => () => {
  seed = (seed * 1_664_525 + 1_013_904_223) % 4_294_967_296
  return seed / 4_294_967_296
}

test("parallel deleting, restoring, purging, reviewing, converting, replacing, rating and viewing cause no deadlock, error or wrong count", async () => {
  const admin = await app.admin()
  const roots = [await library.category("甲"), await library.category("乙")]
  const documents: { id: number; uuid: string }[] = await Promise.all(
    crowd.flatMap((person) => [0, 1, 2].map((n) => library.document(person, `${person.username} ${n}`, { category_id: [roots[n % 2]!] }))),
  )
  const random = chance(20261120)
  const pick = <T>(from: T[]): T => from[Math.floor(random() * from.length)]!
  const some = () => [pick(documents).id, pick(documents).id, pick(documents).id]
  const faults: unknown[] = []
  // an answer with status 500 does not say why
  const logged = vi.spyOn(app.log, "error")
  let done = 0
  const action = async () => {
    const [person, one] = [pick(crowd), pick(documents)]
    const reply = await pick<() => Promise<{ ok: boolean; status: number }>>([
      () => app.call("DELETE /document", { id: some() }, admin),
      () => app.call("PUT /document/recycle", { id: some() }, admin),
      () => app.call("DELETE /document/recycle", { id: [one.id] }, random() < 0.2 ? admin : person),
      () => app.call("PUT /document/check", { id: some(), status: pick([2, 4, 7]) }, admin),
      () => app.call("PUT /document/reconvert", { all: true }, admin),
      async () => app.call("PUT /document/file", { id: one.id, attachment_id: await app.file(person) }, person),
      () => app.call("POST /document/score", { document_id: one.id, score: 400 }, person),
      () => app.call("POST /document/view", { uuid: one.uuid }, person),
      () => app.call("POST /comment", { document_id: one.id, content: "看过", page: 1 }, person),
      () => app.call("PUT /document", { id: one.id, category_id: [pick(roots)] }, admin),
      async () => {
        const reply = await app.call(
          "POST /document",
          { category_id: [pick(roots)], document: [{ attachment_id: await app.file(person), title: "又一份" }] },
          person,
        )
        if (reply.ok) documents.push(...reply.data.document)
        return reply
      },
    ])()
    if (reply.status >= 500) faults.push(reply)
    if (reply.ok) done += 1
  }
  for (let round = 0; round < 15; round++) {
    await Promise.all([
      ...Array.from({ length: 12 }, action),
      flushViews(app),
      foldDocumentViews(createCtx(app)),
      sweepFiles({ db: app.database.db, storage: app.storage }, new Date()),
    ])
  }
  expect(faults.length > 0 ? [...faults, ...logged.mock.calls] : []).toEqual([])
  expect(done).toBeGreaterThan(95)
  await flushViews(app)
  await foldDocumentViews(createCtx(app))
  expect(
    await library.rows(
      `select u.id from "user" u where u.doc_count <> (select count(*) from document d where d.user_id = u.id and d.deleted_at is null)`,
    ),
  ).toEqual([])
  expect(
    await library.rows(
      "select c.id from category c where c.doc_count <> (select count(*) from document_category l join document d on d.id = l.document_id where l.category_id = c.id and d.deleted_at is null)",
    ),
  ).toEqual([])
  expect(
    await library.rows(
      "select d.id from document d where d.score_count <> (select count(*) from document_score s where s.document_id = d.id)",
    ),
  ).toEqual([])
  expect(
    await library.rows(
      "select d.id from document d where d.view_count <> (select count(*) from visits.counted v where v.kind = 0 and v.content_id = d.id)",
    ),
  ).toEqual([])
  await library.expectLedgerHolds()
  // every file that a row references exists
  const rows = await library.rows<{ sha256: string; ext: string }>(
    "select sha256, ext from attachment where deleted_at is null and type = 2 union select sha256, ext from document",
  )
  for (const { sha256, ext } of rows) expect(await app.storage.size(`files/${sha256.slice(0, 2)}/${sha256}${ext}`), sha256).not.toBeNull()
})
