import { expect, test } from "vitest"
import type { AskRemote } from "../../server/remote/dialect"
import { createPageAddresses } from "../../server/remote/page-addresses"

const hash = "24375a81a834f2ff8356607e0c2cb5f5"
const uuid = "54c9c263d05d20b7"

const addresses = (pages: string[], document: unknown = { id: 10, uuid, status: 2, attachment: { hash }, preview_ext: ".svg" }) => {
  const probed: string[] = []
  const requests: unknown[] = []
  const ask: AskRemote = async (key, input) => (
    requests.push([key, input]),
    document ? { status: 200, data: document } : { status: 404, data: {} }
  )
  const { learn, remotePath } = createPageAddresses(async (path) => (probed.push(path), pages.includes(path)))
  return { learn, probed, asked: requests, at: (path: string) => remotePath(path, ask) }
}

test("pages and covers of a document have the address of its file", async () => {
  const { at, asked: requests } = addresses([`/view/page/${hash}/1.svg`])
  expect(await at(`/view/page/${uuid}/3.svg`)).toBe(`/view/page/${hash}/3.svg`)
  expect(await at(`/view/cover/${uuid}`)).toBe(`/view/cover/${hash}`)
  expect(requests).toEqual([["GET /document", { uuid }]])
})
test("shared files named svg that are webp are probed once", async () => {
  const { at, probed } = addresses([`/view/page/${hash}/1.webp`])
  expect(await at(`/view/page/${uuid}/1.svg`)).toBe(`/view/page/${hash}/1.webp`)
  expect(await at(`/view/page/${uuid}/2.svg`)).toBe(`/view/page/${hash}/2.webp`)
  expect(probed).toEqual([`/view/page/${hash}/1.svg`, `/view/page/${hash}/1.webp`])
})
test("covers in lists are known from the lists, without a request", async () => {
  const { at, learn, asked: requests } = addresses([])
  learn({ document: [{ document: [{ uuid, cover: `/view/cover/${hash}` }] }] })
  expect(await at(`/view/cover/${uuid}`)).toBe(`/view/cover/${hash}`)
  expect(requests).toEqual([])
})
test("a hidden document is looked up for each user, every time", async () => {
  const { at, asked: requests } = addresses([], { id: 10, uuid, status: 4, attachment: { hash } })
  await at(`/view/cover/${uuid}`)
  await at(`/view/cover/${uuid}`)
  expect(requests).toHaveLength(2)
})
test("a missing document has no address; other addresses stay unchanged", async () => {
  const { at } = addresses([], null)
  expect(await at(`/view/page/${uuid}/1.svg`)).toBeNull()
  expect(await at(`/view/cover/${uuid}`)).toBeNull()
  expect(await at("/view/wxacode/abc/1")).toBe("/view/wxacode/abc/1")
})
