import { encode } from "iconv-lite"
import { expect, test } from "vitest"
import { readingApp } from "../../setup/reading"
import { createFakeConverter } from "@/server/ports/converter/fake.converter"

const { app, library, read, owner, other, admin } = await readingApp({ converter: createFakeConverter({ pages: 1 }) })

const upload = async (name: string, content: Buffer, as = owner) => {
  const reply = await app.call("POST /document", { document: [{ attachment_id: await app.file(as, name, content), title: name }] }, as)
  if (!reply.ok) throw new Error(reply.message)
  const { id, uuid } = reply.data.document[0]!
  await read.settled(uuid)
  return { id, uuid }
}
const textOf = async (uuid: string) => {
  const reply = await app.call("GET /document/text", { uuid, page: 1 })
  return reply.ok ? reply.data.text[0]?.text : reply.message
}
const poem = encode("床前明月光", "gb18030")

test("the owner chooses the encoding of a text; its pages are made again, those of others and of later uploads stay", async () => {
  const [one, copy] = [await upload("诗.txt", poem), await upload("同一首诗.txt", poem, other)]
  expect(await textOf(one.uuid)).not.toContain("床前明月光")
  expect(await app.call("PUT /document", { id: one.id, encoding: "gb18030" }, owner)).toMatchObject({ ok: true })
  await read.settled(one.uuid)
  expect(await textOf(one.uuid)).toContain("床前明月光")
  expect(await textOf(copy.uuid)).not.toContain("床前明月光")
  expect(await textOf((await upload("又一首.txt", poem)).uuid)).not.toContain("床前明月光")
  // only owner and staff see the choice
  expect(await app.call("GET /document", { uuid: one.uuid }, owner)).toMatchObject({ data: { encoding: "gb18030" } })
  expect(await app.call("GET /document", { uuid: one.uuid })).toMatchObject({ data: { encoding: "" } })
  // the other owner gets own pages, too
  expect(await app.call("PUT /document", { id: copy.id, encoding: "big5" }, admin)).toMatchObject({ ok: true })
  await read.settled(copy.uuid)
  expect(await textOf(one.uuid)).toContain("床前明月光")
  expect(await textOf(copy.uuid)).not.toContain("床前明月光")
})

test("a reconversion keeps the encoding, a new file is read anew", async () => {
  const { id, uuid } = await upload("词.txt", encode("明月几时有", "gb18030"))
  await app.call("PUT /document", { id, encoding: "gb18030" }, owner)
  await read.settled(uuid)
  await app.call("PUT /document/reconvert", { id: [id] }, admin)
  await read.settled(uuid)
  expect(await textOf(uuid)).toContain("明月几时有")
  const attachment_id = await app.file(owner, "新的词.txt", Buffer.from("把酒问青天"))
  expect(await app.call("PUT /document/file", { id, attachment_id }, owner)).toMatchObject({ ok: true })
  await read.settled(uuid)
  expect(await textOf(uuid)).toContain("把酒问青天")
  expect(await read.row(uuid)).toMatchObject({ encoding: "" })
})

test("an unknown encoding, another format, a file that is being converted and other users are refused", async () => {
  const { id, uuid } = await upload("曲.txt", encode("枯藤老树昏鸦", "gb18030"))
  expect(await app.call("PUT /document", { id, encoding: "klingon" }, owner)).toMatchObject({ status: 400, message: "没有这种文字编码" })
  expect(await app.call("PUT /document", { id, encoding: "big5" }, other)).toMatchObject({ status: 403 })
  expect(await app.call("PUT /document", { id, encoding: "" }, owner)).toMatchObject({ ok: true })
  expect(await read.row(uuid)).toMatchObject({ status: 2, version: 1 })
  const paper = await upload("论文.pdf", Buffer.from("%PDF-1.4 论文"))
  expect(await app.call("PUT /document", { id: paper.id, encoding: "big5" }, owner)).toMatchObject({
    status: 400,
    message: "只有文本文件可以选择文字编码",
  })
  await library.rows("update document set status = 0 where id = $1", [id])
  expect(await app.call("PUT /document", { id, encoding: "big5" }, owner)).toMatchObject({ status: 409 })
})
