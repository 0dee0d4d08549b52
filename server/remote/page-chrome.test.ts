import { describe, expect, test } from "vitest"
import { callOf } from "../../lib/contract/contract"
import type { Result } from "../../lib/contract/types"
import { ill } from "./failures"
import { withPageChrome } from "./page-chrome"

/* Page chrome in front of another server: from its own answer, or composed from the calls that it supports. */

const absent = { ok: false, status: 404, message: "这个站点没有此功能" } as const
const fine = (key: string, data: object): Result<unknown> => ({ ok: true, status: 200, data: callOf(key)!.output.parse(data) })
const answers: Record<string, Result<unknown>> = {
  "GET /settings": fine("GET /settings", { system: { sitename: "另一个站" } }),
  "GET /navigation/list": fine("GET /navigation/list", { navigation: [{ id: 1, title: "首页", enable: true }] }),
  "GET /category/list": fine("GET /category/list", { category: [{ id: 2, title: "教育", enable: true }] }),
  "GET /advertisement/room": fine("GET /advertisement/room", { room: [{ position: "global_top", desktop: 90, phone: 60 }] }),
}

/** Returns what a front end reads from a server with these answers, and which calls it makes. */
const read = async (replies: Record<string, Result<unknown>>) => {
  const calls: string[] = []
  const call = withPageChrome(async (key) => {
    calls.push(key)
    return replies[key] ?? absent
  })
  return { reply: await call("GET /frame", {}, ""), asked: calls, call }
}

test("a server that supports the call is called once", async () => {
  const frame = fine("GET /frame", { settings: { system: { sitename: "又一个站" } } })
  const { reply, asked: calls } = await read({ ...answers, "GET /frame": frame })
  expect([reply, calls]).toEqual([frame, ["GET /frame"]])
})

test("a failure of the call does not trigger requests for its parts", async () => {
  const { reply, asked: calls } = await read({ ...answers, "GET /frame": ill() })
  expect([reply.status, calls]).toEqual([502, ["GET /frame"]])
})

describe("a server that lacks the call", () => {
  test("is queried for the parts", async () => {
    const { reply, asked: calls } = await read(answers)
    expect(reply).toMatchObject({
      ok: true,
      data: {
        settings: { system: { sitename: "另一个站" } },
        navigation: [{ id: 1, title: "首页" }],
        category: [{ id: 2, title: "教育" }],
        room: [{ position: "global_top", desktop: 90, phone: 60 }],
      },
    })
    expect(calls.toSorted()).toEqual(["GET /frame", ...Object.keys(answers)].toSorted())
  })
  test("parts that it lacks or denies are omitted", async () => {
    const { reply } = await read({ "GET /settings": answers["GET /settings"]! })
    expect(reply).toMatchObject({ ok: true, data: { settings: { system: { sitename: "另一个站" } }, navigation: [], category: [] } })
    expect(reply.ok && (reply.data as { room?: unknown }).room).toBeUndefined()
  })
  test("returns no page chrome without its settings", async () => {
    const { reply } = await read({ ...answers, "GET /settings": ill() })
    expect(reply).toEqual(ill())
  })
})

test("other calls pass through unchanged", async () => {
  const { call, asked: calls } = await read(answers)
  calls.length = 0
  expect(await call("GET /stats", {}, "")).toEqual(absent)
  expect(calls).toEqual(["GET /stats"])
})
