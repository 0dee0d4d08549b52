import { gunzipSync, gzipSync } from "node:zlib"
import { expect, test } from "vitest"
import { createCtx } from "@/server/context"
import { thickenPages } from "@/server/modules/library/files/page-ink.usecases"
import { pageKey } from "@/server/modules/library/files/storage-keys.rules"
import { createFakeConverter } from "@/server/ports/converter/fake.converter"
import { testApp, until } from "../../setup/test-app"

/* Pages of earlier editions get the style sheet that thickens glyphs on screens (docs/decisions/230). */

const app = await testApp({ converter: createFakeConverter({ pages: 3 }) })
await app.startWorkers(1)
const owner = await app.person()

const oldPage = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 595 842" width="595" height="842"><defs><marker id="g1m0" overflow="visible" markerUnits="userSpaceOnUse"><path id="g1" d="M40 360h920v40h-920z"/></marker></defs><path fill="#fff" d="M0 0H595V842H0Z"/><g transform="matrix(.01 0 0 -.01 0 0)"><path fill="none" style="marker:url(#g1m0)" d="M2000 -6000h1000"/></g></svg>`

const convert = async (name: string) => {
  const attachment_id = await app.file(owner, `${name}.pdf`, `正文 ${name}`)
  const reply = await app.call("POST /document", { document: [{ attachment_id, title: name }] }, owner)
  if (!reply.ok) throw new Error(reply.message)
  const { id } = reply.data.document[0]!
  return until(async () => {
    const { rows } = await app.database.pool.query("select sha256, version, status from document where id = $1", [id])
    const [row] = rows as { sha256: string; version: number; status: number }[]
    return row && [2, 3].includes(row.status) && row
  })
}
const keysOf = ({ sha256, version }: { sha256: string; version: number }) => [1, 2, 3].map((page) => pageKey(sha256, version, page))
const age = async (row: { sha256: string; version: number }) => {
  for (const key of keysOf(row)) await app.storage.put(key, gzipSync(oldPage), true)
  await app.database.pool.query("update conversion set ink = false where sha256 = $1", [row.sha256])
}
const isInked = async (key: string) =>
  gunzipSync((await app.storage.read(key))!)
    .toString()
    .includes("svg:target .i")
const ctx = createCtx(app)

test("a new conversion needs nothing", async () => {
  await convert("新")
  expect(await thickenPages(ctx, 10)).toBe(0)
})

test("every page of an older conversion gets the sheet once", async () => {
  const row = await convert("旧")
  await age(row)
  expect(await thickenPages(ctx, 10)).toBe(1)
  expect(await Promise.all(keysOf(row).map(isInked))).toEqual([true, true, true])
  expect(await thickenPages(ctx, 10)).toBe(0)
})

test("a run that is interrupted continues, and a damaged page keeps nobody waiting", async () => {
  const row = await convert("断")
  await age(row)
  const [first, second, third] = keysOf(row) as [string, string, string]
  await app.storage.put(first, (await app.converter.thickenPage(gzipSync(oldPage)))!, true)
  await app.storage.put(second, Buffer.from("damaged"), true)
  expect(await thickenPages(ctx, 10)).toBe(1)
  expect([await isInked(first), await isInked(third)]).toEqual([true, true])
  expect((await app.storage.read(second))!.toString()).toBe("damaged")
})
