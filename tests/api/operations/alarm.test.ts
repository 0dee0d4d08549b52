import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { SecurityEventType } from "@/lib/contract/people/security-event.enums"
import { createCtx, type Ctx } from "@/server/context"
import { readEnv } from "@/server/env"
import { alarmKinds, type AlarmKind } from "@/server/modules/operations/alarm/alarm-kinds.usecases"
import { checkAlarms } from "@/server/modules/operations/alarm/check.usecases"
import { sendMessage } from "@/server/modules/operations/alarm/delivery.usecases"
import { noteMissingFiles } from "@/server/modules/site/settings/missing-files.usecases"
import { saveSettings } from "@/server/modules/site/settings/settings.usecases"
import { createPayments } from "@/server/ports/payment/create-payments"
import { guardedRobots } from "@/server/ports/robot/guarded.robot"
import { robotSecrets, robotsStandIn } from "@/server/ports/robot/testing/robots.stand-in"
import type { IndexTrouble } from "@/server/ports/search/search.port"
import { createGuardedFetch } from "@/server/ports/web/guarded-fetch"
import { staffWith } from "../../setup/staff"
import { testApp, type TestApp, type TestUser } from "../../setup/test-app"

let app: TestApp
let admin: TestUser
let ctx: Ctx
let robots: Awaited<ReturnType<typeof robotsStandIn>>
let now = new Date("2026-11-24T01:00:00Z")
let free = 500 * 1024 ** 3
let certificate: Date | null = null
const goOn = new AbortController().signal
const later = (minutes: number) => void (now = new Date(now.getTime() + minutes * 60_000))
const query = (text: string, values: unknown[] = []) => app.database.pool.query(text, values)

beforeAll(async () => {
  robots = await robotsStandIn(() => now)
  app = await testApp({
    now: () => now,
    freeSpace: async () => free,
    backups: { program: "", variables: { ...readEnv({}), ARCHIVE_TO: "/archive" } },
    payments: {
      ...createPayments(),
      platformCertificate: async () => certificate && { cert: "", serial_no: "1", expires_at: certificate },
    },
  })
  app.robots = guardedRobots({ fetch: createGuardedFetch(["127.0.0.1"]), now: () => now, timeoutMs: 500 }) as TestApp["robots"]
  admin = await app.admin()
  ctx = createCtx(app)
  await saveSettings(ctx, "system", { domain: "https://wenku.example.org" })
  await query(`update "user" set email = 'root@example.org', email_verified = true where id = 1`)
  await saveSettings(ctx, "email", { enable: true, host: "smtp.example.org", username: "noreply@example.org", password: "p" })
})
afterAll(() => robots.close())
const everyChannel = () =>
  saveSettings(ctx, "alarm", {
    mail: true,
    wecom_robot: robots.urls.wecom,
    dingtalk_robot: robots.urls.dingtalk,
    dingtalk_secret: robotSecrets.dingtalk,
    feishu_robot: robots.urls.feishu,
    feishu_secret: robotSecrets.feishu,
  })
beforeEach(async () => {
  await query("delete from alarm; delete from alarm_message; delete from webhook; delete from webhook_delivery")
  await everyChannel()
  robots.accepted.length = 0
  app.mail.sent.length = 0
  fault = ""
})

/** An alarm whose state the test sets. */
let fault = ""
const kind: AlarmKind = { name: "disk-low", title: "磁盘快满了", everyMinutes: 1, check: async () => fault }
const messages = async () =>
  (await query("select id, kind, recovery, text, delivered, error from alarm_message order by id")).rows as {
    id: number
    kind: string
    recovery: boolean
    text: string
    delivered: string[]
    error: string
  }[]
const jobs = async () =>
  (await query("select data from queue.job where name = 'send-alarm' and state < 'active' order by created_on")).rows.map(
    ({ data }) => data as { message_id: number; channel: "mail" | "wecom" | "dingtalk" | "feishu" },
  )
/** Sends what waits, as the workers do. */
const sendAll = async () => {
  const waiting = await jobs()
  await query("delete from queue.job where name = 'send-alarm'")
  for (const one of waiting) await sendMessage(ctx, one, goOn)
}
const list = async () => {
  const reply = await app.call("GET /alarm/list", {}, admin)
  if (!reply.ok) throw new Error(reply.message)
  return reply.data
}

describe("an alarm", () => {
  test("reaches every channel once, is repeated after an hour, and its end is said", async () => {
    fault = "只剩 1.0 GB"
    await checkAlarms(ctx, [kind])
    await sendAll()
    expect(robots.accepted.map(({ robot }) => robot).sort()).toEqual(["dingtalk", "feishu", "wecom"])
    expect(robots.accepted[0]!.text).toMatch(
      /告警：磁盘快满了\n只剩 1\.0 GB\n开始于 2026-11-24 09:00\nhttps:\/\/wenku\.example\.org\/admin\/dashboard\?tab=alarm$/,
    )
    expect(app.mail.sent).toMatchObject([{ to: "root@example.org", subject: expect.stringContaining("告警：磁盘快满了") }])
    for (let step = 0; step < 3; step++) {
      later(10)
      await checkAlarms(ctx, [kind])
    }
    expect(await messages()).toHaveLength(1)
    later(31)
    await checkAlarms(ctx, [kind])
    expect(await messages()).toHaveLength(2)
    later(5)
    fault = ""
    await checkAlarms(ctx, [kind])
    await sendAll()
    expect((await messages()).map(({ recovery }) => recovery)).toEqual([false, false, true])
    // the repetition was over before it was sent
    expect((await messages()).map(({ delivered }) => delivered.length)).toEqual([4, 0, 4])
    expect(robots.accepted.at(-1)!.text).toContain("已恢复：磁盘快满了")
    expect((await list()).alarm.find((one) => one.kind === "disk-low")).toMatchObject({ active: false, since: "2026-11-24T01:00:00.000Z" })
  })

  test("is said by one of several processes, and not again by one that starts", async () => {
    fault = "坏了"
    await Promise.all(Array.from({ length: 5 }, () => checkAlarms(createCtx(app), [kind])))
    expect(await messages()).toHaveLength(1)
    expect(await jobs()).toHaveLength(4)
    later(2)
    await checkAlarms(createCtx(app), [kind])
    expect(await messages()).toHaveLength(1)
    await sendAll()
  })

  test("is tried again by a channel that refused it with status 200, and not by the others", async () => {
    fault = "坏了"
    await checkAlarms(ctx, [kind])
    const waiting = await jobs()
    await query("delete from queue.job where name = 'send-alarm'")
    robots.interfere({ body: '{"errcode":130101,"errmsg":"send too fast"}' })
    const one = waiting.find(({ channel }) => channel === "dingtalk")!
    await expect(sendMessage(ctx, one, goOn)).rejects.toThrow("对方没有接受（130101）")
    expect(await messages()).toMatchObject([{ delivered: [], error: "钉钉：对方没有接受（130101）" }])
    expect((await list()).alarm[0]).toMatchObject({ kind: "disk-low", active: true, error: "钉钉：对方没有接受（130101）" })
    await sendMessage(ctx, one, goOn)
    await sendMessage(ctx, one, goOn)
    expect(robots.accepted).toHaveLength(1)
    expect(await messages()).toMatchObject([{ delivered: ["dingtalk"], error: "" }])
  })

  test("is an event for webhooks, with the same text", async () => {
    await query(
      `insert into webhook (title, url, events, enable) values ('监控', 'https://hooks.example.org/', '{alarm.raised,alarm.recovered}', true)`,
    )
    fault = "坏了"
    await checkAlarms(ctx, [kind])
    later(1)
    fault = ""
    await checkAlarms(ctx, [kind])
    const { rows } = await query("select event, body from webhook_delivery order by id")
    expect(rows.map((row: { event: string; body: string }) => [row.event, (JSON.parse(row.body) as { data: object }).data])).toEqual(
      ["alarm.raised", "alarm.recovered"].map((event) => [
        event,
        { id: "disk-low", text: "坏了", url: "https://wenku.example.org/admin/dashboard?tab=alarm" },
      ]),
    )
  })

  test("whose check fails or cannot tell keeps its state, and the others are checked", async () => {
    fault = "坏了"
    await checkAlarms(ctx, [kind])
    later(2)
    const broken = { ...kind, check: () => Promise.reject(new Error("no")) }
    const silent = { ...kind, check: async () => null }
    const other = { ...kind, name: "other", check: async () => "也坏了" }
    await checkAlarms(ctx, [broken, silent, other])
    expect((await query("select kind, active from alarm order by kind")).rows).toEqual([
      { kind: "disk-low", active: true },
      { kind: "other", active: true },
    ])
  })
})

describe("every kind notices its fault and its end", () => {
  let trouble: IndexTrouble | null = null
  beforeAll(() => {
    app.search.condition = async () => ({ complete: true, obsolete: false, trouble })
  })
  const backup = (ok: boolean, kindOf: string, daysAgo: number) =>
    query("insert into backup_run (kind, ok, ended_at) values ($1, $2, $3)", [kindOf, ok, new Date(now.getTime() - daysAgo * 86_400_000)])
  const faults: Record<string, { begin: () => unknown; end: () => unknown; text: string }> = {
    "conversions-stopped": {
      begin: () =>
        query(
          `insert into document (uuid, title, user_id, attachment_id, sha256, status, updated_at) values ('stuck', '秘密标题', 1, 1, repeat('0', 64), 0, $1)`,
          [new Date(now.getTime() - 3_600_000)],
        ),
      end: () => query("delete from document where uuid = 'stuck'"),
      text: "1 份文档在等转换，最早的一份已经 60 分钟没有动",
    },
    "disk-low": { begin: () => (free = 1024 ** 2), end: () => (free = 500 * 1024 ** 3), text: "只剩 0.0 GB" },
    "backup-old": {
      begin: async () => {
        await backup(true, "backup", 20)
        await backup(true, "verify", 15)
      },
      end: () => backup(true, "verify", 0),
      text: "最近一次证明能恢复是 15 天前",
    },
    archive: {
      begin: () => query("insert into backup_run (kind, error, ended_at) values ('archive', '等待归档的日志有 1024 MB', now())"),
      end: () => query("insert into backup_run (kind, ok, ended_at) values ('archive', true, now())"),
      text: "等待归档的日志有 1024 MB",
    },
    "ledger-fault": {
      begin: () => query(`insert into ledger_account (name, balance) values ('escrow', 5)`),
      end: () => query(`delete from ledger_account where name = 'escrow'`),
      text: "有 1 处对不上",
    },
    "order-not-credited": {
      begin: () =>
        query(`insert into "order" (order_no, user_id, order_type, status, quantity, paid_at) values ('20261124', 1, 3, 2, 100, $1)`, [
          now,
        ]),
      end: () => query(`delete from "order" where order_no = '20261124'`),
      text: "1 个订单已支付，账本里却没有",
    },
    "wechat-certificate": {
      begin: async () => {
        await saveSettings(ctx, "wechatpay", { enable: true, mch_id: "1", serial_no: "2", private_key: "3", api_v3_key: "4" })
        certificate = new Date(now.getTime() + 9.5 * 86_400_000)
      },
      end: () => (certificate = new Date(now.getTime() + 200 * 86_400_000)),
      text: "微信支付平台证书还有 9 天到期",
    },
    "failed-logins": {
      begin: () =>
        query("insert into security_event (user_id, type, ip, created_at) select 1, $1, '203.0.113.9', $2 from generate_series(1, 120)", [
          SecurityEventType.loginFailed,
          now,
        ]),
      end: () => query("delete from security_event"),
      text: "10 分钟内有 120 次登录没有成功",
    },
    "search-engine": { begin: () => (trouble = "read_only"), end: () => (trouble = null), text: "索引被锁成只读" },
    "files-missing": {
      begin: () => noteMissingFiles(ctx, ["文件《秘密标题》"]),
      end: () => noteMissingFiles(ctx, []),
      text: "1 个文件有记录却不在",
    },
    "cdn-purge": {
      begin: async () => {
        await saveSettings(ctx, "ssr", { cdn_provider: "cloudflare", cdn_zone: "0".repeat(32), cdn_token: "t" })
        await query("insert into cdn_purge (target, due_at, created_at) values ('secret', $1, $1)", [
          new Date(now.getTime() - 25 * 3_600_000),
        ])
      },
      end: () => query("delete from cdn_purge"),
      text: "1 份已经不公开的内容",
    },
    "content-safety": {
      begin: async () => {
        await saveSettings(ctx, "security", { safety_provider: "aliyun", safety_key_id: "k", safety_key_secret: "s" })
        await query(
          "insert into safety_check (kind, object_id, provider, level, error, checked_at) values (3, 1, 'aliyun', 0, '没有及时答复', $1)",
          [new Date(now.getTime() - 3_600_000)],
        )
      },
      end: () => query("delete from safety_check"),
      text: "1 份内容没有经过内容安全检查",
    },
  }
  test.each(Object.entries(faults))("%s", async (name, { begin, end, text }) => {
    const one = alarmKinds.filter((each) => each.name === name)
    const state = async () =>
      (await query("select active, text from alarm where kind = $1", [name])).rows[0] as { active: boolean; text: string }
    await checkAlarms(ctx, one)
    expect((await state()).active).toBe(false)
    later(1_000)
    await begin()
    await checkAlarms(ctx, one)
    expect(await state()).toMatchObject({ active: true, text: expect.stringContaining(text) })
    // it leaves the site
    expect((await state()).text).not.toMatch(/秘密标题|203\.0\.113|root@|admin@/)
    later(1_000)
    await end()
    await checkAlarms(ctx, one)
    expect((await state()).active).toBe(false)
  })
  const textOf = async (name: string) => {
    later(1_000)
    await checkAlarms(
      ctx,
      alarmKinds.filter((each) => each.name === name),
    )
    return (await query("select text from alarm where kind = $1 and active", [name])).rows.map(({ text }) => text)
  }
  test("a long queue is no fault while something is converted, or was a moment ago", async () => {
    const { begin, end } = faults["conversions-stopped"]!
    await begin()
    const lease = (until: Date | null) => query("update document set lease_until = $1 where uuid = 'stuck'", [until])
    await lease(new Date(now.getTime() + 1_001 * 60_000))
    expect(await textOf("conversions-stopped")).toEqual([])
    await lease(null)
    await query("insert into conversion (sha256, version, created_at) values (repeat('1', 64), 1, $1)", [
      new Date(now.getTime() + 999 * 60_000),
    ])
    expect(await textOf("conversions-stopped")).toEqual([])
    await query("delete from conversion where sha256 = repeat('1', 64)")
    expect(await textOf("conversions-stopped")).toHaveLength(1)
    // whoever paused them knows
    await query("insert into paused_job (name) values ('convert-document')")
    expect(await textOf("conversions-stopped")).toEqual([])
    await query("delete from paused_job")
    await end()
    expect(await textOf("conversions-stopped")).toEqual([])
  })
  test("orders of an imported site moved their credits there", async () => {
    const { begin, end } = faults["order-not-credited"]!
    await begin()
    await query(
      `insert into import_row (source, id, digest, target_id) select 'order', 7, repeat('0', 32), id from "order" where order_no = '20261124'`,
    )
    expect(await textOf("order-not-credited")).toEqual([])
    await query("delete from import_row")
    expect(await textOf("order-not-credited")).toHaveLength(1)
    await end()
    expect(await textOf("order-not-credited")).toEqual([])
  })
  test("only the doctor's faults depend on the machine, so every other kind is listed above", () => {
    expect(alarmKinds.map(({ name }) => name).filter((name) => !(name in faults))).toEqual(["doctor"])
  })
  test("a payment that fits no order raises an alarm too, a notice with a wrong signature does not", async () => {
    const one = alarmKinds.filter(({ name }) => name === "order-not-credited")
    const event = (detail: string) =>
      query("insert into security_event (user_id, type, detail, created_at) values (0, $1, $2, $3)", [
        SecurityEventType.paymentNoticeRefused,
        detail,
        now,
      ])
    await event("alipay：signature")
    await checkAlarms(ctx, one)
    expect((await list()).alarm.filter(({ active }) => active)).toEqual([])
    await event("alipay：金额不对")
    later(6)
    await checkAlarms(ctx, one)
    expect((await list()).alarm[0]).toMatchObject({ kind: "order-not-credited", active: true, text: "6 小时内有 1 笔付款对不上订单" })
  })
})

describe("the screen", () => {
  test("lists every kind, the active ones first, and which channels are ready", async () => {
    fault = "坏了"
    await checkAlarms(ctx, [{ ...kind, name: "ledger-fault" }])
    await saveSettings(ctx, "alarm", { feishu_robot: "" })
    const { alarm, channel } = await list()
    expect(alarm).toHaveLength(alarmKinds.length)
    expect(alarm[0]).toMatchObject({ kind: "ledger-fault", active: true, text: "坏了", sent_at: expect.any(String) })
    expect(channel.map(({ name, ready }) => [name, ready])).toEqual([
      ["mail", true],
      ["wecom", true],
      ["dingtalk", true],
      ["feishu", false],
    ])
  })
  test.each(["mail", "wecom", "dingtalk", "feishu"] as const)("发送测试 reaches %s at once", async (channel) => {
    expect(await app.call("POST /alarm/test", { channel }, admin)).toMatchObject({ ok: true })
    expect(robots.accepted.length + app.mail.sent.length).toBe(1)
  })
  test("发送测试 says why a message did not arrive, without key, secret or address of a person", async () => {
    await saveSettings(ctx, "alarm", { dingtalk_secret: "SECwrong-secret", wecom_robot: "" })
    expect(await app.call("POST /alarm/test", { channel: "dingtalk" }, admin)).toMatchObject({
      status: 400,
      message: "没有送达：对方没有接受（310000）",
    })
    expect(await app.call("POST /alarm/test", { channel: "wecom" }, admin)).toMatchObject({
      status: 400,
      message: "没有送达：还没有填写机器人的地址",
    })
    await saveSettings(ctx, "email", { enable: false })
    expect(await app.call("POST /alarm/test", { channel: "mail" }, admin)).toMatchObject({
      status: 400,
      message: "没有送达：还没有启用邮件服务",
    })
    await saveSettings(ctx, "email", { enable: true })
  })
  test("addresses of robots and their secrets never leave the server", async () => {
    const reply = await app.call("GET /config/list", { category: ["alarm"] }, admin)
    if (!reply.ok) throw new Error(reply.message)
    const text = JSON.stringify(reply.data)
    expect(text).toContain("wecom_robot")
    for (const secret of [robots.urls.wecom, robots.urls.feishu, robotSecrets.dingtalk]) expect(text).not.toContain(secret)
  })
  test("staff see the alarms with their permission, and send tests with another one", async () => {
    const viewer = await staffWith(app, "AlarmAPI/ListAlarm")
    expect(await app.call("GET /alarm/list", {}, viewer)).toMatchObject({ ok: true })
    expect(await app.call("POST /alarm/test", { channel: "mail" }, viewer)).toMatchObject({ status: 403 })
    expect(await app.call("GET /alarm/list", {}, await app.person())).toMatchObject({ status: 403 })
    expect(await app.call("GET /alarm/list")).toMatchObject({ status: 401 })
    expect(await app.call("POST /alarm/test", { channel: "qq" }, admin)).toMatchObject({ status: 400 })
  })
})
