import { beforeEach, expect, test, vi } from "vitest"
import type { User } from "@/lib/contract/types"
import { createSession } from "./session"

const api = vi.hoisted(() => vi.fn())
vi.mock("@/lib/api/client", () => ({ api }))

const user = (id: number) => ({ id, username: `u${id}` }) as User
const permission = { id: 1, method: "GRPC", path: "/api.v1.BannerAPI/ListBanner" }
const replies: Record<string, object> = {}

beforeEach(() => {
  localStorage.clear()
  replies["GET /user/permission"] = { ok: true, data: { permission: [permission] } }
  replies["GET /user"] = { ok: true, data: user(7) }
  replies["DELETE /user/logout"] = { ok: true, data: {} }
  api.mockReset().mockImplementation(async (key: string) => replies[key])
})

/** A tab in which user 7 is logged in, and whose permissions are loaded. */
const openTab = async () => {
  const tab = createSession()
  tab.getState().refresh()
  await tab.getState().reload()
  return tab
}
const enter = async () => {
  const tab = createSession()
  tab.getState().logIn("a", user(7))
  await vi.waitFor(() => expect(tab.getState().permissions).toHaveLength(1))
  localStorage.setItem("post:7:new", "draft")
  return tab
}

test("the user's own logout deletes what the browser stores", async () => {
  const tab = await enter()
  await tab.getState().logOut()
  expect([localStorage.length, tab.getState().endedUser]).toEqual([0, 0])
})

test("a session that the server has ended leaves drafts, in every tab", async () => {
  await enter()
  const other = await openTab()
  const tab = await openTab()
  replies["GET /user"] = { ok: false, status: 401, message: "" }
  await tab.getState().reload()
  other.getState().refresh()
  for (const { token, user: left, endedUser } of [tab.getState(), other.getState()]) expect([token, left, endedUser]).toEqual(["", null, 7])
  expect([localStorage.getItem("post:7:new"), localStorage.getItem("user"), localStorage.getItem("permissions")]).toEqual([
    "draft",
    null,
    null,
  ])
})

test("a login of the same user in another tab keeps the permissions while they are loaded again", async () => {
  const tab = await enter()
  const counts: number[] = []
  tab.subscribe(({ permissions }) => counts.push(permissions.length))
  const other = createSession()
  tab.getState().end()
  other.getState().logIn("b", user(7))
  tab.getState().refresh()
  await vi.waitFor(() => expect(localStorage.getItem("permissions")).toContain("BannerAPI"))
  expect([tab.getState().token, tab.getState().endedUser, Math.min(...counts)]).toEqual(["b", 0, 1])
})

test("a login of another user in another tab takes the first user's permissions away, and loads the new ones", async () => {
  const tab = await enter()
  replies["GET /user/permission"] = { ok: true, data: { permission: [] } }
  createSession().getState().logIn("b", user(8))
  tab.getState().refresh()
  expect([tab.getState().user?.id, tab.getState().permissions]).toEqual([8, []])
})

test("the refusal of a token that another tab has replaced ends nothing", async () => {
  const tab = await enter()
  createSession().getState().logIn("b", user(7))
  tab.getState().end()
  expect([tab.getState().token, tab.getState().user?.id]).toEqual(["b", 7])
})
