import { beforeAll, expect, test } from "vitest"
import { attachmentOf, call, converted, documentOf, register, submit, until, upload, type ClientUser } from "./support/client"
import { query } from "./support/database"
import { ownServer } from "./support/own-server"

const { start, server, webProcesses, data } = ownServer({ SAMPLES: "false", WEB_CONCURRENCY: "2" })
let owner: ClientUser
let document: { id: number; uuid: string }
const [visitors, times] = [150, 6]

beforeAll(async () => {
  owner = await register(server().url, "viewed")
  document = await submit(server().url, owner, attachmentOf(await upload(server().url, owner, "热门.txt", "很多人来看的正文")), "热门")
  await converted(server().url, document.uuid, owner)
})

const addressOf = (n: number) => `198.18.${Math.floor(n / 250)}.${(n % 250) + 1}`
const view = (n: number) =>
  call(server().url, "POST /document/view", { uuid: document.uuid }, null, { "x-forwarded-for": addressOf(n), "user-agent": "views" })
const viewCount = async () => Number((await documentOf(server().url, document.uuid, owner)).view_count ?? 0)
/** Sends new visitors one after the other, so that each process gets some: once theirs are written, all earlier views are too. */
const followUp = async (from: number, count = 8) => {
  for (let n = 0; n < count; n++) await view(from + n)
  return count
}
const written = async () =>
  (
    await query<{ visits: number; views: number }>(
      data().path,
      `select (select count(*)::int from document_visit where document_id = ${document.id}) as visits, (select view_count from document where id = ${document.id}) as views`,
    )
  )[0]!

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
  await until("written within seconds", async () => (await viewCount()) >= visitors, 10_000)
  const all = visitors + (await followUp(500))
  await until("written by both processes", async () => (await written()).visits >= all, 10_000)
  const { visits, views } = await written()
  expect(views).toBe(visits)
  if (oneHour) expect(views).toBe(all)
})

test("a kill loses at most the views of the last seconds, and counts none twice", async () => {
  const before = (await written()).views
  await crowd(1_000)
  await until("written", async () => (await written()).views >= before + visitors, 10_000)
  // these come right before the kill: they are the batch that may be lost
  await Promise.all(Array.from({ length: 20 }, (_, n) => view(2_000 + n)))
  await server().kill()
  await start(45_000)
  const { visits, views } = await written()
  expect(views).toBe(visits)
  expect(views).toBeGreaterThanOrEqual(before + visitors)
  expect(views).toBeLessThanOrEqual(before + visitors + 20)
  // lost visitors are counted at their next visit, the others are not counted again
  await Promise.all(Array.from({ length: 20 }, (_, n) => view(2_000 + n)))
  await until("counted", async () => (await written()).views >= before + visitors + 20, 10_000)
})

test("SIGTERM writes pending views", async () => {
  const before = (await written()).views
  await Promise.all(Array.from({ length: 30 }, (_, n) => view(3_000 + n)))
  expect((await server().stop()).code).toBe(0)
  await start(45_000)
  expect((await written()).views).toBe(before + 30)
})
