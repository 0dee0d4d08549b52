import { readFile } from "node:fs/promises"
import { desc } from "drizzle-orm"
import { beforeAll, describe, expect, test } from "vitest"
import { conversionJobName } from "@/server/modules/library/document/conversion-order.rules"
import { textCheckJob } from "@/server/modules/library/document/text-check.jobs"
import { indexJob } from "@/server/modules/library/search/index.jobs"
import { auditTable } from "@/server/modules/operations/audit/audit.table"
import { sendMailJob } from "@/server/modules/people/verification/send-mail.jobs"
import type { ConversionEvent, ConverterPort } from "@/server/ports/converter/converter.port"
import { createFakeConverter } from "@/server/ports/converter/fake.converter"
import type { JobSpec } from "@/server/jobs/queue"
import { staffWith } from "../../setup/staff"
import { testApp, until, type TestApp, type TestUser } from "../../setup/test-app"

let app: TestApp
let admin: TestUser
let reader: TestUser
let person: TestUser
/** The effect of a run of `text-check` and `index-entry`; nothing = it succeeds. */
let fault: Error | null = null
const runs: string[] = []
const begun: string[] = []
const fake = createFakeConverter({ pages: 1 })
/** Notes the first character of each file. */
const converter: ConverterPort = {
  inspect: (file, ext) => fake.inspect(file, ext),
  capabilities: () => fake.capabilities(),
  titleCover: (input) => fake.titleCover(input),
  recropCover: (webp) => fake.recropCover(webp),
  thickenPage: (svg) => fake.thickenPage(svg),
  close: () => fake.close(),
  convert: async function* (input): AsyncGenerator<ConversionEvent> {
    begun.push((await readFile(input.file, "utf8")).slice(0, 1))
    yield* fake.convert(input)
  },
}
const query = (text: string, values: unknown[] = []) => app.database.pool.query(text, values)

beforeAll(async () => {
  app = await testApp({ converter })
  admin = await app.admin()
  reader = await staffWith(app, "JobAPI/ListJob", "JobAPI/ListFailedJob", "JobAPI/ListConversion")
  person = await app.person()
  const run = async (one: JobSpec, payloads: readonly object[]) => {
    runs.push(...payloads.map((payload) => `${one.name} ${JSON.stringify(payload)}`))
    if (fault) throw fault
  }
  await app.queue.work([textCheckJob, indexJob, sendMailJob] as unknown as JobSpec[], run, { CONVERT_CONCURRENCY: 1 })
})

const permanent = (message: string) => Object.assign(new Error(message), { permanent: true })
const kind = async (name: string) => {
  const reply = await app.call("GET /job/list", {}, admin)
  if (!reply.ok) throw new Error(reply.message)
  return reply.data.job.find((one) => one.name === name)!
}
const failed = async (name: string, as = admin) => {
  const reply = await app.call("GET /job/failed", { name }, as)
  if (!reply.ok) throw new Error(reply.message)
  return reply.data
}
const send = (one: JobSpec<never>, payload: object) => app.queue.send(app.database.db, one as JobSpec, payload)
/** Sends a job that fails for good, and returns it as staff see it. */
const failing = async (one: JobSpec<never>, payload: object, error: Error) => {
  const { total } = await failed(one.name)
  fault = error
  await send(one, payload)
  return until(async () => {
    const now = await failed(one.name)
    // the number and the rows are read beside each other
    return now.job.length > total && now.job[0]!
  })
}
const submit = async (title: string, content = title) => {
  const reply = await app.call(
    "POST /document",
    { document: [{ attachment_id: await app.file(person, `${title}.txt`, content), title }] },
    person,
  )
  if (!reply.ok) throw new Error(reply.message)
  return reply.data.document[0]!
}
const lastAudit = async () => (await app.database.db.select().from(auditTable).orderBy(desc(auditTable.id)).limit(1))[0]!

describe("the kinds of jobs", () => {
  test("every kind of this version has a title, with what waits, and since when", async () => {
    const reply = await app.call("GET /job/list", {}, reader)
    if (!reply.ok) throw new Error(reply.message)
    expect(reply.data.job.length).toBeGreaterThan(40)
    expect(reply.data.job.filter(({ name, title }) => name === title)).toEqual([])
    expect(reply.data.job.map(({ name }) => name)).toEqual(app.queue.kinds.map(({ name }) => name))
    await app.queue.send(app.database.db, { name: "refund" } as JobSpec, { refund_id: 1 })
    await app.queue.send(app.database.db, { name: "refund" } as JobSpec, { refund_id: 2 }, { key: "2", startAfterSeconds: 600 })
    await query(
      "update queue.job set created_on = now() - interval '1 hour', start_after = now() - interval '1 hour' where data->>'refund_id' = '1'",
    )
    const refund = await kind("refund")
    expect(refund).toMatchObject({ title: "退款", schedule: "", waiting: 2, later: 1, active: 0, failed: 0, paused_at: null })
    expect(Date.now() - Date.parse(refund.oldest_at!)).toBeGreaterThan(3_500_000)
    expect(await kind("close-orders")).toMatchObject({ schedule: "* * * * *" })
    await query("delete from queue.job where name = 'refund'")
  })

  test("each call is for staff with its permission", async () => {
    const inputs = {
      "GET /job/list": {},
      "GET /job/failed": { name: "refund" },
      "POST /job/retry": { name: "refund" },
      "DELETE /job": { name: "refund", id: ["00000000-0000-4000-8000-000000000000"] },
      "PUT /job/pause": { name: "refund", paused: true },
      "GET /job/conversion": {},
      "PUT /job/conversion": { id: 1 },
    } as const
    for (const [key, input] of Object.entries(inputs) as [keyof typeof inputs, object][]) {
      expect(await app.call(key, input), key).toMatchObject({ ok: false, status: 401 })
      expect(await app.call(key, input, person), key).toMatchObject({ ok: false, status: 403 })
      if (!key.startsWith("GET ")) expect(await app.call(key, input, reader), key).toMatchObject({ ok: false, status: 403 })
    }
    expect((await kind("refund")).paused_at).toBeNull()
  })

  test("only the root account stops what returns money, warns it or guards the site [security: vital-jobs]", async () => {
    const colleague = await staffWith(app, "JobAPI/PauseJob", "JobAPI/DeleteJob")
    const id = ["00000000-0000-4000-8000-000000000000"]
    const guards = ["scan-files", "text-check", "check-article-safety", "purge-cdn", "erase-accounts"]
    for (const name of ["refund", "security-notice", "send-mail", "check-alarms", "backup", ...guards]) {
      expect(await app.call("PUT /job/pause", { name, paused: true }, colleague), name).toMatchObject({ ok: false, status: 403 })
      expect(await app.call("DELETE /job", { name, id }, colleague), name).toMatchObject({ ok: false, status: 403 })
      expect(await kind(name)).toMatchObject({ paused_at: null, vital: true })
    }
    expect(await app.call("DELETE /job", { name: "refund", id }, admin)).toMatchObject({ ok: true })
    expect(await app.call("PUT /job/pause", { name: "build-sitemap", paused: true }, colleague)).toMatchObject({ ok: true })
    expect(await app.call("PUT /job/pause", { name: "build-sitemap", paused: false }, colleague)).toMatchObject({ ok: true })
  })

  test("refuses kinds and ids that do not exist", async () => {
    expect(await app.call("POST /job/retry", { name: "nothing" }, admin)).toMatchObject({ status: 400, message: "没有这种任务" })
    expect(await app.call("PUT /job/pause", { name: "nothing", paused: true }, admin)).toMatchObject({
      status: 400,
      message: "没有这种任务",
    })
    expect(await app.call("POST /job/retry", { name: "refund", id: ["1"] }, admin)).toMatchObject({ status: 400 })
    expect(await app.call("DELETE /job", { name: "refund" }, admin)).toMatchObject({ status: 400 })
    expect(await app.call("GET /job/failed", { name: "" }, admin)).toMatchObject({ status: 400 })
    expect(await failed("nothing")).toEqual({ total: 0, job: [] })
  })
})

describe("failed jobs", () => {
  test("say why, how often, when and for which document, and are retried one by one or all at once", async () => {
    const { id, uuid } = await submit("有毒的文档")
    const first = await failing(textCheckJob, { document_id: id }, permanent("the text is broken"))
    expect(first).toMatchObject({
      reason: "the text is broken",
      attempts: 1,
      subject: "文档",
      subject_id: String(id),
      subject_title: "有毒的文档",
      path: `/document/${uuid}`,
    })
    expect(Date.now() - Date.parse(first.failed_at!)).toBeLessThan(60_000)
    expect(await kind("text-check")).toMatchObject({ failed: 1, waiting: 0 })
    // it runs again, and fails again
    const before = runs.length
    expect(await app.call("POST /job/retry", { name: "text-check", id: [first.id] }, admin)).toMatchObject({ data: { count: 1 } })
    expect(await lastAudit()).toMatchObject({ call: "POST /job/retry", input: { name: "text-check", id: [first.id] } })
    await until(async () => (await failed("text-check")).job[0]?.attempts === 2)
    expect(runs.slice(before)).toEqual([`text-check {"document_id":${id}}`])
    await failing(textCheckJob, { document_id: id }, permanent("the text is broken"))
    expect((await failed("text-check")).total).toBe(2)
    // its cause is gone
    fault = null
    const tried = runs.length
    expect(await app.call("POST /job/retry", { name: "text-check" }, admin)).toMatchObject({ data: { count: 2 } })
    await until(async () => runs.length === tried + 2)
    await until(async () => (await query("select from queue.job where name = 'text-check' and state <> 'completed'")).rowCount === 0)
    expect(await failed("text-check")).toEqual({ total: 0, job: [] })
    expect(await app.call("POST /job/retry", { name: "text-check", id: [first.id] }, admin)).toMatchObject({ data: { count: 0 } })
  })

  test("are deleted only as far as they failed", async () => {
    const job = await failing(textCheckJob, { document_id: 1 }, permanent("broken"))
    await app.queue.send(app.database.db, { name: "refund" } as JobSpec, { refund_id: 1 })
    const { id: waiting } = (await query("select id from queue.job where name = 'refund'")).rows[0] as { id: string }
    expect(await app.call("DELETE /job", { name: "refund", id: [waiting] }, admin)).toMatchObject({ data: { count: 0 } })
    expect(await app.call("DELETE /job", { name: "refund", id: [job.id] }, admin)).toMatchObject({ data: { count: 0 } })
    expect(await app.call("DELETE /job", { name: "text-check", id: [job.id] }, admin)).toMatchObject({ data: { count: 1 } })
    expect(await lastAudit()).toMatchObject({ call: "DELETE /job", title: "删除失败的任务" })
    expect((await failed("text-check")).total).toBe(0)
    expect((await kind("refund")).waiting).toBe(1)
    await query("delete from queue.job where name = 'refund'")
  })

  test("show nothing of a payload or an error that identifies a person or lets somebody in [security: 16.2.5]", async () => {
    const secrets = ["zhang.san@example.com", "13800138000", "T0KENtokenTOKENtoken123456", "hook/path", "246810"]
    const error = permanent(
      "550 <zhang.san@example.com> refused, 13800138000, https://user:T0KENtokenTOKENtoken123456@hook.example.com/hook/path?token=T0KENtokenTOKENtoken123456 T0KENtokenTOKENtoken123456",
    )
    const mail = await failing(sendMailJob, { code_id: 7, to: secrets[0], code: "246810", body: "验证码 246810" }, error)
    expect(mail).toMatchObject({ subject: "发送记录", subject_id: "7", subject_title: "", path: "" })
    expect(mail.reason).toContain("550")
    expect(mail.reason).toContain("https://hook.example.com")
    for (const secret of secrets) expect(JSON.stringify(mail), secret).not.toContain(secret)
    // a field of the list with a value that is no number
    const odd = await failing(sendMailJob, { code_id: "zhang.san@example.com" }, permanent("odd"))
    expect(odd).toMatchObject({ subject: "", subject_id: "" })
  })

  test("name the document of an announced change, and the causes of an error", async () => {
    fault = null
    const { id, uuid } = await submit("改过的文档")
    // what the upload itself has announced
    await until(
      async () =>
        (await query("select from queue.job where name = 'index-entry' and state in ('created', 'retry', 'active')")).rowCount === 0,
    )
    const error = Object.assign(new Error("could not index", { cause: new Error("connect ECONNREFUSED 127.0.0.1:9200") }), {
      permanent: true,
    })
    const job = await failing(indexJob, { what: "document", id: uuid }, error)
    expect(job).toMatchObject({ subject: "文档", subject_id: String(id), subject_title: "改过的文档", path: `/document/${uuid}` })
    expect(job.reason).toBe("could not index：connect ECONNREFUSED 127.0.0.1:9200")
    await query(`update queue.job set output = '{"value":{"message":"job heartbeat timeout"}}' where id = $1`, [job.id])
    expect((await failed("index-entry")).job[0]!.reason).toBe("运行它的进程没有回应")
  })
})

describe("conversions", () => {
  const pause = (paused: boolean) => app.call("PUT /job/pause", { name: conversionJobName, paused }, admin)
  const queue = async () => {
    const reply = await app.call("GET /job/conversion", {}, reader)
    if (!reply.ok) throw new Error(reply.message)
    return reply.data
  }
  const statusOf = async (id: number) =>
    ((await query("select status from document where id = $1", [id])).rows[0] as { status: number }).status

  test("wait in their order while they are paused, one moves to the front, and all are converted after the pause", async () => {
    await query("update document set deleted_at = now()")
    expect(await pause(true)).toMatchObject({ ok: true })
    expect(await lastAudit()).toMatchObject({ call: "PUT /job/pause", input: { name: conversionJobName, paused: true } })
    expect((await kind(conversionJobName)).paused_at).not.toBeNull()
    await app.startWorkers(1)
    const small = await submit("小")
    const large = await submit("大", "大".repeat(700_000))
    const last = await submit("最后")
    expect(await queue()).toMatchObject({
      total: 3,
      document: [
        { title: "小", position: 1, state: "waiting", ext: ".txt", first: false, redrawn: false },
        { title: "最后", position: 2 },
        { title: "大", position: 3, size: 2_100_000 },
      ],
    })
    expect(await app.call("PUT /job/conversion", { id: large.id }, admin)).toMatchObject({ ok: true })
    expect((await queue()).document.map(({ title }) => title)).toEqual(["大", "小", "最后"])
    expect((await queue()).document[0]).toMatchObject({ position: 1, first: true })
    // whatever wakes the workers meanwhile
    await app.conversions.look()
    await new Promise((resolve) => setTimeout(resolve, 4_000))
    expect(begun).toEqual([])
    expect(await statusOf(small.id)).toBe(0)
    expect(await pause(false)).toMatchObject({ ok: true })
    await until(async () => (await statusOf(last.id)) === 2 && (await statusOf(small.id)) === 2 && (await statusOf(large.id)) === 2, 30_000)
    expect(begun).toEqual(["大", "小", "最"])
    expect(await queue()).toEqual({ total: 0, document: [] })
    expect(await app.call("PUT /job/conversion", { id: small.id }, admin)).toMatchObject({ ok: false, status: 409 })
    expect((await query("select from document where convert_first")).rowCount).toBe(0)
  })
})
