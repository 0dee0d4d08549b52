import { sql } from "drizzle-orm"
import { rename, rm, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { beforeAll, describe, expect, test } from "vitest"
import { DocumentStatus } from "@/lib/contract/library/document.enums"
import { convertJob } from "@/server/modules/library/document/conversion.jobs"
import { claimDocument, noteDeaths } from "@/server/modules/library/document/conversion.repository"
import { ConversionError, type ConversionEvent, type ConverterPort } from "@/server/ports/converter/converter.port"
import { createFakeConverter } from "@/server/ports/converter/fake.converter"
import { testApp, until, type TestUser, type TestApp } from "../../setup/test-app"

let app: TestApp
let owner: TestUser
let faults = 0
let obstructed = false
const fake = createFakeConverter({ pages: 2 })
/** A converter that fails a given number of times with an error unrelated to the file. */
const shaky: ConverterPort = {
  inspect: (file, ext) => fake.inspect(file, ext),
  capabilities: () => fake.capabilities(),
  titleCover: (input) => fake.titleCover(input),
  recropCover: (webp) => fake.recropCover(webp),
  thickenPage: (svg) => fake.thickenPage(svg),
  close: () => fake.close(),
  convert: async function* (input): AsyncGenerator<ConversionEvent> {
    if (obstructed) {
      // a path that cannot be removed, such as a folder that a process is still writing to
      await rename(dirname(input.workDir), `${dirname(input.workDir)}-aside`)
      await writeFile(dirname(input.workDir), "")
      throw new ConversionError("timeout")
    }
    if (faults-- > 0) throw new Error("a disk that stumbles")
    yield* fake.convert(input)
  },
}

beforeAll(async () => {
  app = await testApp({ converter: shaky })
  await app.startWorkers(1)
  owner = await app.person()
})

const submit = async (title: string) => {
  const reply = await app.call("POST /document", { document: [{ attachment_id: await app.file(owner), title }] }, owner)
  if (!reply.ok) throw new Error(reply.message)
  return reply.data.document[0]!
}
const row = async (id: number) =>
  (await app.database.pool.query("select status, convert_deaths, convert_error from document where id = $1", [id])).rows[0] as {
    status: number
    convert_deaths: number
    convert_error: string
  }

describe("a conversion folder that cannot be removed", () => {
  test("does not hide the reason why the conversion failed", async () => {
    obstructed = true
    const { id } = await submit("太慢")
    const ended = await until(async () => {
      const now = await row(id)
      return (now.status === DocumentStatus.failed || now.convert_deaths > 0) && now
    }, 30_000)
    obstructed = false
    const folder = join(app.dataDir, "tmp", "convert")
    await rm(folder)
    await rename(`${folder}-aside`, folder)
    expect(ended).toEqual({ status: DocumentStatus.failed, convert_deaths: 0, convert_error: "转换超时" })
  })
})

/** Waits until a retry is scheduled, and makes it due: it would wait for seconds. Returns how long that is. */
const advanceRetry = async (id: number): Promise<number> => {
  const { seconds } = await until(async () => {
    const { rows } = await app.database.pool.query<{ seconds: number }>(
      `update queue.job set start_after = now() from document d
       where d.id = $1 and name = $2 and state = 'created' and (data->>'document_id')::bigint = d.id and start_after > now()
       returning extract(epoch from d.lease_until - now())::float as seconds`,
      [id, convertJob.name],
    )
    return rows[0]
  })
  await app.database.pool.query("update document set lease_until = now() where id = $1", [id])
  return seconds
}

describe("a conversion error that is unrelated to the file", () => {
  test("is retried automatically", async () => {
    faults = 1
    const { id } = await submit("第二次就好")
    expect(await advanceRetry(id)).toBeGreaterThan(1)
    const done = await until(async () => {
      const now = await row(id)
      return now.status === DocumentStatus.converted && now
    }, 30_000)
    expect(done.convert_deaths).toBe(1)
  })

  test("fails the document with a reason after the third attempt", async () => {
    faults = 1
    const { id } = await submit("总是不行")
    await until(async () => (await row(id)).convert_deaths === 1)
    await app.database.pool.query("update document set convert_deaths = 3 where id = $1", [id])
    await advanceRetry(id)
    const failed = await until(async () => {
      const now = await row(id)
      return now.status === DocumentStatus.failed && now
    }, 30_000)
    expect(failed.convert_error).toContain("多次中断")
  })
})

test("a document whose worker died is converted again after its lease has expired, and not earlier", async () => {
  faults = 0
  const { id, uuid } = await submit("被丢下的")
  await until(async () => (await row(id)).status === DocumentStatus.converted)
  const claim = async (lease: string) => {
    await app.database.pool.query(`update document set status = 1, lease_until = now() + interval '${lease}' where id = $1`, [id])
    return claimDocument(app.database.db, id)
  }
  expect(await claim("10 seconds")).toBeNull()
  expect(await claim("-1 second")).toMatchObject({ uuid, convert_deaths: 0 })
  await app.database.pool.query("update document set status = 2, lease_until = null, convert_place = null where id = $1", [id])
})

describe("a crash of the process", () => {
  /**
   * Simulates the death of processes that were working on these documents at these positions. In one transaction: otherwise a worker of the
   * test could take the documents between its steps.
   */
  const die = (places: Record<number, number | null>) =>
    app.database.db.transaction(async (tx) => {
      for (const [id, position] of Object.entries(places))
        await tx.execute(
          sql`update document set status = 1, convert_place = ${position}, lease_until = now() - interval '1 second' where id = ${Number(id)}`,
        )
      await noteDeaths(tx)
    })
  const deaths = async (id: number) => (await row(id)).convert_deaths
  /** Creates two documents that no worker takes meanwhile. */
  const two = async () => {
    const made = [await submit("甲"), await submit("乙")]
    for (const { id } of made) await until(async () => (await row(id)).status === DocumentStatus.converted)
    return made.map(({ id }) => id) as [number, number]
  }

  test("counts only if it happens again at the same page", async () => {
    const [one] = await two()
    for (const position of [3, 4, 9, 10, 11]) await die({ [one]: position })
    expect(await deaths(one)).toBe(1)
    await die({ [one]: 11 })
    await die({ [one]: 11 })
    expect(await deaths(one)).toBe(3)
  })

  test("does not count against a document that waited for its slot", async () => {
    const [one] = await two()
    for (let n = 0; n < 5; n += 1) await die({ [one]: null })
    expect(await deaths(one)).toBe(0)
  })

  test("during other documents clears the suspicion against this one", async () => {
    const [one, other] = await two()
    await die({ [one]: 0 })
    await die({ [one]: 0 })
    expect(await deaths(one)).toBe(2)
    await die({ [other]: 0 })
    expect([await deaths(one), await deaths(other)]).toEqual([0, 1])
  })
})
