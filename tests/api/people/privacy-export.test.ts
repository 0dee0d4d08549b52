import { beforeAll, describe, expect, test } from "vitest"
import { credits } from "@/lib/rules/money/money"
import { createCtx } from "@/server/context"
import { articleTable } from "@/server/modules/articles/article/article.table"
import { commentTable } from "@/server/modules/community/comment/comment.table"
import { documentTable, downloadTable } from "@/server/modules/library/document/document.table"
import { addDynamic } from "@/server/modules/people/activity/activity.usecases"
import { favoriteFolderTable, favoriteTable } from "@/server/modules/community/favorite/favorite.table"
import { post } from "@/server/modules/money/ledger/ledger.usecases"
import { userOauthTable } from "@/server/modules/people/oauth/oauth.table"
import { orderTable } from "@/server/modules/money/order/order.table"
import { reportTable } from "@/server/modules/community/report/report.table"
import { signTable } from "@/server/modules/money/sign-in/sign-in.table"
import { userTable } from "@/server/modules/people/user/user.table"
import { eq } from "drizzle-orm"
import { testApp, type TestUser, type TestApp } from "../../setup/test-app"

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
type Exported = Record<string, unknown> &
  Record<
    | "document"
    | "article"
    | "favorite"
    | "comment"
    | "download"
    | "credit"
    | "sign"
    | "dynamic"
    | "report"
    | "order"
    | "session"
    | "oauth"
    | "group"
    | "favorite_folder"
    | "user_vip",
    Record<string, unknown>[]
  > & { user: Record<string, unknown>; truncated: string[] }
const read = async (person: TestUser) => {
  const reply = await app.call("GET /user/export", {}, person)
  if (!reply.ok) throw new Error(reply.message)
  return JSON.parse(JSON.stringify(reply.data)) as Exported
}
const fill = async (id: number, mark: string) => {
  const { db } = app.database
  await db.update(userTable).set({ realname: mark, remark: "内部备注" }).where(eq(userTable.id, id))
  const [document] = await db
    .insert(documentTable)
    .values({ uuid: `${mark}-uuid`, title: mark, user_id: id, attachment_id: 1, sha256: "f".repeat(64) })
    .returning()
  await db.insert(articleTable).values({ identifier: `${mark}-article`, user_id: id, title: mark, content: `<p>${mark}</p>` })
  await db.insert(favoriteTable).values({ user_id: id, document_id: document!.id })
  await db.insert(favoriteFolderTable).values({ user_id: id, title: mark })
  await db.insert(commentTable).values({ user_id: id, document_id: document!.id, content: mark })
  await db.insert(downloadTable).values({ user_id: id, document_id: document!.id })
  await db.insert(signTable).values({ user_id: id, sign_at: 20261120 })
  await db.insert(reportTable).values({ user_id: id, document_id: document!.id, reason: 1, document_title: mark })
  await db.insert(orderTable).values({ order_no: `${mark}-order`, user_id: id, order_type: 3, status: 1 })
  await db.insert(userOauthTable).values({ user_id: id, oauth_type: 4, openid: mark })
  await addDynamic(createCtx(app), { user_id: id, type: 2, message: "收藏了 {title}", title: mark })
  await post(createCtx(app), { key: mark, kind: "test", remark: mark, sides: [{ user_id: id, amount: credits(2) }] })
}

describe("GET /user/export", () => {
  test("contains all data of the user with the API field names, and no data of other users or of the server", async () => {
    const [person, other] = [await app.person(), await app.person()]
    await fill(person.id, "mine")
    await fill(other.id, "theirs")
    const data = await read(person)
    expect(data.truncated).toEqual([])
    expect(data.user).toMatchObject({
      id: person.id,
      username: person.username,
      realname: "mine",
      has_password: true,
      group_name: "普通用户",
    })
    expect(data.group).toMatchObject([{ title: "普通用户" }])
    for (const name of [
      "document",
      "article",
      "favorite",
      "favorite_folder",
      "comment",
      "download",
      "sign",
      "report",
      "order",
      "oauth",
      "session",
    ] as const)
      expect(data[name], name).toHaveLength(1)
    expect(data.document[0]).toMatchObject({ title: "mine", uuid: "mine-uuid" })
    expect(data.article[0]).toMatchObject({ content: "<p>mine</p>" })
    expect(data.credit).toContainEqual(expect.objectContaining({ remark: "mine", amount: 2 }))
    expect(data.dynamic).toContainEqual(expect.objectContaining({ title: "mine" }))
    expect(data.user_vip).toEqual([])
    const text = JSON.stringify(data)
    for (const secret of ["theirs", "argon2", "内部备注", "f".repeat(64), "lease_until", '"password"']) expect(text).not.toContain(secret)
  })

  test("is limited in size and names the truncated lists", async () => {
    const person = await app.person()
    const { db } = app.database
    const rows = Array.from({ length: 10_001 }, (_, n) => ({ user_id: person.id, type: 1, message: `第 ${n} 行` }))
    const { dynamicTable } = await import("@/server/modules/people/activity/activity.table")
    for (let from = 0; from < rows.length; from += 5_000) await db.insert(dynamicTable).values(rows.slice(from, from + 5_000))
    const long = "字".repeat(2_000_000)
    for (let n = 0; n < 11; n++)
      await db.insert(articleTable).values({ identifier: `long-${n}`, user_id: person.id, title: "长文", content: long })
    const data = await read(person)
    expect(data.truncated.toSorted()).toEqual(["article", "dynamic"])
    expect(data.dynamic).toHaveLength(10_000)
    expect(data.article).toHaveLength(10)
  })

  test("is always of the logged-in user, whatever id is sent, and requires a login [security: 8.2.2]", async () => {
    const [person, other] = [await app.person(), await app.person()]
    const reply = await app.call("GET /user/export", { id: other.id }, person)
    expect(reply.ok && (reply.data.user as { id: number }).id).toBe(person.id)
    expect(await app.call("GET /user/export")).toMatchObject({ status: 401 })
  })
})
