import { describe, expect, test } from "vitest"
import { readingApp } from "../../setup/reading"

const { app, read, owner } = await readingApp()

describe("rating", () => {
  test("a user has one vote; the visible mean is weighted against a single first vote", async () => {
    const { id, uuid } = await read.submit(owner, "评分", { pages: ["一"] })
    const reader = await app.person()
    expect(await app.call("GET /document/score", { document_id: id }, reader)).toMatchObject({ ok: true, data: { score: 0 } })
    expect(await app.call("POST /document/score", { document_id: id, score: 500 }, reader)).toMatchObject({
      ok: true,
      data: { document_id: id, user_id: reader.id, score: 500 },
    })
    expect(await read.row(uuid)).toMatchObject({ score: Math.round((300 * 5 + 500) / 6), score_count: 1 })
    expect(await app.call("POST /document/score", { document_id: id, score: 100 }, reader)).toMatchObject({
      ok: false,
      status: 409,
      message: "你已经评分过了",
    })
    expect(await app.call("GET /document/score", { document_id: id }, reader)).toMatchObject({ ok: true, data: { score: 500 } })
    expect(await read.row(uuid)).toMatchObject({ score_count: 1 })
  })

  test("is rejected for own and unreadable documents, without a login, and for fractions of stars", async () => {
    const { id, uuid } = await read.submit(owner, "不行的", { pages: ["一"] })
    const reader = await app.person()
    expect(await app.call("POST /document/score", { document_id: id, score: 500 }, owner)).toMatchObject({ ok: false, status: 403 })
    expect(await app.call("POST /document/score", { document_id: id, score: 500 })).toMatchObject({ ok: false, status: 401 })
    for (const score of [0, 50, 150, 600, -100])
      expect(await app.call("POST /document/score", { document_id: id, score }, reader), String(score)).toMatchObject({
        ok: false,
        status: 400,
      })
    await read.change(uuid, "status = 7")
    expect(await app.call("POST /document/score", { document_id: id, score: 500 }, reader)).toMatchObject({ ok: false, status: 404 })
    expect(await read.row(uuid)).toMatchObject({ score: 300, score_count: 0 })
  })

  test("parallel votes are each counted once", async () => {
    const { id, uuid } = await read.submit(owner, "人多", { pages: ["一"] })
    const crowd = await Promise.all(Array.from({ length: 8 }, () => app.person()))
    const replies = await Promise.all(
      crowd.flatMap((one, n) => [0, 1].map(() => app.call("POST /document/score", { document_id: id, score: 100 * (1 + (n % 5)) }, one))),
    )
    expect(replies.filter((reply) => reply.ok)).toHaveLength(8)
    const sum = crowd.reduce((all, _, n) => all + 100 * (1 + (n % 5)), 0)
    expect(await read.row(uuid)).toMatchObject({ score_count: 8, score: Math.round((1500 + sum) / 13) })
  })
})
