import { beforeAll, expect, test } from "vitest"
import type { ConversionEvent, ConverterPort } from "@/server/ports/converter/converter.port"
import { createFakeConverter } from "@/server/ports/converter/fake.converter"
import { memoryStorage } from "@/server/ports/storage/memory.storage"
import { siteOf } from "../../setup/site"
import { testApp, until, type TestUser, type TestApp } from "../../setup/test-app"

/* The page that a user waits for is rendered next, even if users are served by one process and documents are converted by another. */

const fake = createFakeConverter({ pages: 40 })
/** Renders page 1, and continues when a user waits for a page. */
const patient: ConverterPort = {
  inspect: (file, ext) => fake.inspect(file, ext),
  capabilities: () => fake.capabilities(),
  titleCover: (input) => fake.titleCover(input),
  recropCover: (webp) => fake.recropCover(webp),
  thickenPage: (svg) => fake.thickenPage(svg),
  close: () => fake.close(),
  convert: async function* (input): AsyncGenerator<ConversionEvent> {
    for await (const event of fake.convert(input)) {
      yield event
      if (event.type === "cover") await until(async () => input.waitingPages?.().includes(30))
    }
  },
}

let worker: TestApp
let base: string
let owner: TestUser
beforeAll(async () => {
  const storage = memoryStorage()
  worker = await testApp({ converter: patient, storage })
  const web = await testApp({ connection: worker.database.pool.options, storage })
  await worker.startWorkers(1)
  base = await siteOf(web)
  owner = await worker.person()
})

test("a page requested from one process is rendered next by another", async () => {
  const reply = await worker.call("POST /document", { document: [{ attachment_id: await worker.file(owner), title: "很长" }] }, owner)
  if (!reply.ok) throw new Error(reply.message)
  const { id, uuid } = reply.data.document[0]!
  await until(async () => (await fetch(`${base}/view/page/${uuid}/1.svg`)).status === 200)
  // by its uuid, and by its number; a client that gets 202 retries
  const drawn = (key: string | number) =>
    until(async () => ((reply) => reply.status === 200 && reply.text())(await fetch(`${base}/view/page/${key}/30.svg`)))
  expect(await Promise.all([drawn(uuid), drawn(id)])).toEqual([expect.stringContaining("第 30 页"), expect.stringContaining("第 30 页")])
  const { rows } = await worker.database.pool.query(
    "select page from page where sha256 = (select sha256 from document where uuid = $1) order by ctid limit 2",
    [uuid],
  )
  expect(rows.map(({ page }) => page)).toEqual([1, 30])
})
