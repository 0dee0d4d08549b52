import { beforeAll, expect, test } from "vitest"
import { createCtx } from "@/server/context"
import { listHotWords } from "@/server/modules/library/search/record.repository"
import { flushRecords } from "@/server/modules/library/search/record.usecases"
import { libraryOf } from "../../setup/library"
import { testApp, type TestApp } from "../../setup/test-app"

let app: TestApp
let library: ReturnType<typeof libraryOf>
beforeAll(async () => {
  app = await testApp()
  library = libraryOf(app)
})

test("neighbours of one IPv6 network share the downloads of a day [security: 2.4.1, ipv6-networks]", async () => {
  await library.set("download", { times_every_ip: 2, enable_guest_download: true })
  const { id } = await library.document(await app.person(), "网络地址")
  const download = (ip: string) => app.call("GET /document/download", { id }, undefined, ip)
  expect(await download("2001:db8:7:1::1")).toMatchObject({ ok: true })
  expect(await download("2001:db8:7:1::2")).toMatchObject({ ok: true })
  expect(await download("2001:db8:7:1:ffff::3")).toMatchObject({ ok: false, status: 403, message: "你所在IP今日下载次数已达上限(2)" })
  expect(await download("2001:db8:7:2::1")).toMatchObject({ ok: true })
})

test("one IPv6 network makes no search popular [security: ipv6-networks]", async () => {
  const search = (n: number, network: string) => app.call("GET /search", { wd: "热门的词" }, undefined, `2001:db8:8:${network}::${n}`)
  for (let n = 1; n <= 5; n++) await search(n, "1")
  const written = async () => {
    await flushRecords(app)
    await library.rows("update search_record set total = 1")
  }
  await written()
  const hot = () => listHotWords(createCtx(app).db, { since: new Date(0), people: 2, hours: 1, limit: 10 })
  expect(await hot()).toEqual([])
  await search(1, "2")
  await written()
  expect(await hot()).toHaveLength(1)
})
