import { gunzipSync, gzipSync } from "node:zlib"
import { expect, test } from "vitest"
import type { Services } from "@/server/context"
import { markedPage } from "./reader-watermark.usecases"

const app = { now: () => new Date("2026-06-15T01:00:00Z") } as unknown as Services
const reader = { id: 7, username: "豆豆" }
const page = gzipSync('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 595 842"><path d="M0 0"/></svg>')
const mark = (key: string) => markedPage(app, key, page, reader)

test("pages with a name are drawn two at a time, 256 wait, and further ones are refused until there is room", async () => {
  const all = await Promise.allSettled(Array.from({ length: 300 }, (_, at) => mark(`page ${at}`)))
  const refused = all.flatMap((one) => (one.status === "rejected" ? [one.reason as unknown] : []))
  expect(refused).toHaveLength(300 - 258)
  for (const reason of refused) expect(reason).toMatchObject({ status: 503, retryAfter: 2 })
  expect(gunzipSync((await mark("page 299"))!).toString("utf8")).toContain("豆豆 2026-06-15")
})

test("parallel requests for one page draw it once", async () => {
  expect(mark("one page")).toBe(mark("one page"))
  expect(await mark("one page")).toBe(await mark("one page"))
})
