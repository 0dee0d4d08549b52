import { beforeAll, describe, expect, test } from "vitest"
import { createCtx } from "@/server/context"
import { signIn } from "@/server/modules/money/sign-in/sign-in.usecases"
import { libraryOf, type Library } from "../../setup/library"
import { testApp, type TestUser, type TestApp } from "../../setup/test-app"

let app: TestApp
let library: Library
let today = new Date("2026-11-20T04:00:00Z")
const day = (shift: number) => (today = new Date(Date.UTC(2026, 10, 20 + shift, 4)))

beforeAll(async () => {
  app = await testApp({ now: () => today })
  library = libraryOf(app)
  await library.set("score", { register: 0, credit_name: "魔豆" })
})
/** Signs in with the given random function. */
const sign = (person: TestUser, chance?: (from: number, to: number) => number) => {
  const ctx = createCtx(app, { user: { ...person, root: false, jti: "", permissions: new Set(), confirmed_at: null } })
  return signIn(ctx, {}, chance)
}

describe("signing in", () => {
  test("is possible once a day", async () => {
    const person = await app.person()
    expect(await app.call("GET /user/sign", {}, person)).toMatchObject({ ok: true, data: { id: 0, award: 0 } })
    const first = await app.call("PUT /user/sign", {}, person)
    expect(first).toMatchObject({ ok: true, data: { user_id: person.id, sign_at: 20261120, streak: 1, ip: "203.0.113.7" } })
    const award = first.ok ? first.data.award : 0
    expect(award).toBeGreaterThanOrEqual(1)
    expect(award).toBeLessThanOrEqual(5)
    expect(await app.call("GET /user/sign", {}, person)).toMatchObject({ ok: true, data: { award } })
    expect(await app.call("PUT /user/sign", {}, person)).toMatchObject({ ok: false, status: 409, message: "你今天已经签到过了" })
    expect(await library.credits(person)).toBe(award)
    expect(await library.dynamics(person)).toEqual([[11, `每日签到，获得 ${award} 魔豆`, award]])
  })

  test("100 parallel calls give one award and one ledger transaction [security: 2.3.4, parallel-buys]", async () => {
    const person = await app.person()
    const replies = await Promise.all(Array.from({ length: 100 }, () => app.call("PUT /user/sign", {}, person)))
    const won = replies.filter((reply) => reply.ok)
    expect(won).toHaveLength(1)
    expect(replies.filter((reply) => !reply.ok && reply.status === 409)).toHaveLength(99)
    expect(await library.credits(person)).toBe(won[0]!.ok ? won[0]!.data.award : -1)
    expect(await library.rows("select id from sign where user_id = $1", [person.id])).toHaveLength(1)
    expect(await library.rows("select id from ledger_transaction where key like $1", [`sign:${person.id}:%`])).toHaveLength(1)
    expect(await library.dynamics(person)).toHaveLength(1)
  })

  test("a day is in Asia/Shanghai: 23:59 and 00:00 there are two days", async () => {
    const person = await app.person()
    today = new Date("2026-11-20T15:59:59Z")
    expect(await sign(person)).toMatchObject({ sign_at: 20261120, streak: 1 })
    today = new Date("2026-11-20T16:00:00Z")
    expect(await sign(person)).toMatchObject({ sign_at: 20261121, streak: 2 })
    day(0)
  })

  test("the award is random between the two settings, both included", async () => {
    await library.set("score", { sign_in: 2, sign_in_max: 4 })
    const ranges: number[][] = []
    const person = await app.person()
    const row = await sign(person, (from, to) => ranges.push([from, to]) && 3)
    expect(ranges).toEqual([[2, 4]])
    expect(row.award).toBe(3)
    const seen = new Set<number>()
    for (let n = 0; n < 40; n++) seen.add((await sign(await bare(n))).award)
    expect([...seen].toSorted((a, b) => a - b)).toEqual([2, 3, 4])
    await library.set("score", { sign_in: 6, sign_in_max: 1 })
    expect((await sign(await bare(100))).award).toBe(6)
    await library.set("score", { sign_in: 1, sign_in_max: 1 })
  })
  /** Creates only a user row, which is enough if the user never logs in. */
  const bare = async (n: number): Promise<TestUser> => {
    const [row] = await library.rows<{ id: string }>(`insert into "user" (username) values ($1) returning id`, [`bare${n}`])
    return { id: Number(row!.id), username: `bare${n}`, token: "" }
  }

  test("each complete streak gives an extra award; a missed day restarts it; 0 days disables it", async () => {
    await library.set("score", { sign_streak: 3, sign_streak_award: 10 })
    const person = await app.person()
    const awards: [number, number][] = []
    for (const shift of [0, 1, 2, 3, 4, 5, 7, 8, 9]) {
      day(shift)
      const { award, streak } = await sign(person)
      awards.push([streak, award])
    }
    expect(awards).toEqual([
      [1, 1],
      [2, 1],
      [3, 11],
      [4, 1],
      [5, 1],
      [6, 11],
      [1, 1],
      [2, 1],
      [3, 11],
    ])
    expect(await library.credits(person)).toBe(39)
    expect((await library.dynamics(person))[0]).toEqual([11, "连续签到 3 天，获得 11 魔豆", 11])
    await library.set("score", { sign_streak: 0 })
    day(10)
    expect(await sign(person)).toMatchObject({ streak: 4, award: 1 })
  })

  test("a streak continues across the new year", async () => {
    const person = await app.person()
    today = new Date("2026-12-31T04:00:00Z")
    await sign(person)
    today = new Date("2027-01-01T04:00:00Z")
    expect(await sign(person)).toMatchObject({ sign_at: 20270101, streak: 2 })
    day(0)
  })

  test("without an award there is an activity entry and no ledger transaction", async () => {
    await library.set("score", { sign_in: 0, sign_in_max: 0 })
    const person = await app.person()
    expect(await sign(person)).toMatchObject({ award: 0 })
    expect(await library.dynamics(person)).toEqual([[11, "每日签到", 0]])
    expect(await library.rows("select id from ledger_transaction where key like $1", [`sign:${person.id}:%`])).toEqual([])
    await library.expectLedgerHolds()
  })
})
