import { eq } from "drizzle-orm"
import { beforeAll, expect, test } from "vitest"
import { VipType } from "@/lib/contract/money/membership.enums"
import { createCtx } from "@/server/context"
import { vipReminderJob } from "@/server/modules/money/order/membership-reminder.jobs"
import { remindMembers } from "@/server/modules/money/order/membership-reminder.usecases"
import { userVipTable } from "@/server/modules/money/order/order.table"
import { userTable } from "@/server/modules/people/user/user.table"
import { switchOnMail } from "../../setup/accounts"
import { libraryOf, type Library } from "../../setup/library"
import { testApp, type TestUser, type TestApp } from "../../setup/test-app"

/* Members are reminded before their last card expires, one week and one day before (docs/decisions/073). */

const start = new Date("2026-11-20T04:00:00Z")
const day = 86_400_000
let now = start
let app: TestApp
let library: Library
beforeAll(async () => {
  app = await testApp({ now: () => now })
  library = libraryOf(app)
  await switchOnMail(app)
  await library.set("vip", { enable: true })
})

const cardOf = async ({ id }: TestUser, days: number, type: number = VipType.year) =>
  (
    await app.database.db
      .insert(userVipTable)
      .values({ user_id: id, type, joined_at: start, expired_at: new Date(start.getTime() + days * day), created_at: start })
      .returning()
  )[0]!.id
const member = async (verified = true): Promise<TestUser> => {
  const person = await app.person()
  await app.database.db.update(userTable).set({ email_verified: verified }).where(eq(userTable.id, person.id))
  return person
}
/** Returns the cards that are due for a reminder now. */
const due = async (): Promise<number[]> => {
  const cards: number[] = []
  const ctx = createCtx({
    ...app,
    queue: { ...app.queue, send: async (_db, _job, payload) => void cards.push((payload as { card_id: number }).card_id) },
  })
  await remindMembers(ctx, vipReminderJob, () => false)
  return cards
}
const mailed = async (card_id: number) => {
  const before = app.mail.sent.length
  await vipReminderJob.run(createCtx(app), { card_id }, AbortSignal.timeout(5_000))
  return app.mail.sent.slice(before)
}

test("is sent a week and a day before the end, once each, but not to users with a card that lasts longer", async () => {
  const [one, two] = [await member(), await member()]
  const card = await cardOf(one, 10)
  await cardOf(two, 5, VipType.month)
  await cardOf(two, 300)
  expect(await due()).toEqual([])
  now = new Date(start.getTime() + 4 * day)
  expect([await due(), await due()]).toEqual([[card], []])
  now = new Date(start.getTime() + 9.5 * day)
  expect([await due(), await due()]).toEqual([[card], []])
  now = new Date(start.getTime() + 11 * day)
  expect(await due()).toEqual([])
  now = start
})

test("the mail names the card and its end; users without a verified address get none", async () => {
  const [proven, stranger] = [await member(), await member(false)]
  const [mail] = await mailed(await cardOf(proven, 3))
  expect(mail).toMatchObject({ to: `${proven.username}@example.org`, subject: expect.stringContaining("年卡VIP快到期了") })
  expect(mail!.text).toContain("2026-11-23 12:00")
  expect(await mailed(await cardOf(stranger, 3))).toEqual([])
  expect(await mailed(await cardOf(proven, 0))).toEqual([])
})

test("while mail is disabled no user counts as reminded", async () => {
  const card = await cardOf(await member(), 6)
  await library.set("email", { enable: false })
  expect(await due()).toEqual([])
  await library.set("email", { enable: true })
  expect(await due()).toContain(card)
})
