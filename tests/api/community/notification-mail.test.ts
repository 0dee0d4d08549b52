import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { beforeAll, expect, test } from "vitest"
import { DocumentVisibility } from "@/lib/contract/library/document.enums"
import { createCtx } from "@/server/context"
import { mailDaily, mailNotification } from "@/server/modules/community/notification/mail.usecases"
import { listDailyUsers } from "@/server/modules/community/notification/notification.repository"
import { serveUnsubscribe } from "@/server/modules/community/notification/unsubscribe.http"
import { unsubscribePath } from "@/server/modules/community/notification/unsubscribe.usecases"
import { switchOnMail } from "../../setup/accounts"
import { libraryOf, type Library } from "../../setup/library"
import { testApp, type TestApp, type TestUser } from "../../setup/test-app"

/* Mails of notifications, at once and daily, and how they end (docs/decisions/361). */

let app: TestApp
let library: Library
let owner: TestUser
let documentId: number
const title = "高等数学讲义"
beforeAll(async () => {
  app = await testApp()
  library = libraryOf(app)
  owner = await app.person("zhuren")
  documentId = (await library.document(owner, title)).id
  await switchOnMail(app)
})

const member = async () => {
  const person = await app.person()
  await app.database.pool.query(`update "user" set email_verified = true where id = $1`, [person.id])
  return person
}
const mailsTo = ({ username }: TestUser) => app.mail.sent.filter(({ to }) => to === `${username}@example.org`)
const ids = async ({ id }: TestUser) =>
  (await library.rows<{ id: string }>("select id from notification where user_id = $1 order by id", [id])).map((row) => Number(row.id))

test("a kind that is mailed at once has a job in the transaction of its event, and is mailed once", async () => {
  const person = await member()
  const jobs: object[] = []
  const send = (_db: unknown, _job: unknown, payload: object) => Promise.resolve(void jobs.push(payload))
  const ctx = createCtx({ ...app, queue: { ...app.queue, send } })
  await ctx.notify([{ kind: "punishment", user_id: person.id, by: 0, data: { name: "禁止评论", reason: "发广告" } }])
  await ctx.notify([{ kind: "credit", user_id: person.id, by: 0 }])
  const [first] = await ids(person)
  expect(jobs).toEqual([{ notification_id: first }])
  for (let time = 0; time < 2; time += 1) await mailNotification(createCtx(app), first!)
  expect(mailsTo(person)).toMatchObject([{ subject: "【豆架】你的账号受到处罚：禁止评论" }])
  expect(mailsTo(person)[0]!.text).toContain("发广告")
  expect(mailsTo(person)[0]!.unsubscribe).toMatch(/^https:\/\/wenku\.example\.org\/unsubscribe\/\d+\.punishment\./)
})

test("the daily mail has what is unread, names nothing that its reader may not read, and is sent once", async () => {
  const person = await member()
  const { id } = await library.document(owner, "只给自己看的资料")
  const subject = { type: 0, document_id: id }
  await app.call("PUT /document/visibility", { document_id: [id], visibility: DocumentVisibility.owner }, owner)
  await createCtx(app).notify([
    { kind: "reply", user_id: person.id, by: owner.id, subject },
    { kind: "mention", user_id: person.id, by: owner.id, subject: { type: 0, document_id: documentId } },
    { kind: "reply", user_id: person.id, by: owner.id, subject: { type: 0, document_id: documentId } },
  ])
  const [, , third] = await ids(person)
  await app.call("PUT /notification/read", { id: [third!] }, person)
  expect(await listDailyUsers(app.database.db, person.id - 1)).toContain(person.id)
  for (let time = 0; time < 2; time += 1) await mailDaily(createCtx(app), person.id)
  expect(mailsTo(person)).toMatchObject([{ subject: "【豆架】你有 2 条新通知" }])
  const { text, html } = mailsTo(person)[0]!
  expect(text).toContain(`zhuren 在文档《${title}》的评论里提到了你`)
  expect(text).toContain("zhuren 回复了你在一份文档下的评论")
  expect(text + html).not.toContain("只给自己看的资料")
  expect(await listDailyUsers(app.database.db, person.id - 1)).not.toContain(person.id)
})

test("an unverified address, a closed account and a site without mail get none", async () => {
  const [unverified, closed] = [await app.person(), await member()]
  for (const { id } of [unverified, closed]) await createCtx(app).notify([{ kind: "reply", user_id: id, by: owner.id }])
  await app.database.pool.query(`update "user" set closed_at = now() where id = $1`, [closed.id])
  for (const { id } of [unverified, closed]) await mailDaily(createCtx(app), id)
  const person = await member()
  await createCtx(app).notify([{ kind: "reply", user_id: person.id, by: owner.id }])
  await library.set("email", { enable: false })
  await mailDaily(createCtx(app), person.id)
  await switchOnMail(app)
  for (const one of [unverified, closed, person]) expect(mailsTo(one)).toEqual([])
})

test("unsubscribing needs the signed link but no login: GET only asks, POST does it", async () => {
  const person = await member()
  const server = createServer((req, res) => {
    serveUnsubscribe(app, { req, res, path: req.url!, query: "" }).catch((error: unknown) =>
      res.writeHead((error as { status: number }).status).end(),
    )
  })
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const mailOf = async (kind: string) => {
    const reply = await app.call("GET /notification/preference", {}, person)
    return reply.ok ? reply.data.preference.find((row) => row.kind === kind)!.mail : ""
  }
  const path = unsubscribePath(app.secret, { user_id: person.id, scope: "punishment" })
  try {
    const page = await fetch(origin + path)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('<form method="post">')
    expect(page.headers.get("content-security-policy")).toContain("form-action 'self'")
    expect(await mailOf("punishment")).toBe("now")
    const wrong = [
      path.replace(`${person.id}.`, `${owner.id}.`),
      path.replace("punishment", "refund"),
      `${path}x`,
      "/unsubscribe/",
      "/unsubscribe/1.x.y",
    ]
    for (const one of wrong) expect((await fetch(origin + one, { method: "POST" })).status).toBe(404)
    expect((await fetch(origin + path, { method: "PUT" })).status).toBe(405)
    expect(await mailOf("punishment")).toBe("now")
    const posted = await fetch(origin + path, { method: "POST", body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }) })
    expect(await posted.text()).toContain("已退订")
    expect([await mailOf("punishment"), await mailOf("refund"), await mailOf("reply")]).toEqual(["off", "now", "daily"])
    await fetch(origin + unsubscribePath(app.secret, { user_id: person.id, scope: "daily" }), { method: "POST" })
    expect([await mailOf("refund"), await mailOf("reply"), await mailOf("mention")]).toEqual(["now", "off", "off"])
  } finally {
    server.close()
  }
})
