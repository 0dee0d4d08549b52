import { beforeAll, describe, expect, test } from "vitest"
import { DocumentStatus, DocumentVisibility } from "../../../lib/contract/library/document.enums"
import { PunishmentType } from "../../../lib/contract/people/punishment.enums"
import { credits } from "../../../lib/rules/money/money"
import { createCtx } from "../../../server/context"
import { post } from "../../../server/modules/money/ledger/ledger.usecases"
import { bearer, send } from "../../process/support/client"
import { api, download, shareWorld, type SharedDocument } from "../../setup/share-world"
import { staffWith } from "../../setup/staff"

/* Share links: their visits, passwords and limits, and who may create them (docs/decisions/335). */

const { app, library, read, owner, other, admin, base, make, browser, create, statusOf, opened } = await shareWorld()

test("a link works for documents of a group, and opens nothing but its document", async () => {
  const [document, second] = [await make("小组文献", { visibility: DocumentVisibility.groups }), await make("另一份")]
  const visitor = browser()
  await opened(visitor, document)
  expect((await visitor.get(`/view/page/${second.uuid}/1.svg`)).status).toBe(404)
  expect((await visitor.get(api(`/oembed?url=${base}/document/${document.uuid}`))).status).toBe(404)
})

test("a paid document shows its preview only, cannot be downloaded, and is not sold through a link", async () => {
  await library.set("vip", { enable: true })
  const document = await make("付费文献", { price: 500, preview: 1 })
  for (const as of [null, other]) {
    const visitor = browser(as)
    await opened(visitor, document)
    expect((await visitor.get(`/view/page/${document.uuid}/2.svg`)).status).toBe(403)
    expect((await visitor.get(`/view/thumb/${document.uuid}/2`)).status).toBe(403)
    expect((await visitor.get(api(`/document/inside?uuid=${document.uuid}&wd=${encodeURIComponent("密语")}`))).json).toMatchObject({
      total: 1,
    })
    expect((await visitor.get(api(`/document/text?uuid=${document.uuid}&page=1`))).status).toBe(403)
    expect((await visitor.get(download(document))).status).toBe(403)
  }
  expect(await app.call("POST /order", { order_type: 0, product_id: document.id } as never, other)).toMatchObject({ ok: false })
})

describe("a link whose owner pays for readers", () => {
  const page = async (visitor: ReturnType<typeof browser>, document: SharedDocument, number: number) =>
    (await visitor.get(`/view/page/${document.uuid}/${number}.svg`)).status
  const paying = async (title: string, more: object = {}) => {
    const document = await make(title, { price: 100, preview: 1, ...more })
    return { document, ...(await create(document.id, { pays: true, max_visits: 10 })) }
  }
  const balance = async (value: number) => {
    const amount = credits(value - (await library.credits(owner)))
    await post(createCtx(app), { key: `test:${Math.random()}`, kind: "test", remark: "测试", sides: [{ user_id: owner.id, amount }] })
  }
  const linkOf = async (id: number) => {
    const reply = await app.call("GET /document/share/list", {}, owner)
    return reply.ok ? reply.data.share.find((one) => one.id === id) : undefined
  }
  beforeAll(async () => library.set("score", { author_income: 30 }))

  test("lets each browser read every page for what the site keeps of a sale, once, and its right ends with the link", async () => {
    await balance(1_000)
    const { document, id, key } = await paying("替读者付")
    const before = await library.credits(owner)
    const visitor = browser()
    expect((await visitor.open(key)).json).toMatchObject({ uuid: document.uuid, whole: true })
    expect(await library.credits(owner)).toBe(before - 70)
    expect([await page(visitor, document, 1), await page(visitor, document, 3)]).toEqual([200, 200])
    const image = await visitor.get(`/view/page/${document.uuid}/3.svg`)
    expect(image.headers["cache-control"]).toBe("private, no-store")
    expect((await visitor.get(api(`/document?uuid=${document.uuid}`))).json).toMatchObject({ readable_pages: 3, is_bought: false })
    expect((await visitor.get(api(`/document/text?uuid=${document.uuid}&page=3`))).status).toBe(200)
    // it is no purchase: the file stays closed
    expect((await visitor.get(download(document))).status).toBe(403)
    expect((await visitor.open(key)).json).toMatchObject({ whole: true })
    expect(await library.credits(owner)).toBe(before - 70)
    await browser().open(key)
    expect(await library.credits(owner)).toBe(before - 140)
    expect(await linkOf(id)).toMatchObject({ pays: true, visits: 2, paid_visits: 2 })
    await app.call("DELETE /document/share", { id }, owner)
    expect(await page(visitor, document, 3)).toBe(404)
    await library.expectLedgerHolds()
  })

  test("works for a document whose preview everybody reads", async () => {
    await balance(1_000)
    const { document, key } = await paying("公开的付费文献", { visibility: DocumentVisibility.everybody })
    const visitor = browser()
    expect(await page(visitor, document, 3)).toBe(403)
    await visitor.open(key)
    expect(await page(visitor, document, 3)).toBe(200)
    expect((await visitor.get(`/view/page/${document.uuid}/3.svg`)).headers["cache-control"]).toBe("private, no-store")
    expect((await visitor.get(api(`/document?uuid=${document.uuid}`))).json).toMatchObject({ readable_pages: 3 })
    expect(await page(browser(), document, 3)).toBe(403)
  })

  test("shows the preview when the credits do not suffice, and takes nothing", async () => {
    const { document, key, id } = await paying("没钱付")
    await balance(69)
    const visitor = browser()
    expect((await visitor.open(key)).json).toMatchObject({ whole: false })
    expect([await page(visitor, document, 1), await page(visitor, document, 2)]).toEqual([200, 403])
    expect(await library.credits(owner)).toBe(69)
    expect(await linkOf(id)).toMatchObject({ visits: 1, paid_visits: 0 })
  })

  test("charges parallel visitors exactly, and never below zero", async () => {
    await balance(200)
    const { key } = await paying("一起打开")
    const answers = await Promise.all(Array.from({ length: 6 }, () => browser().open(key)))
    const paid = answers.filter(({ json }) => json.whole).length
    expect(paid).toBe(2)
    expect(await library.credits(owner)).toBe(60)
    await library.expectLedgerHolds()
  })

  test("charges nothing for who reads all of it anyway", async () => {
    await balance(1_000)
    const { key } = await paying("主人自己打开")
    expect((await browser(owner).open(key)).status).toBe(200)
    expect((await browser(admin).open(key)).status).toBe(200)
    expect(await library.credits(owner)).toBe(1_000)
  })

  test("is for the owner's own documents with a price, and says for how many", async () => {
    const free = await make("免费的文献")
    const sold = await make("有价的文献", { price: 100 })
    expect(await statusOf({ document_id: free.id, pays: true, max_visits: 5 }, owner)).toBe(400)
    for (const max_visits of [undefined, 0, 1_001])
      expect(await statusOf({ document_id: sold.id, pays: true, max_visits }, owner)).toBe(400)
    expect(await statusOf({ document_id: sold.id, pays: true, max_visits: 5 }, admin)).toBe(403)
    expect(await statusOf({ document_id: sold.id, pays: true, max_visits: 1_000 }, owner)).toBe(200)
  })
})

test("a download link ends with the share link", async () => {
  const document = await make("下载后撤销")
  const visitor = browser()
  const { id } = await opened(visitor, document)
  const { url } = (await visitor.get(download(document))).json as { url: string }
  expect((await browser().get(url)).status).toBe(200)
  await app.call("DELETE /document/share", { id }, owner)
  expect((await visitor.get(url)).status).toBe(400)
})

test("the right ends when its creator is locked out, and returns with the account", async () => {
  const author = await app.person()
  await library.onlyGroup(author, { enable_upload: true })
  app.sessions.forgetAll()
  const document = await read.submit(author, "作者被禁用", { pages: ["甲", "乙"] })
  const hidden = { document_id: [document.id], visibility: DocumentVisibility.owner }
  expect(await app.call("PUT /document/visibility", hidden, author)).toMatchObject({ ok: true })
  const { key } = await create(document.id, {}, author)
  const visitor = browser()
  expect((await visitor.open(key)).status).toBe(200)
  const page = async () => (await visitor.get(`/view/page/${document.uuid}/2.svg`)).status
  expect(await app.call("POST /punishment", { user_id: [author.id], type: [PunishmentType.account] }, admin)).toMatchObject({ ok: true })
  expect(await page()).toBe(404)
  expect(await visitor.state(key)).toMatchObject({ state: "revoked" })
  await library.rows("delete from punishment where user_id = $1", [author.id])
  app.sessions.forgetAll()
  expect(await page()).toBe(200)
})

test("a link by staff ends with their permission", async () => {
  const document = await make("员工分享")
  const editor = await staffWith(app, "DocumentAPI/GetDocument", "DocumentAPI/ShareDocument")
  const { key } = await create(document.id, {}, editor)
  const visitor = browser()
  expect((await visitor.open(key)).status).toBe(200)
  expect((await visitor.get(`/view/page/${document.uuid}/2.svg`)).status).toBe(200)
  expect(await app.call("PUT /group/permission", { group_id: editor.group_id, permission_id: [] }, admin)).toMatchObject({ ok: true })
  expect((await visitor.get(`/view/page/${document.uuid}/2.svg`)).status).toBe(404)
})

describe("visits", () => {
  test("of one browser count once, however often it opens the link", async () => {
    const document = await make("一次访问")
    const link = await create(document.id, { max_visits: 2 })
    const visitor = browser()
    for (let time = 0; time < 3; time += 1) expect((await visitor.open(link.key)).status).toBe(200)
    await Promise.all(Array.from({ length: 5 }, () => visitor.open(link.key)))
    const list = await app.call("GET /document/share/list", { document_id: document.id }, owner)
    expect(list).toMatchObject({ ok: true, data: { total: 1, share: [{ visits: 1, max_visits: 2, state: "ready" }] } })
    expect(await visitor.state(link.key)).toEqual({ state: "open", uuid: document.uuid })
  })

  test("of forty browsers at once never exceed the maximum", async () => {
    const document = await make("同时打开")
    const link = await create(document.id, { max_visits: 7 })
    const visitors = Array.from({ length: 40 }, () => browser())
    const answers = await Promise.all(visitors.map((one) => one.open(link.key)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(7)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(33)
    const pages = await Promise.all(visitors.map(async (one) => (await one.get(`/view/page/${document.uuid}/1.svg`)).status))
    expect(pages.filter((status) => status === 200)).toHaveLength(7)
    expect(
      await library.rows(
        "select visits, (select count(*)::int from share_visit where link_id = l.id) as rows from share_link l where id = $1",
        [link.id],
      ),
    ).toEqual([{ visits: 7, rows: 7 }])
  })

  test("are stored without the cookie that proves them", async () => {
    const document = await make("不存凭证")
    const visitor = browser()
    const link = await opened(visitor, document)
    const [row] = await library.rows<{ visitor: string }>("select visitor from share_visit where link_id = $1", [link.id])
    expect(visitor.jar()).not.toContain(row!.visitor)
    // what the row stores is no cookie
    const forged = await send(`${base}/view/page/${document.uuid}/1.svg`, { headers: { cookie: `doujia_visitor=${row!.visitor}` } })
    expect(forged.status).toBe(404)
  })
})

describe("the password", () => {
  test("locks a link for an address after five wrong ones, for fifteen minutes, and for no other address or link", async () => {
    const document = await make("猜密码")
    const { key } = await create(document.id, { password: "真的密码" })
    const guess = async (ip: string, password: string, of = key) => {
      const reply = await app.dispatch("POST /document/share/open", { key: of, password }, { id: "t", ip, user_agent: "", token: "" })
      return reply.ok ? 200 : reply.status
    }
    for (let time = 0; time < 5; time += 1) expect(await guess("203.0.113.77", `错的${time}`)).toBe(400)
    expect(await guess("203.0.113.77", "真的密码")).toBe(429)
    expect(await guess("203.0.114.78", "真的密码")).toBe(200)
    const second = await create(document.id, { password: "真的密码" })
    expect(await guess("203.0.113.77", "真的密码", second.key)).toBe(200)
    const [limit] = await library.rows<{ expire: string }>(
      "select expire::text from rate_limit where key like 'guess-link:%' order by points desc limit 1",
    )
    const minutes = (Number(limit!.expire) - Date.now()) / 60_000
    expect(minutes).toBeGreaterThan(13)
    expect(minutes).toBeLessThanOrEqual(15.1)
  })

  test("is stored as argon2id, and nothing of the document is answered before it [security: 11.4.2]", async () => {
    const document = await make("先输密码")
    const { id, key } = await create(document.id, { password: "真的密码" })
    const visitor = browser()
    expect(await visitor.state(key)).toEqual({ state: "password", uuid: "" })
    const refused = await visitor.open(key, "错误密码")
    for (const secret of [document.title, document.uuid]) expect(refused.body.toString("utf8")).not.toContain(secret)
    expect(visitor.jar()).toBe("")
    const [row] = await library.rows<{ password_hash: string }>("select password_hash from share_link where id = $1", [id])
    expect(row!.password_hash).toMatch(/^\$argon2id\$/)
    const list = await app.call("GET /document/share/list", {}, owner)
    expect(JSON.stringify(list)).not.toContain("argon2")
  })
})

describe("creating and revoking", () => {
  let document: SharedDocument
  beforeAll(async () => void (document = await make("谁能分享")))

  test("is for the owner and for staff with the permission, with good input", async () => {
    const editor = await staffWith(app, "DocumentAPI/GetDocument", "DocumentAPI/ShareDocument")
    const reader = await staffWith(app, "DocumentAPI/GetDocument")
    const document_id = document.id
    expect(await statusOf({ document_id })).toBe(401)
    expect(await statusOf({ document_id }, other)).toBe(404)
    expect(await statusOf({ document_id }, reader)).toBe(403)
    expect(await statusOf({ document_id }, editor)).toBe(200)
    expect(await statusOf({ document_id: 987_654 }, owner)).toBe(404)
    for (const bad of [
      { password: "123" },
      { max_visits: -1 },
      { expires_at: "昨天" },
      { expires_at: "2020-01-01T00:00:00Z" },
      { download: "?" },
    ])
      expect(await statusOf({ document_id, ...bad }, owner), JSON.stringify(bad)).toBe(400)
    const link = await create(document_id, { password: "1234", max_visits: 3, download: true })
    expect(link).toMatchObject({
      has_password: true,
      download: true,
      max_visits: 3,
      visits: 0,
      state: "password",
      document_uuid: document.uuid,
    })
    expect(link.key).toMatch(/^[\w-]{22}$/)
    expect((await app.call("DELETE /document/share", { id: link.id }, other)).ok).toBe(false)
    expect(await app.call("DELETE /document/share", { id: link.id }, undefined)).toMatchObject({ ok: false, status: 401 })
  })

  test("a link that a visitor holds creates no other link", async () => {
    const visitor = browser(other)
    await opened(visitor, document)
    const answer = await send(`${base}/api/v1/document/share`, {
      method: "POST",
      headers: { "content-type": "application/json", ...bearer(other), cookie: visitor.jar() },
      body: JSON.stringify({ document_id: document.id }),
    })
    expect(answer.status).toBe(404)
  })

  test("the number of usable links of a document is bounded, also for concurrent requests", async () => {
    const bounded = await make("最多三个")
    await library.set("security", { share_links_per_document: 3 })
    const results = await Promise.all(Array.from({ length: 6 }, () => statusOf({ document_id: bounded.id }, owner)))
    expect(results.toSorted((one, next) => one - next)).toEqual([200, 200, 200, 409, 409, 409])
    const list = await app.call("GET /document/share/list", { document_id: bounded.id }, owner)
    if (!list.ok) throw new Error(list.message)
    await app.call("DELETE /document/share", { id: list.data.share[0]!.id }, owner)
    expect(await statusOf({ document_id: bounded.id }, owner)).toBe(200)
    await library.set("security", { share_links_per_document: 0 })
    expect(await statusOf({ document_id: document.id }, owner)).toBe(403)
    await library.set("security", { share_links_per_document: 20 })
  })

  test("a hidden document is not shared, and an unknown address is a 404", async () => {
    const hidden = await make("被禁用")
    await read.change(hidden.uuid, `status = ${DocumentStatus.disabled}`)
    expect(await statusOf({ document_id: hidden.id }, owner)).toBe(409)
    const visitor = browser()
    expect((await visitor.open("A".repeat(22))).status).toBe(404)
    expect((await visitor.get(api(`/document/share?key=${"A".repeat(22)}`))).status).toBe(404)
    expect((await visitor.get(api("/document/share?key="))).status).toBe(400)
  })
})

test("purging a document and deleting an account remove their links and visits", async () => {
  const [document, second] = [await make("一起删除"), await make("员工离开")]
  await opened(browser(), document)
  await app.call("DELETE /document", { id: [document.id] }, owner)
  expect(await app.call("DELETE /document/recycle", { id: [document.id] }, owner)).toMatchObject({ ok: true })
  expect(await library.rows("select 1 from share_link where document_id = $1", [document.id])).toEqual([])
  const editor = await staffWith(app, "DocumentAPI/GetDocument", "DocumentAPI/ShareDocument")
  const { key } = await create(second.id, {}, editor)
  const visitor = browser()
  expect((await visitor.open(key)).status).toBe(200)
  const rights = ["UserAPI/DeleteUser", "DocumentAPI/GetDocument", "DocumentAPI/ShareDocument"] as const
  const remover = await staffWith(app, ...rights)
  expect(await app.call("DELETE /user", { id: [editor.id], password: "correct horse 7" }, remover)).toMatchObject({ ok: true })
  expect((await visitor.get(`/view/page/${second.uuid}/1.svg`)).status).toBe(404)
  expect((await visitor.get(api(`/document/share?key=${key}`))).status).toBe(404)
  expect(await library.rows("select 1 from share_visit v left join share_link l on l.id = v.link_id where l.id is null")).toEqual([])
})
