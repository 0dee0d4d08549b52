import { expect, test } from "vitest"
import { readingApp } from "../../setup/reading"

const { app, library, read, owner, other } = await readingApp()

const texts = ["甲一", "甲二", "乙一", "乙二"]
const half = async (work: () => Promise<void>) => {
  await library.set("converter", { max_preview_percent: 50 })
  await work()
  await library.set("converter", { max_preview_percent: 100 })
}
const sheetsFor = async (uuid: string, as = other) => {
  const reply = await app.call("GET /document/sheets", { uuid }, as)
  if (!reply.ok) throw new Error(reply.message)
  return reply.data
}

test("a spreadsheet has sheets, and its rows are sent in blocks of fifty", async () => {
  const { uuid } = await read.submit(owner, "表格", { pages: ["一"], sheets: texts })
  expect(await app.call("GET /document", { uuid })).toMatchObject({ ok: true, data: { has_sheets: true } })
  const { sheets, more } = await sheetsFor(uuid)
  expect(more).toBe(false)
  expect(sheets.map(({ name, rows, first }) => [name, rows, first])).toEqual([
    ["甲一", 51, 1],
    ["乙一", 51, 3],
  ])
  expect(await app.call("GET /document/rows", { uuid, block: 4 })).toMatchObject({ ok: true, data: { rows: [[50, [[0, "乙二", 0]]]] } })
  expect(await app.call("GET /document/rows", { uuid, block: 5 })).toMatchObject({ ok: false, status: 403 })
  expect(await app.call("GET /document/rows", { uuid, block: 0 })).toMatchObject({ ok: false, status: 400 })
})

test("a document that is not a spreadsheet has no sheets and no rows", async () => {
  const { uuid } = await read.submit(owner, "文章", { pages: ["一"] })
  expect(await app.call("GET /document", { uuid })).toMatchObject({ ok: true, data: { has_sheets: false } })
  expect(await sheetsFor(uuid)).toEqual({ styles: [], sheets: [], more: false })
  expect(await app.call("GET /document/rows", { uuid, block: 1 }, owner)).toMatchObject({ ok: false, status: 403 })
})

test("fifty rows count as one preview page, whatever the number of printed pages; owner and buyer see all rows", async () => {
  await half(async () => {
    const { uuid } = await read.submit(owner, "一半", { pages: ["一"], sheets: ["甲一", "甲二", "乙一"] })
    const { sheets, more } = await sheetsFor(uuid)
    expect(more).toBe(true)
    expect(sheets.map(({ name, rows, heights, merges }) => ({ name, rows, heights, merges }))).toEqual([
      { name: "甲一", rows: 51, heights: [], merges: [[50, 0, 1, 2]] },
    ])
    expect((await sheetsFor(uuid, owner)).sheets).toHaveLength(2)
    expect(await app.call("GET /document/rows", { uuid, block: 3 }, other)).toMatchObject({ ok: false, status: 403 })
    expect(await app.call("GET /document/rows", { uuid, block: 3 }, owner)).toMatchObject({ ok: true })
  })
})

test("a sheet that the preview cuts reveals nothing about the remaining rows", async () => {
  await library.set("converter", { max_preview: 1 })
  const { uuid } = await read.submit(owner, "切开", { pages: ["一"], sheets: ["甲一", "甲二"] })
  await library.set("converter", { max_preview: 0 })
  expect((await sheetsFor(uuid)).sheets).toMatchObject([{ rows: 50, heights: [], merges: [] }])
})

test("pictures over the cells come with the rows of the block in which they begin, and only to those who may read it", async () => {
  await half(async () => {
    const { uuid } = await read.submit(owner, "带图", { pages: ["一"], sheets: texts, pictures: true })
    const numbers = async (as: typeof other) =>
      (await sheetsFor(uuid, as)).sheets.flatMap(({ pictures }) => pictures?.map(({ number }) => number))
    expect(await numbers(other)).toEqual([1, 2])
    expect(await numbers(owner)).toEqual([1, 2, 3, 4])
    const src = `data:image/webp;base64,${Buffer.from("picture 2").toString("base64")}`
    expect(await app.call("GET /document/rows", { uuid, block: 2 }, other)).toMatchObject({ data: { pictures: [{ number: 2, src }] } })
    expect(await app.call("GET /document/rows", { uuid, block: 3 }, other)).toMatchObject({ ok: false, status: 403 })
  })
})

test("a preview that cuts a sheet leaves out the pictures that begin below", async () => {
  await library.set("converter", { max_preview: 1 })
  const { uuid } = await read.submit(owner, "切开的图", { pages: ["一"], sheets: ["甲一", "甲二"], pictures: true })
  await library.set("converter", { max_preview: 0 })
  expect((await sheetsFor(uuid)).sheets).toMatchObject([{ pictures: [{ number: 1, block: 1 }] }])
})

test("a second upload of the same content has its sheets at once", async () => {
  const first = await read.submit(owner, "原件", { pages: ["一"], sheets: texts })
  const { sha256, ext } = await read.row(first.uuid)
  const content = (await app.storage.read(`files/${sha256.slice(0, 2)}/${sha256}${ext}`))!
  const attachment_id = await app.file(other, "又一份.txt", content)
  const reply = await app.call("POST /document", { document: [{ attachment_id, title: "副本" }] }, other)
  if (!reply.ok) throw new Error(reply.message)
  const { uuid } = reply.data.document[0]!
  await read.settled(uuid)
  expect((await sheetsFor(uuid)).sheets).toHaveLength(2)
})

test("if text may not be selected there are only pages", async () => {
  const { uuid } = await read.submit(owner, "不给选", { pages: ["一"], sheets: texts })
  await library.set("display", { enable_text_layer: false })
  expect(await app.call("GET /document", { uuid }, other)).toMatchObject({ data: { has_sheets: false } })
  expect(await app.call("GET /document/sheets", { uuid }, other)).toMatchObject({ ok: false, status: 403 })
  expect(await app.call("GET /document/rows", { uuid, block: 1 }, other)).toMatchObject({ ok: false, status: 403 })
  expect(await sheetsFor(uuid, owner)).toMatchObject({ more: false })
  await library.set("display", { enable_text_layer: true })
})
