import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest"
import { AnnouncementAudience } from "@/lib/contract/site/announcement.enums"
import { createCtx } from "@/server/context"
import { tellAnnouncement } from "@/server/modules/site/announcement/notices.usecases"
import { staffWith } from "../../setup/staff"
import { testApp, type TestApp, type TestUser } from "../../setup/test-app"

let app: TestApp
let root: TestUser
let reader: TestUser
let member: TestUser
let colleague: TestUser
let groupId: number
let now = new Date("2026-11-20T08:00:00Z")
const at = (hours: number) => new Date(now.getTime() + hours * 3_600_000).toISOString()

beforeAll(async () => {
  app = await testApp({ now: () => now })
  root = await app.admin()
  reader = await app.person("duzhe")
  member = await app.person("huiyuan")
  colleague = await staffWith(app, "BannerAPI/ListBanner")
  await app.database.pool.query("insert into user_vip (user_id, type, joined_at, expired_at) values ($1, 0, $2, $3)", [
    member.id,
    at(-24),
    at(24 * 30),
  ])
  const group = await app.call("POST /group", { title: "老师" }, root)
  if (!group.ok) throw new Error(group.message)
  groupId = group.data.id
  await app.database.pool.query("insert into user_group (user_id, group_id) values ($1, $2)", [reader.id, groupId])
})
beforeEach(async () => {
  await app.database.pool.query("delete from announcement")
  await app.database.pool.query("delete from notification")
})

const add = async (more: object = {}) => {
  const reply = await app.call("POST /announcement", { title: "今晚维护", ...more }, root)
  if (!reply.ok) throw new Error(reply.message)
  return reply.data
}
const titlesFor = async (as?: TestUser) => {
  const reply = await app.call("GET /announcement/current", {}, as)
  if (!reply.ok) throw new Error(reply.message)
  return reply.data.announcement.map(({ title }) => title)
}
const notices = async (as: TestUser) => {
  const reply = await app.call("GET /notification/list", { kind: "announcement" }, as)
  if (!reply.ok) throw new Error(reply.message)
  return reply.data.notification
}
const tell = (id: number) => tellAnnouncement(createCtx(app), id, () => false)
const frame = async () => {
  const reply = await app.call("GET /frame")
  if (!reply.ok) throw new Error(reply.message)
  return reply.data.announcement
}

describe("the bar", () => {
  test("shows each visitor what is for them, the latest first, three at most", async () => {
    const { everybody, users, vip, groups, staff } = AnnouncementAudience
    await add({ title: "职员会议", audience: staff })
    await add({ title: "老师专享", audience: groups, group_id: [groupId] })
    await add({ title: "会员折扣", audience: vip })
    await add({ title: "登录可见", audience: users })
    await add({ title: "大家好", audience: everybody })
    expect(await titlesFor()).toEqual(["大家好"])
    expect(await titlesFor(reader)).toEqual(["大家好", "登录可见", "老师专享"])
    expect(await titlesFor(member)).toEqual(["大家好", "登录可见", "会员折扣"])
    expect(await titlesFor(colleague)).toEqual(["大家好", "登录可见", "职员会议"])
    await add({ title: "第二条" })
    expect(await titlesFor(reader)).toEqual(["第二条", "大家好", "登录可见"])
  })

  test("follows the schedule, the switch and the choice of the bar; pages know whether to ask", async () => {
    expect(await frame()).toBe(false)
    await add({ title: "以后", start_time: at(1), end_time: at(2) })
    await add({ title: "停用", enable: false })
    await add({ title: "只在通知里", in_banner: false, in_bell: true })
    expect([await titlesFor(reader), await frame()]).toEqual([[], false])
    now = new Date(at(1.5))
    expect([await titlesFor(), await frame()]).toEqual([["以后"], true])
    now = new Date(at(1))
    expect([await titlesFor(), await frame()]).toEqual([[], false])
  })

  test("returns nothing that is only for staff: neither groups nor dates", async () => {
    await add({ content: "23 点到 24 点不能下载", href: "/article/weihu" })
    const reply = await app.call("GET /announcement/current")
    expect(reply).toMatchObject({ ok: true })
    expect(reply.ok && Object.keys(reply.data.announcement[0]!).toSorted()).toEqual(["content", "dismissible", "href", "id", "title"])
  })
})

describe("the bell", () => {
  test("each user of the audience is told once, also if the job runs again or starts in the middle", async () => {
    const { id } = await add({ title: "新功能", content: "可以分享链接了", href: "/article/xin", in_bell: true, audience: 1 })
    await app.database.pool.query("update announcement set told_up_to = $1 where id = $2", [reader.id - 1, id])
    await tell(id)
    await tell(id)
    expect(await notices(reader)).toMatchObject([
      { kind: "announcement", content: "新功能", detail: "可以分享链接了", href: "/article/xin", actor: null, is_read: false },
    ])
    expect(await notices(member)).toHaveLength(1)
    // users below the mark were told by the run that was interrupted
    expect(await notices(root)).toHaveLength(0)
    const [row] = (await app.database.pool.query("select told_at from announcement where id = $1", [id])).rows as { told_at: Date | null }[]
    expect(row!.told_at).toEqual(now)
  })

  test.each([
    ["groups", () => ({ audience: AnnouncementAudience.groups, group_id: [groupId] }), [true, false, false]],
    ["vip", () => ({ audience: AnnouncementAudience.vip }), [false, true, false]],
    ["staff", () => ({ audience: AnnouncementAudience.staff }), [false, false, true]],
    ["users", () => ({ audience: AnnouncementAudience.users }), [true, true, true]],
  ] as const)("reaches the audience %s and nobody else", async (_name, more, expected) => {
    await tell((await add({ in_bell: true, ...more() })).id)
    const told = []
    for (const person of [reader, member, colleague]) told.push((await notices(person)).length > 0)
    expect(told).toEqual(expected)
  })

  test("says what the announcement says now; a deleted one keeps no text", async () => {
    const { id } = await add({ title: "错别字", in_bell: true })
    await tell(id)
    await app.call("PUT /announcement", { id, title: "改好了" }, root)
    expect(await notices(reader)).toMatchObject([{ content: "改好了" }])
    await app.call("DELETE /announcement", { id: [id] }, root)
    expect(await notices(reader)).toMatchObject([{ content: "一条已经撤下的公告", detail: "", href: "" }])
  })

  test("is not told before the start, after the end, while disabled, or to those who switched it off", async () => {
    const early = await add({ in_bell: true, start_time: at(1) })
    const late = await add({ in_bell: true, end_time: at(-1) })
    const off = await add({ in_bell: true, enable: false })
    for (const { id } of [early, late, off]) await tell(id)
    expect(await notices(reader)).toEqual([])
    await app.call("PUT /notification/preference", { preference: [{ kind: "announcement", site: false, mail: "off" }] }, member)
    await app.call("PUT /announcement", { id: off.id, enable: true }, root)
    await tell(off.id)
    expect([(await notices(reader)).length, (await notices(member)).length]).toEqual([1, 0])
    await app.call("PUT /notification/preference", { preference: [{ kind: "announcement", site: true, mail: "off" }] }, member)
  })

  test("the start is planned with the announcement, and pages are refreshed at start and end", async () => {
    const planned = vi.spyOn(app.queue, "send")
    await add({ in_bell: true, start_time: at(1), end_time: at(2) })
    await add({ in_bell: true })
    expect(planned.mock.calls.map(([, job, , options]) => [job.name, options?.startAfterSeconds])).toEqual([
      ["announcement-turn", 3_600],
      ["announcement-turn", 7_200],
      ["tell-announcement", 3_600],
      ["tell-announcement", 0],
    ])
    planned.mockRestore()
  })
})

describe("input", () => {
  test.each([
    ["an end before the start", { start_time: "2026-12-02T00:00:00Z", end_time: "2026-12-01T00:00:00Z" }, "结束时间应晚于开始时间"],
    ["groups without a group", { audience: 3 }, "请选择用户组"],
    ["neither bar nor bell", { in_banner: false, in_bell: false }, "请至少选择一种显示方式"],
    ["a script as link", { href: "javascript:alert(1)" }, "链接应以 / 或 http 开头"],
    ["an unknown audience", { audience: 9 }, "请选择谁能看到"],
    ["no title", { title: " " }, "请输入标题"],
  ])("%s is refused", async (_name, more, message) => {
    expect(await app.call("POST /announcement", { title: "公告", ...more }, root)).toMatchObject({ ok: false, status: 400, message })
  })

  test("a change is checked together with what is stored", async () => {
    const { id } = await add({ start_time: at(2) })
    expect(await app.call("PUT /announcement", { id, end_time: at(1) }, root)).toMatchObject({ ok: false, status: 400 })
    expect(await app.call("PUT /announcement", { id, in_banner: false }, root)).toMatchObject({ ok: false, status: 400 })
    expect(await app.call("PUT /announcement", { id, in_banner: false, in_bell: true }, root)).toMatchObject({ ok: true })
  })

  test("only staff with the permission write and list them", async () => {
    for (const as of [undefined, reader, colleague]) {
      expect((await app.call("POST /announcement", { title: "公告" }, as)).status).toBe(as ? 403 : 401)
      expect((await app.call("GET /announcement/list", {}, as)).status).toBe(as ? 403 : 401)
    }
  })
})
