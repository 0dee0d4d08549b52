import { readFileSync } from "node:fs"
import { join } from "node:path"
import { afterEach, describe, expect, test } from "vitest"
import { contract } from "../../lib/contract/contract"
import type { Key } from "../../lib/contract/types"
import { absentOf } from "../../server/remote/capabilities"
import { community } from "../../server/remote/community/community"
import type { Fields } from "../../server/remote/messages"
import { readAnswers } from "../family/recording"
import { callAt } from "./rows"
import { startStrictServer, type StrictServer } from "./strict-server"
import { wholeRowEntities } from "./whole-row-entities"

/* Every write that this site offers in front of a community server, as that server receives it. */

let server: StrictServer | null = null
afterEach(async () => {
  await server?.close()
  server = null
})

const email = "a@example.org"
/** Writes that are sent as they are made. */
const plainWrites: Record<string, Fields> = {
  "DELETE /advertisement": { id: [5, 6] },
  "DELETE /article": { id: [5, 6] },
  "DELETE /article/recycle": { id: [5, 6] },
  "DELETE /article/recycle/empty": {},
  "DELETE /attachment": { id: [5, 6] },
  "DELETE /category": { id: [5, 6] },
  "DELETE /comment": { id: [5, 6] },
  "DELETE /document/recycle/all": {},
  "DELETE /friendlink": { id: [5, 6] },
  "DELETE /group": { id: [5, 6] },
  "DELETE /language": { id: [5, 6] },
  "DELETE /navigation": { id: [5, 6] },
  "DELETE /report": { id: [5, 6] },
  "DELETE /searchrecord": { id: [5, 6] },
  "DELETE /user": { id: [5], password: "admin pass" },
  "POST /article/recycle/restore": { id: [5, 6] },
  "POST /category": { title: "数学", parent_id: 0, type: 0, enable: true, description: "说明" },
  "POST /comment/check": { id: [5, 6], status: 1 },
  "POST /friendlink": { title: "邻居", link: "https://example.org", sort: 4, enable: true },
  "POST /language": { language: "世界语", code: "eo", enable: true, sort: 2 },
  "POST /navigation": { title: "文库", href: "/category", enable: true, sort: 1 },
  "POST /release": {},
  "POST /user": { username: "new-reader", password: "reader-pass-1", email, group_id: [2] },
  "POST /user/email/code": { email, type: 2, captcha: "abcd", captcha_id: "c" },
  "POST /user/findpassword/stepone": { email, captcha: "abcd", captcha_id: "c" },
  "PUT /article/recommend": { article_id: [5, 6], is_recommend: true },
  "PUT /group/permission": { group_id: 2, permission_id: [7, 8] },
  "PUT /language/status": { id: [5, 6], enable: true },
  "PUT /release/ignore": { tag_name: "v1.2.0" },
  "PUT /release/source": { source: "github" },
  "PUT /sitemap": {},
  "PUT /sqlmode": {},
  "PUT /user/findpassword/steptwo": { email, token: "t", password: "reader-pass-1", captcha: "abcd", captcha_id: "c" },
  "PUT /user/password": { id: 5, new_password: "reader-pass-1" },
  "PUT /user/sign": {},
}

/** Writes whose conversion another file of this folder tests. */
const testedElsewhere: Record<string, string> = {
  "POST /advertisement": "whole-rows",
  "POST /article": "trees",
  "POST /document/view": "dialect",
  "POST /group": "dialect",
  "PUT /article/category": "trees",
  "PUT /article/check": "dialect",
  "PUT /category/move": "move",
  "PUT /document/reconvert": "dialect",
  "PUT /navigation/move": "move",
  "PUT /user/profile": "whole-rows",
}

const textOf = (value: unknown) => [value].flat().map(String)

describe("a write reaches the server as it was asked, in one request with the caller's token", () => {
  test.each(Object.entries(plainWrites))("%s", async (key, input) => {
    server = await startStrictServer({})
    const reply = await callAt(community, server, key as Key, input)
    expect(reply).toMatchObject({ status: 200 })
    const writes = server.requests.filter((request) => !request.key.startsWith("GET "))
    expect(writes.map((request) => request.key)).toEqual([key])
    const [{ query, body, authorization }] = writes as [(typeof writes)[0]]
    expect(authorization).toBe("Bearer a-token")
    if (key.startsWith("DELETE ")) {
      expect(body).toBeNull()
      expect(Object.fromEntries([...new Set(query.keys())].map((name) => [name, query.getAll(name)]))).toEqual(
        Object.fromEntries(Object.entries(input).map(([name, value]) => [name, textOf(value)])),
      )
    } else expect(body).toMatchObject(input)
    expect(Object.keys(body ?? {}).filter((name) => !(name in input))).toEqual([])
  })
})

test("every offered write has a test: of the whole row, of a recorded answer, of its request, or in another file", () => {
  const absent = new Set(absentOf(community))
  const writes = (Object.keys(contract) as Key[]).filter((key) => !key.startsWith("GET ") && !absent.has(key))
  expect(writes.length).toBeGreaterThan(60)
  const recorded = readAnswers()
    .filter(({ status }) => status === 200)
    .map(({ method, url }) => `${method} ${url.split("?")[0]!.replace("/api/v1", "")}`)
  const tested = new Set<string>([
    ...wholeRowEntities.map(([key]) => key),
    ...recorded,
    ...Object.keys(plainWrites),
    ...Object.keys(testedElsewhere),
  ])
  expect(writes.filter((key) => !tested.has(key))).toEqual([])
  const listed = [...Object.keys(plainWrites), ...Object.keys(testedElsewhere)]
  expect(listed.filter((key) => absent.has(key) || !(key in contract))).toEqual([])
  for (const [key, file] of Object.entries(testedElsewhere))
    expect(readFileSync(join(import.meta.dirname, `${file}.test.ts`), "utf8"), `${file} tests ${key}`).toContain(`"${key}"`)
})
