import { beforeAll, describe, expect, test } from "vitest"
import { DocumentStatus } from "../../lib/contract/enums"
import { ConversionError, type ConversionEvent, type ConverterPort } from "../../server/ports/converter/converter.port"
import { createFakeConverter } from "../../server/ports/converter/fake.converter"
import { testApp, until, type Person, type TestApp } from "../setup/test-app"

let app: TestApp
let owner: Person
let faults = 0
const fake = createFakeConverter({ pages: 2 })
/** A converter that fails a given number of times with an error unrelated to the file. */
const shaky: ConverterPort = {
  inspect: (file, ext) => fake.inspect(file, ext),
  capabilities: () => fake.capabilities(),
  close: () => fake.close(),
  convert: async function* (input): AsyncGenerator<ConversionEvent> {
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

describe("a conversion error that is unrelated to the file", () => {
  test("is retried automatically", { timeout: 40_000 }, async () => {
    faults = 1
    const { id } = await submit("第二次就好")
    const done = await until(async () => {
      const now = await row(id)
      return now.status === DocumentStatus.converted && now
    }, 30_000)
    expect(done.convert_deaths).toBe(1)
  })

  test("fails the document with a reason after the third attempt", { timeout: 40_000 }, async () => {
    faults = 1
    const { id } = await submit("总是不行")
    await until(async () => (await row(id)).convert_deaths === 1)
    await app.database.pool.query("update document set convert_deaths = 3 where id = $1", [id])
    const failed = await until(async () => {
      const now = await row(id)
      return now.status === DocumentStatus.failed && now
    }, 30_000)
    expect(failed.convert_error).toContain("多次中断")
  })
})

test("a document whose worker died is converted again after its lease has expired, and not before", async () => {
  faults = 0
  const { id, uuid } = await submit("被丢下的")
  await until(async () => (await row(id)).status === DocumentStatus.converted)
  const claim = async (lease: string) => {
    await app.database.pool.query(`update document set status = 1, lease_until = now() + interval '${lease}' where id = $1`, [id])
    const { claimDocument } = await import("../../server/modules/document/conversion.repository")
    return claimDocument(app.database.db, id)
  }
  expect(await claim("10 seconds")).toBeNull()
  expect(await claim("-1 second")).toMatchObject({ uuid, convert_deaths: 1 })
  expect(new ConversionError("encrypted").message).toContain("加密")
})
