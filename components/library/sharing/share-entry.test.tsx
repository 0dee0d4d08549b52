import { fireEvent, render, screen, waitFor } from "@testing-library/react"
import { beforeEach, expect, it, vi } from "vitest"
import { refusal, world } from "@/tests/setup/world"
import { ShareState, type ShareStateName } from "@/lib/contract/library/sharing.enums"
import { isMaybePaid } from "../reading/store/paid-by-owner"
import { ShareEntry } from "./share-entry"

const assign = vi.fn()
beforeEach(() => {
  assign.mockClear()
  vi.stubGlobal("location", { ...window.location, assign })
})
const show = (state: ShareStateName) => render(<ShareEntry shareKey="k1" state={state} />)
const submit = () => fireEvent.click(screen.getByRole("button", { name: "打开文档" }))

it("opens by a click, not by loading, and goes to the document", async () => {
  world.answer("POST /document/share/open", { uuid: "abc" })
  show(ShareState.ready)
  expect(world.inputsOf("POST /document/share/open")).toEqual([])
  submit()
  await waitFor(() => expect(assign).toHaveBeenCalledWith("/document/abc"))
  expect(world.inputsOf("POST /document/share/open")).toEqual([{ key: "k1" }])
})

it("remembers that the owner has paid, so that the reader of a public page asks what this browser may read", async () => {
  world.answer("POST /document/share/open", { uuid: "paid", whole: true })
  show(ShareState.ready)
  submit()
  await waitFor(() => expect(assign).toHaveBeenCalledWith("/document/paid"))
  expect([isMaybePaid("paid"), isMaybePaid("abc")]).toEqual([true, false])
})

it("says when the network has had its readers: logging in helps, and the preview can be read", async () => {
  world.answer("POST /document/share/open", { uuid: "abc", whole: false, bound: "login" })
  show(ShareState.ready)
  submit()
  expect(await screen.findByRole("heading", { name: "登录后可以读全文" })).toBeTruthy()
  expect(screen.getByText(/同一网络 24 小时内前 3 位不用登录/)).toBeTruthy()
  expect(screen.getByRole("link", { name: "登录" }).getAttribute("href")).toMatch(/^\/login/)
  expect(assign).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole("button", { name: "先读免费的几页" }))
  expect(assign).toHaveBeenCalledWith("/document/abc")
  expect(isMaybePaid("abc")).toBe(false)
})

it("offers no login to users when their network has had all of its readers", async () => {
  world.answer("POST /document/share/open", { uuid: "abc", whole: false, bound: "network" })
  show(ShareState.ready)
  submit()
  expect(await screen.findByRole("heading", { name: "今天只能读免费的几页" })).toBeTruthy()
  expect(screen.getByText(/最多 50 位/)).toBeTruthy()
  expect(screen.queryByRole("link", { name: "登录" })).toBeNull()
})

it("asks for the password; a wrong one is said at the field", async () => {
  world.answer("POST /document/share/open", refusal(400, "访问密码不正确", { field: "password" }))
  show(ShareState.password)
  submit()
  expect(await screen.findByText("请输入访问密码")).toBeTruthy()
  expect(world.inputsOf("POST /document/share/open")).toEqual([])
  fireEvent.change(screen.getByLabelText("访问密码"), { target: { value: "1234" } })
  submit()
  expect(await screen.findByText("访问密码不正确")).toBeTruthy()
  expect(world.inputsOf("POST /document/share/open")).toEqual([{ key: "k1", password: "1234" }])
  expect(assign).not.toHaveBeenCalled()
})

it("says when the password was guessed too often", async () => {
  world.answer("POST /document/share/open", refusal(429, "密码输错的次数太多，请 15 分钟后再试"))
  show(ShareState.password)
  fireEvent.change(screen.getByLabelText("访问密码"), { target: { value: "1234" } })
  submit()
  expect(await screen.findByText("密码输错的次数太多，请 15 分钟后再试")).toBeTruthy()
})

it.each([
  [ShareState.expired, "这个分享链接已过期"],
  [ShareState.usedUp, "这个分享链接的访问次数已用完"],
  [ShareState.revoked, "这个分享链接已失效"],
])("%s: says so and leads home", (state, title) => {
  show(state)
  expect(screen.getByRole("heading", { name: title })).toBeTruthy()
  expect(screen.getByRole("link", { name: "去首页看看" }).getAttribute("href")).toBe("/")
  expect(screen.queryByRole("button")).toBeNull()
})

it("a link that ended in the meantime says so", async () => {
  world.answer("POST /document/share/open", refusal(409, "这个分享链接已失效"))
  show(ShareState.ready)
  submit()
  expect(await screen.findByRole("heading", { name: "这个分享链接已失效" })).toBeTruthy()
})
