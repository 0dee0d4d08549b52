import { beforeAll, expect, test } from "vitest"
import type { ConversionEvent, ConverterPort } from "@/server/ports/converter/converter.port"
import { createFakeConverter } from "@/server/ports/converter/fake.converter"
import { testApp, until, type TestUser, type TestApp } from "../../setup/test-app"

/*
 * Two documents with the same content, converted by two workers at once: the faster run makes both readable, the slower one changes nothing
 * afterwards.
 */

const fake = createFakeConverter({ pages: 4 })
let runs = 0
let goOn = () => undefined as void
const released = new Promise<void>((done) => (goOn = done))
let begun = () => undefined as void
const bothBegun = new Promise<void>((done) => (begun = done))
const uneven: ConverterPort = {
  inspect: (file, ext) => fake.inspect(file, ext),
  capabilities: () => fake.capabilities(),
  titleCover: (input) => fake.titleCover(input),
  recropCover: (webp) => fake.recropCover(webp),
  thickenPage: (svg) => fake.thickenPage(svg),
  close: () => fake.close(),
  convert: async function* (input): AsyncGenerator<ConversionEvent> {
    const slow = runs++ === 1
    // if the first run ended before the second began, there would be nothing left to convert
    if (slow) begun()
    await bothBegun
    for await (const event of fake.convert(input)) {
      // its second page would be announced if it still held the lease
      if (slow && event.type === "page" && event.result.page === 2) await released
      yield event
    }
  },
}

let app: TestApp
let later = 0
let owner: TestUser
beforeAll(async () => {
  app = await testApp({ converter: uneven, now: () => new Date(Date.now() + later) })
  await app.startWorkers(2)
  owner = await app.person()
})

test("the slower run does not undo what the faster one finished", async () => {
  const files = [await app.file(owner, "一.txt", "同样的内容"), await app.file(owner, "二.txt", "同样的内容")]
  const reply = await app.call(
    "POST /document",
    { document: files.map((attachment_id, n) => ({ attachment_id, title: `同 ${n}` })) },
    owner,
  )
  expect(reply.ok).toBe(true)
  const documents = async () =>
    (await app.database.pool.query("select status, pages, converted_pages from document where user_id = $1 order by id", [owner.id]))
      .rows as { status: number }[]
  await until(async () => runs === 2 && (await documents()).every(({ status }) => status === 2))
  const done = { status: 2, pages: 4, converted_pages: 4 }
  expect(await documents()).toEqual([done, done])
  const statuses: number[] = []
  app.events.on("progress", ({ status }) => void statuses.push(status))
  // late enough for progress to be announced again
  later = 60_000
  goOn()
  const { rows } = await until(async () =>
    ((jobs) => jobs.rows.every(({ state }) => state === "completed") && jobs)(
      await app.database.pool.query("select state from queue.job where name = 'convert-document'"),
    ),
  )
  expect(rows).toHaveLength(2)
  expect(await documents()).toEqual([done, done])
  expect(statuses.filter((status) => status !== 2)).toEqual([])
})
