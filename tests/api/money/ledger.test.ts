import fc from "fast-check"
import { beforeAll, describe, expect, test } from "vitest"
import { credits } from "@/lib/rules/money/money"
import { createCtx } from "@/server/context"
import { award, post, release, takeBack } from "@/server/modules/money/ledger/ledger.usecases"
import { libraryOf, type Library } from "../../setup/library"
import { testApp, type TestUser, type TestApp } from "../../setup/test-app"

let app: TestApp
let library: Library
let now = new Date("2026-11-20T04:00:00Z")
const ctx = () => createCtx(app)

beforeAll(async () => {
  app = await testApp({ now: () => now })
  library = libraryOf(app)
  await library.set("score", { register: 0 })
})
let count = 0
/** Creates a user row without a password, with the given credits. */
const holder = async (credits = 0): Promise<TestUser> => {
  const username = `holder${++count}`
  const [row] = await library.rows<{ id: string }>(`insert into "user" (username) values ($1) returning id`, [username])
  const person = { id: Number(row!.id), username, token: "" }
  if (credits) await award(ctx(), { user_id: person.id, kind: "gift", key: `gift:${person.id}`, amount: credits, remark: "" })
  return person
}
const query = (text: string, values: unknown[] = []) => app.database.pool.query(text, values)

describe("what the database itself enforces [security: double-entry]", () => {
  test("entries of a transaction sum to zero", async () => {
    const person = await holder(5)
    const client = await app.database.pool.connect()
    try {
      await client.query("begin")
      const { rows } = await client.query<{ id: string }>(
        "insert into ledger_transaction (key, kind) values ('forged', 'gift') returning id",
      )
      await client.query(
        "insert into ledger_entry (transaction_id, account_id, amount, balance) select $1, id, 100, 105 from ledger_account where user_id = $2",
        [rows[0]!.id, person.id],
      )
      await expect(client.query("commit")).rejects.toThrow("does not sum to zero")
    } finally {
      client.release()
    }
    expect(await library.rows("select id from ledger_transaction where key = 'forged'")).toEqual([])
  })

  test("the balance of a user is never negative", async () => {
    const person = await holder(5)
    await expect(query("update ledger_account set balance = -1 where user_id = $1", [person.id])).rejects.toThrow("ledger_account_balance")
  })

  test("no more can be released than was put in escrow, and only once [security: credits-atomic]", async () => {
    const person = await holder(5)
    const sides = [{ user_id: person.id, amount: credits(-3) }]
    expect(await post(ctx(), { key: "held", kind: "refund", remark: "", sides, site: "escrow" })).toBe(true)
    const take = (key: string) => release(ctx(), { key, kind: "refund", remark: "", amount: credits(2), to: "sales" })
    expect([await take("release 1"), await take("release 1")]).toEqual([true, false])
    await expect(take("release 2")).rejects.toMatchObject({ cause: { constraint: "ledger_account_balance" } })
    expect(await library.rows("select balance from ledger_account where name = 'escrow'")).toEqual([{ balance: "1" }])
    await library.expectLedgerHolds()
  })

  test.each([
    "update ledger_entry set amount = amount + 1",
    "delete from ledger_entry",
    "update ledger_transaction set key = key || 'x'",
    "delete from ledger_transaction",
  ])("%s is append-only", async (text) => {
    await holder(5)
    await expect(query(text)).rejects.toThrow("rows of ledger_")
  })

  test("rejects an entry of zero and an account with no owner or two", async () => {
    await expect(
      query(
        "insert into ledger_entry (transaction_id, account_id, amount, balance) select t.id, a.id, 0, 0 from ledger_transaction t, ledger_account a limit 1",
      ),
    ).rejects.toThrow("ledger_entry_amount")
    await expect(query("insert into ledger_account (user_id, name) values (null, null)")).rejects.toThrow("ledger_account_owner")
    await expect(query("insert into ledger_account (user_id, name) values (1, 'both')")).rejects.toThrow("ledger_account_owner")
  })
})

describe("posting", () => {
  test("a repeated key is posted once, also in parallel [security: credits-atomic]", async () => {
    const person = await holder()
    const give = () => award(ctx(), { user_id: person.id, kind: "gift", key: "same key", amount: 7, remark: "" })
    const given = await Promise.all(Array.from({ length: 20 }, give))
    expect(given.filter((n) => n === 7)).toHaveLength(1)
    expect(given.filter((n) => n === 0)).toHaveLength(19)
    expect(await give()).toBe(0)
    expect(await library.credits(person)).toBe(7)
  })

  test("50 parallel awards with a daily limit of 3 give exactly 3, and three more the next day [security: caps-under-load]", async () => {
    const person = await holder()
    const burst = (day: string) =>
      Promise.all(
        Array.from({ length: 50 }, (_, n) =>
          award(ctx(), { user_id: person.id, kind: "burst", key: `burst:${person.id}:${day}:${n}`, amount: 2, remark: "", daily: 3 }),
        ),
      )
    expect((await burst("one")).filter((n) => n === 2)).toHaveLength(3)
    expect(await library.credits(person)).toBe(6)
    now = new Date("2026-11-20T15:59:59Z")
    expect((await burst("same")).filter((n) => n > 0)).toHaveLength(0)
    now = new Date("2026-11-20T16:00:00Z")
    expect((await burst("two")).filter((n) => n === 2)).toHaveLength(3)
    now = new Date("2026-11-20T04:00:00Z")
    expect(await award(ctx(), { user_id: person.id, kind: "other", key: `other:${person.id}`, amount: 1, remark: "", daily: 0 })).toBe(0)
  })

  test("a transfer between users is posted completely or not at all [security: 2.3.3]", async () => {
    const [buyer, seller] = [await holder(10), await holder()]
    const buy = (key: string, price: number) =>
      post(ctx(), {
        key,
        kind: "sale",
        remark: "",
        sides: [
          { user_id: buyer.id, amount: credits(-price) },
          { user_id: seller.id, amount: credits(price) },
        ],
      })
    expect(await buy("sale 1", 8)).toBe(true)
    await expect(buy("sale 2", 8)).rejects.toThrow("魔豆不足")
    expect([await library.credits(buyer), await library.credits(seller)]).toEqual([2, 8])
    expect(await library.rows("select id from ledger_transaction where key = 'sale 2'")).toEqual([])
    expect(await buy("sale 2", 2)).toBe(true)
  })

  test("parallel payments between two users cause no deadlock and no overdraft", async () => {
    const [a, b] = [await holder(30), await holder(30)]
    const pay = (key: string, from: TestUser, to: TestUser) =>
      post(ctx(), {
        key,
        kind: "sale",
        remark: "",
        sides: [
          { user_id: from.id, amount: credits(-4) },
          { user_id: to.id, amount: credits(4) },
        ],
      })
    const ends = await Promise.allSettled(Array.from({ length: 30 }, (_, n) => (n % 3 ? pay(`ab ${n}`, a, b) : pay(`ba ${n}`, b, a))))
    for (const end of ends) if (end.status === "rejected") expect(String(end.reason)).toContain("魔豆不足")
    expect((await library.credits(a)) + (await library.credits(b))).toBe(60)
  })

  test("a reversal takes at most the balance, once per key", async () => {
    const person = await holder(5)
    const take = (key: string, amount: number) =>
      takeBack(ctx(), { user_id: person.id, kind: "delete", key: `${key} ${person.id}`, amount, remark: "" })
    expect(await take("one", -3)).toBe(3)
    expect(await take("one", 3)).toBe(0)
    expect(await take("two", 9)).toBe(2)
    expect(await take("three", 9)).toBe(0)
    expect(await library.credits(person)).toBe(0)
  })
})

test("after random sequences of actions, also in parallel, the ledger balances and matches the visible credits [security: double-entry]", async () => {
  const people = [await holder(3), await holder(), await holder(50)]
  let run = 0
  const action = fc.record({
    kind: fc.constantFrom("award", "take", "pay"),
    who: fc.nat({ max: 2 }),
    to: fc.nat({ max: 2 }),
    amount: fc.nat({ max: 20 }),
    key: fc.nat({ max: 12 }),
    daily: fc.option(fc.nat({ max: 2 }), { nil: undefined }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(action, { minLength: 1, maxLength: 5 }), { maxLength: 6 }), async (waves) => {
      run++
      for (const wave of waves) {
        const ends = await Promise.allSettled(
          wave.map(({ kind, who, to, amount, key, daily }) => {
            const user_id = people[who]!.id
            const move = { user_id, kind: `k${who}`, key: `property ${run} ${kind} ${key}`, amount, remark: "" }
            if (kind === "award") return award(ctx(), { ...move, daily })
            if (kind === "take") return takeBack(ctx(), move)
            return post(ctx(), {
              key: move.key,
              kind: "sale",
              remark: "",
              sides:
                who === to
                  ? []
                  : [
                      { user_id, amount: credits(-amount) },
                      { user_id: people[to]!.id, amount: credits(amount) },
                    ],
            })
          }),
        )
        for (const end of ends) if (end.status === "rejected") expect(String(end.reason)).toContain("魔豆不足")
      }
      await library.expectLedgerHolds()
    }),
    { numRuns: 25 },
  )
})

test("a user reads their own movements, newest first, with the sums of this month", async () => {
  const person = await app.person()
  const give = (key: string, amount: number) => award(ctx(), { user_id: person.id, kind: "gift", key, amount, remark: `礼物 ${key}` })
  now = new Date("2026-10-31T15:59:59Z")
  await give("last month", 4)
  now = new Date("2026-10-31T16:00:00Z")
  await give("first moment", 6)
  await takeBack(ctx(), { user_id: person.id, kind: "delete", key: "taken", amount: 3, remark: "删除" })
  now = new Date("2026-11-20T04:00:00Z")
  expect(await app.call("GET /user/credit", {}, person)).toMatchObject({
    ok: true,
    data: {
      total: 3,
      balance: 7,
      gained: 6,
      spent: 3,
      credit: [
        { kind: "delete", amount: -3, balance: 7, remark: "删除" },
        { amount: 6, balance: 10 },
        { amount: 4, balance: 4, remark: "礼物 last month" },
      ],
    },
  })
  expect(await app.call("GET /user/credit", {}, await app.person())).toMatchObject({ ok: true, data: { total: 0, balance: 0, credit: [] } })
})
