import { expect, test } from "vitest"
import { contract } from "../../contract/contract"
import { addressOf, streams, type Stream } from "../../contract/streams"
import type { CallKey } from "../../contract/area"
import { apiCalls, apiChapters, offeredCalls } from "./api-docs"

const all = [...apiCalls().values()].flat()

test("every call and stream of the contract is in exactly one chapter, and no chapter is empty", () => {
  const operations = all.map(({ method, path }) => `${method} ${path}`)
  expect(new Set(operations).size).toBe(operations.length)
  for (const key of Object.keys(contract)) expect(operations).toContain(key.replace(" ", " /api/v1"))
  for (const [key, stream] of Object.entries(streams as Record<string, Stream>))
    expect(operations.some((one) => one.split(" ")[1]!.startsWith(addressOf(key as CallKey, stream)))).toBe(true)
  for (const { name } of apiChapters) expect(apiCalls().get(name)!.length, name).toBeGreaterThan(0)
})

test("calls that the server behind the site lacks are not listed", () => {
  const idsOf = (calls: typeof all) => calls.map(({ id }) => id)
  const user = idsOf(offeredCalls(apiCalls(), ["POST /user/token", "POST /comment page"]).get("user")!)
  expect(user).not.toContain("post_user_token")
  expect(user).toHaveLength(apiCalls().get("user")!.length - 1)
  expect(offeredCalls(apiCalls(), ["POST /comment page"]).get("community")).toEqual(apiCalls().get("community"))
})

test("a call lists its fields, permitted users and tokens, a working example, and its errors", () => {
  const add = all.find(({ id }) => id === "post_comment")!
  expect(add).toMatchObject({
    method: "POST",
    path: "/api/v1/comment",
    access: "login",
    scope: { name: "interact", label: "互动" },
    carried: "json",
  })
  expect(JSON.parse(add.example)).toHaveProperty("content")
  expect(add.fields.find(({ name }) => name === "content")).toMatchObject({ type: "文字", required: true })
  expect(add.refusals.map(({ status }) => status)).toEqual(expect.arrayContaining(["400", "401", "429"]))
  expect(all.find(({ id }) => id === "get_document")).toMatchObject({ carried: "query", scope: { name: "read" } })
  expect(all.find(({ id }) => id === "post_user_token")).toMatchObject({ scope: null, confirmed: true })
  expect(all.find(({ id }) => id === "post_upload_document")!.carried).toBe("other")
})
