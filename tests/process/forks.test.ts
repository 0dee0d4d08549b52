import { readFileSync } from "node:fs"
import { join } from "node:path"
import { beforeAll, describe, expect, test } from "vitest"
import {
  attachmentOf,
  call,
  converted,
  login,
  register,
  send,
  submit,
  until,
  upload,
  type ClientUser,
  type Submitted,
} from "./support/client"
import { query } from "./support/database"
import { ownServer } from "./support/own-server"
import { databaseProcesses, processesAbout } from "./support/processes"
import { patience } from "../setup/patience"

/* A site with two web processes. They are killed once and stopped once: each topic checks what it lost. */

const { start, server, webProcesses, build, data } = ownServer({ SAMPLES: "false", WEB_CONCURRENCY: "2" })
let person: ClientUser
let document: Submitted

beforeAll(async () => {
  person = await register(server().url, "forked")
  document = await submit(server().url, person, attachmentOf(await upload(server().url, person, "热门.txt", "很多人来看的正文")), "热门")
  await converted(server().url, document.uuid, person)
})

test("a file uploaded to one web process is converted by the primary process and visible in both; so is its deletion at once", async () => {
  expect(webProcesses()).toHaveLength(2)
  const made = await submit(
    server().url,
    person,
    attachmentOf(await upload(server().url, person, "分工.txt", "分工合作的正文")),
    "分工合作",
  )
  await converted(server().url, made.uuid, person)
  for (let n = 0; n < 8; n++) expect((await send(`${server().url}/document/${made.uuid}`)).status).toBe(200)
  expect((await call(server().url, `DELETE /document?id=${made.id}`, {}, person)).status).toBe(200)
  await until(
    "both processes know",
    async () =>
      (await Promise.all(Array.from({ length: 8 }, () => send(`${server().url}/document/${made.uuid}`)))).every(
        ({ status }) => status === 410,
      ),
    2_000,
  )
})

test("a permission that a group is given, and loses, applies in both processes within ten seconds [security: 8.3.1]", async () => {
  const admin = await login(server().url, "admin", data().admin.password)
  const { json: group } = await call(server().url, "POST /group", { title: "分工" }, admin)
  const { json: listed } = await call(server().url, "GET /permission/list?size=1000", {}, admin)
  const right = (listed.permission as { id: number; path: string }[]).find(({ path }) => path === "/api.v1.SmsAPI/ListSms")!
  const grant = async (permission_id: number[]) =>
    expect((await call(server().url, "PUT /group/permission", { group_id: group.id, permission_id }, admin)).status).toBe(200)
  /** Returns the responses of several connections, which are spread over the processes. */
  const answers = () => Promise.all(Array.from({ length: 8 }, async () => (await call(server().url, "GET /sms/list", {}, person)).status))
  const everywhere = (status: number) => until(`${status} everywhere`, async () => (await answers()).every((one) => one === status), 10_000)
  expect((await call(server().url, "PUT /user", { id: person.id, group_id: [group.id] }, admin)).status).toBe(200)
  await everywhere(403)
  await grant([right.id])
  await everywhere(200)
  await grant([])
  await everywhere(403)
})

test("/metrics of any web process counts all processes, and names the jobs of the primary one", async () => {
  const token = readFileSync(join(data().path, "metrics-token"), "utf8")
  const read = async () => (await send(`${server().url}/metrics`, { headers: { authorization: `Bearer ${token}` } })).body.toString("utf8")
  await until(
    "numbers of all processes",
    async () => {
      const text = await read()
      return /^processes\{mode="web"\} 2$/m.test(text) && /^processes\{mode="all"\} 1$/m.test(text) && /^jobs_total\{/m.test(text)
    },
    40_000,
  )
  const text = await read()
  for (const name of [
    "queue_jobs",
    "queue_oldest_seconds",
    "disk_free_bytes",
    "conversion_seconds_count",
    "database_connections",
    "payments_waiting",
  ])
    expect(text).toMatch(new RegExp(`^${name}[ {]`, "m"))
})

const [visitors, times] = [60, 4]
const addressOf = (n: number) => `198.18.${Math.floor(n / 250)}.${(n % 250) + 1}`
const view = (n: number) =>
  call(server().url, "POST /document/view", { uuid: document.uuid }, null, { "x-forwarded-for": addressOf(n), "user-agent": "views" })
/** Sends new visitors one after the other, so that each process gets some: once theirs are written, all earlier views are too. */
const followUp = async (from: number, count = 8) => {
  for (let n = 0; n < count; n++) await view(from + n)
  return count
}
/** The recorded visits, and the views: those of the row, and those that a job adds to it within a minute. */
const written = async () => {
  const ask = async <T extends object>(text: string) => (await query<T>(data().path, text))[0]!
  // the first written visit creates the schema
  if (!(await ask<{ exists: boolean }>("select to_regclass('visits.counted') is not null as exists")).exists) return { visits: 0, views: 0 }
  return ask<{ visits: number; views: number }>(
    `select (select count(*)::int from visits.counted where kind = 0 and content_id = ${document.id}) as visits,
       (select view_count from document where id = ${document.id})
         + (select coalesce(sum(times), 0)::int from view_tally where kind = 0 and content_id = ${document.id}) as views`,
  )
}

/**
 * Sends every visitor several times, all at once, and waits for the responses, so that no view is still in transit. An hour may end
 * meanwhile.
 */
const crowd = async (from: number) => {
  const hours = new Set([new Date().getUTCHours()])
  const requests = Array.from({ length: visitors * times }, (_, n) => view(from + (n % visitors)))
  for (const { status } of await Promise.all(requests)) expect(status).toBe(200)
  hours.add(new Date().getUTCHours())
  return hours.size === 1
}

test("repeated visits to two processes are counted once an hour", async () => {
  expect(webProcesses()).toHaveLength(2)
  const oneHour = await crowd(0)
  await until("written within seconds", async () => (await written()).views >= visitors, 10_000)
  const all = visitors + (await followUp(500))
  await until("written by both processes", async () => (await written()).visits >= all, 10_000)
  const { visits, views } = await written()
  expect(views).toBe(visits)
  if (oneHour) expect(views).toBe(all)
})

describe("when the primary process is killed", () => {
  let before = 0
  beforeAll(async () => {
    before = (await written()).views
    await crowd(1_000)
    await until("written", async () => (await written()).views >= before + visitors, 10_000)
    // these come right before the kill: they are the batch that may be lost
    await Promise.all(Array.from({ length: 20 }, (_, n) => view(2_000 + n)))
  })

  test("all other processes end, and the next start works", async () => {
    const left = webProcesses().map(({ pid }) => pid)
    await server().kill()
    await until("the others have ended", async () => processesAbout(build().root).every(({ pid }) => !left.includes(pid)), 10_000)
    await start(45_000)
    expect((await call(server().url, "GET /user", {}, person)).status).toBe(200)
  })

  test("at most the views of the last seconds are lost, and none is counted twice", async () => {
    const { visits, views } = await written()
    expect(views).toBe(visits)
    expect(views).toBeGreaterThanOrEqual(before + visitors)
    expect(views).toBeLessThanOrEqual(before + visitors + 20)
    // lost visitors are counted at their next visit, the others are not counted again
    await Promise.all(Array.from({ length: 20 }, (_, n) => view(2_000 + n)))
    await until("counted", async () => (await written()).views >= before + visitors + 20, 10_000)
  })
})

test("a killed web process is replaced while the other one keeps serving", async () => {
  const [victim] = webProcesses()
  process.kill(victim!.pid, "SIGKILL")
  await until("two again", async () => webProcesses().length === 2 && webProcesses().every(({ pid }) => pid !== victim!.pid))
  await until("served", async () => (await send(`${server().url}/readyz`).catch(() => null))?.status === 200)
})

test("SIGTERM writes pending views and stops all processes in time with exit code 0", async () => {
  const before = (await written()).views
  // the replaced process may still be starting; a repeated view counts once
  await until("all views accepted", async () =>
    (await Promise.all(Array.from({ length: 30 }, (_, n) => view(3_000 + n)))).every(({ status }) => status === 200),
  )
  const { code, ms } = await server().stop()
  expect(code).toBe(0)
  expect(ms).toBeLessThan(15_000 * patience)
  expect(databaseProcesses(data().path)).toEqual([])
  expect(processesAbout(build().root)).toEqual([])
  // one process is enough to read what the two have written
  await start(45_000, { WEB_CONCURRENCY: "1" })
  expect((await written()).views).toBe(before + 30)
})
