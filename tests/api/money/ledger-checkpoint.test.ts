import { beforeAll, expect, test } from "vitest"
import { credits } from "@/lib/rules/money/money"
import { createCtx } from "@/server/context"
import { checkLedger } from "@/server/modules/money/ledger/check.usecases"
import { checkRecentEntries, readLedgerState } from "@/server/modules/money/ledger/checkpoint.usecases"
import { post } from "@/server/modules/money/ledger/ledger.usecases"
import { testApp, until, type TestApp, type TestUser } from "../../setup/test-app"

/* The check of what happened since the last one, and what only the check of all entries notices. */

let app: TestApp
let person: TestUser
let events = 0
const query = async <T extends object>(text: string, values: unknown[] = []) => (await app.database.pool.query(text, values)).rows as T[]
const move = (amount: number) =>
  post(createCtx(app), {
    ...{ key: `test:${++events}`, kind: "test", remark: "试" },
    sides: [{ user_id: person.id, amount: credits(amount) }],
  })
const recent = () => checkRecentEntries(app.database.db, new Date())
const checkpoint = async () => (await query<Record<string, string>>("select * from ledger_checkpoint"))[0]!
const newest = async () => Number((await query<{ id: string }>("select max(id) as id from ledger_entry"))[0]!.id)
/** A checkpoint advances with a later check, when no transaction of the first one runs any more; other tests share the database cluster. */
const passAll = () =>
  until(async () => {
    await recent()
    return Number((await checkpoint()).entry_id) === (await newest())
  })
/** Makes a change that the database rules prevent, with the rules disabled. */
const forge = async (text: string, values: unknown[]) => {
  const client = await app.database.pool.connect()
  try {
    await client.query("begin")
    await client.query("set local session_replication_role = replica")
    await client.query(text, values)
    await client.query("commit")
  } finally {
    client.release()
  }
}
const change = (id: number, by: number) => forge("update ledger_entry set amount = amount + $2 where id = $1", [id, by])

beforeAll(async () => {
  app = await testApp()
  person = await app.person()
  await move(100)
})

test("what was checked is not read again: the next check begins behind it", async () => {
  await passAll()
  const before = await checkpoint()
  expect(before).toMatchObject({ sum: "0", total: "0", faults: 0 })
  await move(5)
  await passAll()
  const after = await checkpoint()
  expect(Number(after.entry_id)).toBeGreaterThan(Number(before.entry_id))
  expect(Number(after.entries)).toBe(Number((await query<{ n: string }>("select count(*) as n from ledger_entry"))[0]!.n))
})

test("a fault behind the checkpoint is reported by the next check, and again until it is mended", async () => {
  await passAll()
  await move(7)
  const id = await newest()
  await change(id, 1)
  const before = await checkpoint()
  for (let n = 0; n < 3; n++) {
    const { faults, sum, details } = await recent()
    expect(faults).toBeGreaterThan(0)
    expect(sum).toBe(1n)
    expect(details.map(({ what }) => what)).toContain("这一笔的分录加起来不是 0，交易")
  }
  expect((await checkpoint()).entry_id).toBe(before.entry_id)
  expect((await readLedgerState(app.database.db, new Date())).faults).toBeGreaterThan(0)
  await change(id, -1)
  expect(await recent()).toMatchObject({ faults: 0, sum: 0n })
})

test("a fault before the checkpoint is noticed by the check of all entries", async () => {
  await move(3)
  await passAll()
  const id = await newest()
  await change(id, 1)
  await recent()
  expect((await checkLedger(app.database.db)).faults.map(({ what }) => what)).toContain("这一笔的分录加起来不是 0，交易")
  await change(id, -1)
  expect((await checkLedger(app.database.db)).faults).toEqual([])
})

test.each([
  ["a balance", "update ledger_account set balance = balance + $2 where user_id = $1", "余额和它的分录之和不一致，账户"],
  [
    "the credits that a user sees",
    'update "user" set credit_count = credit_count + $2 where id = $1',
    "显示的积分和账户的余额不一致，用户",
  ],
])("%s that a new movement touches is compared", async (_, text, what) => {
  await passAll()
  await move(1)
  await forge(text, [person.id, 1])
  expect((await recent()).details.map((fault) => fault.what)).toContain(what)
  await forge(text, [person.id, -1])
  expect((await recent()).faults).toBe(0)
})

test("an order that is paid for nothing is reported, whenever its movement should have come", async () => {
  await passAll()
  await query(
    `insert into "order" (order_no, user_id, order_type, status, quantity, payment_type, paid_at) values ('7', $1, 3, 2, 100, 3, now())`,
    [person.id],
  )
  expect((await recent()).details).toContainEqual({ what: "已支付，账本里却没有，订单", id: "7" })
  await query(`delete from "order" where order_no = '7'`)
  expect((await recent()).faults).toBe(0)
})

test("an entry whose transaction commits late, below ids that are passed already, is checked", async () => {
  await passAll()
  const client = await app.database.pool.connect()
  try {
    await client.query("begin")
    const transaction = await client.query("insert into ledger_transaction (key, kind, remark) values ('late', 'test', '') returning id")
    const { rows } = await client.query("select nextval(pg_get_serial_sequence('ledger_entry', 'id')) as id")
    const late = Number((rows as { id: string }[])[0]!.id)
    await move(2)
    await recent()
    await recent()
    expect(Number((await checkpoint()).entry_id)).toBeLessThan(late)
    await client.query("set local session_replication_role = replica")
    await client.query(
      `insert into ledger_entry (id, transaction_id, account_id, amount, balance) overriding system value
       select $1, $2, id, 9, 9 from ledger_account where user_id = $3`,
      [late, (transaction.rows as { id: string }[])[0]!.id, person.id],
    )
    await client.query("commit")
    expect((await recent()).details.map(({ what }) => what)).toContain("这一笔的分录加起来不是 0，交易")
    await forge("delete from ledger_entry where id = $1", [late])
  } finally {
    client.release()
  }
  await passAll()
})

test("two processes do not check at once: the second one says what the last check said", async () => {
  const client = await app.database.pool.connect()
  try {
    await client.query("begin")
    await client.query("select 1 from ledger_checkpoint for update")
    expect(await recent()).toMatchObject({ faults: 0, sum: 0n, details: [] })
    await client.query("rollback")
  } finally {
    client.release()
  }
})

test("a checkpoint of another database cluster, whose transaction numbers are higher, does not stop the check", async () => {
  await move(4)
  await query("update ledger_checkpoint set candidate_xid = 9000000000000")
  await passAll()
})
