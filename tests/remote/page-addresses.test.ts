import { expect, test } from "vitest"
import type { Ask } from "../../server/remote/dialect"
import { createPageAddresses } from "../../server/remote/page-addresses"

const hash = "24375a81a834f2ff8356607e0c2cb5f5"
const uuid = "54c9c263d05d20b7"

const addresses = (pages: string[], document: unknown = { id: 10, uuid, status: 2, attachment: { hash }, preview_ext: ".svg" }) => {
  const probed: string[] = []
  const asked: unknown[] = []
  const ask: Ask = async (key, input) => (asked.push([key, input]), document ? { status: 200, data: document } : { status: 404, data: {} })
  const { learn, remotePath } = createPageAddresses(async (path) => (probed.push(path), pages.includes(path)))
  return { learn, probed, asked, at: (path: string) => remotePath(path, ask) }
}

test("pages and covers of a document are those of its file", async () => {
  const { at, asked } = addresses([`/view/page/${hash}/1.svg`])
  expect(await at(`/view/page/${uuid}/3.svg`)).toBe(`/view/page/${hash}/3.svg`)
  expect(await at(`/view/cover/${uuid}`)).toBe(`/view/cover/${hash}`)
  expect(asked).toEqual([["GET /document", { uuid }]])
})
test("files that several documents share say svg and are webp: found out once", async () => {
  const { at, probed } = addresses([`/view/page/${hash}/1.webp`])
  expect(await at(`/view/page/${uuid}/1.svg`)).toBe(`/view/page/${hash}/1.webp`)
  expect(await at(`/view/page/${uuid}/2.svg`)).toBe(`/view/page/${hash}/2.webp`)
  expect(probed).toEqual([`/view/page/${hash}/1.svg`, `/view/page/${hash}/1.webp`])
})
test("covers of lists are known from the lists: nothing is asked for them", async () => {
  const { at, learn, asked } = addresses([])
  learn({ document: [{ document: [{ uuid, cover: `/view/cover/${hash}` }] }] })
  expect(await at(`/view/cover/${uuid}`)).toBe(`/view/cover/${hash}`)
  expect(asked).toEqual([])
})
test("a document that is not public is looked up for whoever asks, every time", async () => {
  const { at, asked } = addresses([], { id: 10, uuid, status: 4, attachment: { hash } })
  await at(`/view/cover/${uuid}`)
  await at(`/view/cover/${uuid}`)
  expect(asked).toHaveLength(2)
})
test("a document that is not there has no address; other addresses stay as they are", async () => {
  const { at } = addresses([], null)
  expect(await at(`/view/page/${uuid}/1.svg`)).toBeNull()
  expect(await at(`/view/cover/${uuid}`)).toBeNull()
  expect(await at("/view/wxacode/abc/1")).toBe("/view/wxacode/abc/1")
})
