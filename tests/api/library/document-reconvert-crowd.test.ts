import { beforeAll, expect, test } from "vitest"
import { createCtx } from "@/server/context"
import { requeueAbandoned } from "@/server/modules/library/document/conversion.jobs"
import { pageKey } from "@/server/modules/library/files/storage-keys.rules"
import { sweepFiles } from "@/server/modules/library/files/sweep.usecases"
import { readingOf, scriptedConverter, type Script } from "../../setup/reading"
import { testApp, until, type TestUser, type TestApp } from "../../setup/test-app"

/*
 * Several workers convert everything again and again while files are swept and documents are read: a reader sees one complete rendering of
 * a document at every moment. Nothing here depends on time passing.
 */

let app: TestApp
let read: ReturnType<typeof readingOf>
let owner: TestUser
let admin: TestUser
const scripted = scriptedConverter()

beforeAll(async () => {
  app = await testApp({ converter: scripted.converter })
  read = readingOf(app, scripted)
  await app.startWorkers(3)
  ;[owner, admin] = [await app.person(), await app.admin()]
})

const rounds = 4
type CrowdDocument = { uuid: string; script: Script; seen: Set<number> }

/** Returns the row and its pages as one consistent snapshot. */
const momentOf = async (uuid: string) => {
  const { rows } = await app.database.pool.query(
    "select d.status, d.version, d.sha256, d.pages, d.converted_pages, (select array_agg(p.text order by p.page) from page p where p.sha256 = d.sha256 and p.version = d.version) as texts from document d where d.uuid = $1",
    [uuid],
  )
  return rows[0] as { status: number; version: number; sha256: string; pages: number; converted_pages: number; texts: string[] }
}

/** Returns faults in what is currently readable; the files of a rendering are only checked while it is still the current one. */
const look = async ({ uuid, seen }: CrowdDocument): Promise<string[]> => {
  const now = await momentOf(uuid)
  const faults: string[] = []
  if (![2, 5].includes(now.status)) faults.push(`status ${now.status}`)
  if (now.converted_pages !== now.pages || now.texts.length !== now.pages)
    faults.push(`${now.pages} pages, ${now.converted_pages} drawn, ${now.texts.length} with text`)
  const generations = new Set(now.texts.map((text) => text.split(" ")[0]))
  if (generations.size !== 1) faults.push(`pages of several drawings: ${[...generations].join(", ")}`)
  if (now.version < Math.max(0, ...seen)) faults.push(`version ${now.version} after ${Math.max(...seen)}`)
  seen.add(now.version)
  const missing = (await Promise.all(now.texts.map((_, n) => app.storage.read(pageKey(now.sha256, now.version, n + 1))))).filter(
    (svg) => !svg,
  ).length
  if (missing && (await momentOf(uuid)).version === now.version) faults.push(`${missing} images of version ${now.version} are missing`)
  return faults
}

test("a document is complete at every moment while many processes convert it again", async () => {
  const crowdDocuments: CrowdDocument[] = []
  for (let n = 0; n < 6; n += 1) {
    const script: Script = { pages: ["第0代 甲", "第0代 乙"] }
    crowdDocuments.push({ ...(await read.submit(owner, `众 ${n}`, script)), script, seen: new Set<number>() })
  }
  let over = false
  const faults: string[] = []
  const every = async (work: () => Promise<unknown>) => {
    while (!over) await work()
  }
  const crowd = [
    every(async () => void faults.push(...(await Promise.all(crowdDocuments.map(look))).flat())),
    every(() => sweepFiles({ db: app.database.db, storage: app.storage }, new Date(Date.now() + 2 * 3_600_000))),
    every(() => requeueAbandoned(createCtx(app))),
  ]
  for (let round = 1; round <= rounds; round += 1) {
    for (const { script } of crowdDocuments) script.pages = Array.from({ length: 1 + (round % 3) }, (_, n) => `第${round}代 ${n}`)
    // twice at once: the second request finds nothing left, or documents that are already done and converts them again
    await Promise.all([
      app.call("PUT /document/reconvert", { all: true }, admin),
      app.call("PUT /document/reconvert", { all: true }, admin),
    ])
    await until(
      async () => (await Promise.all(crowdDocuments.map(({ uuid }) => momentOf(uuid)))).every(({ status }) => status === 2),
      60_000,
    )
  }
  over = true
  await Promise.all(crowd)
  expect([...new Set(faults)]).toEqual([])
  for (const { uuid, seen } of crowdDocuments) {
    const last = await momentOf(uuid)
    expect(last.version).toBeGreaterThan(rounds)
    expect(last).toMatchObject({ status: 2, texts: Array.from({ length: 1 + (rounds % 3) }, (_, n) => `第${rounds}代 ${n}`) })
    expect(seen.size).toBeGreaterThan(1)
  }
})
