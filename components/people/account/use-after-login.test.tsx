import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react"
import { beforeEach, expect, it, vi } from "vitest"
import { world } from "@/tests/setup/world"
import { login as loginPath, show } from "@/components/library/document/testing/surroundings"
import { pendingSentence, rememberAction } from "./pending-action"
import { login, register } from "./testing/forms"

const target = new URLSearchParams(loginPath.split("?")[1]).get("redirect")!
const favoriteCount = () => world.inputsOf("POST /favorite").length
const press = () => {
  world.leave()
  show()
  fireEvent.click(screen.getByRole("button", { name: "收藏" }))
  cleanup()
}

beforeEach(() => {
  sessionStorage.clear()
  world.answer("POST /favorite", { id: 55 })
})

it("the login names the pending action, and it is completed once after the login", async () => {
  press()
  expect(world.router.push).toHaveBeenCalledWith(loginPath)
  login({ target })
  expect(screen.getByText(/^登录后接着收藏《.+》$/)).toBeTruthy()
  cleanup()
  register({ target })
  expect(screen.getByText(/^登录后接着收藏/)).toBeTruthy()
  cleanup()
  world.enter({ id: 3 })
  show()
  await waitFor(() => expect(world.messages).toEqual(["收藏成功"]))
  cleanup()
  show()
  await waitFor(() => expect(world.inputsOf("GET /favorite")).toHaveLength(2))
  expect(favoriteCount()).toBe(1)
})

it("a user who returns without a session has cancelled the action", async () => {
  press()
  show()
  cleanup()
  world.enter({ id: 3 })
  show()
  await waitFor(() => expect(world.inputsOf("GET /favorite")).toHaveLength(1))
  expect(favoriteCount()).toBe(0)
})

it.each([
  ["another page", () => rememberAction("favorite", { path: "/document/other", title: "别的" })],
  ["another action", () => rememberAction("report", { path: target, title: "年报" })],
  [
    "what no button knows",
    () => sessionStorage.setItem("pending-action", JSON.stringify({ action: "remove", path: target, title: "", at: Date.now() })),
  ],
  ["what is no JSON", () => sessionStorage.setItem("pending-action", "{")],
  [
    "too long ago",
    () => {
      vi.useFakeTimers({ now: Date.now() - 16 * 60_000, toFake: ["Date"] })
      rememberAction("favorite", { path: target, title: "年报" })
      vi.useRealTimers()
    },
  ],
])("nothing is added for %s", async (_, remember) => {
  remember()
  world.enter({ id: 3 })
  show()
  await waitFor(() => expect(world.inputsOf("GET /favorite")).toHaveLength(1))
  expect(favoriteCount()).toBe(0)
})

it("without a pending action the login adds no text, whatever its address contains", () => {
  window.history.replaceState(null, "", "/login?redirect=%2Fdocument%2Fx&action=favorite")
  login({ target: "/document/x" })
  expect(document.querySelector(".pending-note")).toBeNull()
  rememberAction("download", { path: "/document/x", title: "年报" })
  expect([pendingSentence("/document/x"), pendingSentence("/me")]).toEqual(["登录后接着下载《年报》", ""])
})

it.each([
  [7, true],
  [9, false],
])("the report dialog opens for user %i after the login: %s", async (id, opens) => {
  rememberAction("report", { path: target, title: "函数" })
  world.enter({ id })
  show()
  await waitFor(() => expect(world.inputsOf("GET /favorite")).toHaveLength(1))
  // to prove that no dialog opens, wait three times as long as opening takes
  const dialogs = await screen.findAllByRole("dialog", {}, opens ? {} : { timeout: 1_500 }).catch(() => [])
  expect(dialogs.length > 0).toBe(opens)
})
