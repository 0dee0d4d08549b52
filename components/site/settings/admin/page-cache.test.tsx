import { fireEvent, render, screen, waitFor } from "@testing-library/react"
import { expect, it } from "vitest"
import { refusal, world } from "@/tests/setup/admin-world"
import { PageCache } from "./page-cache"

const clearCalls = () => world.api.mock.calls.filter(([key]) => key === "DELETE /config/page/cache")
const clear = () => fireEvent.click(screen.getByRole("button", { name: "全部清空" }))

it("clears the page cache after a confirmation, for staff with the permission", async () => {
  world.answer("DELETE /config/page/cache", {})
  world.enter({ id: 7 }, ["ConfigAPI/ClearPageCache"])
  render(<PageCache />)
  world.agree = false
  clear()
  await waitFor(() => expect(screen.getByRole("button", { name: "全部清空" })).toHaveProperty("disabled", false))
  expect(clearCalls()).toHaveLength(0)
  world.agree = true
  clear()
  await waitFor(() => expect(world.messages).toEqual(["网页缓存已清空"]))
  expect(clearCalls()).toHaveLength(1)
})

it("shows why clearing failed", async () => {
  world.answer("DELETE /config/page/cache", refusal(503, "数据库没有回应"))
  world.enter({ id: 7 }, ["ConfigAPI/ClearPageCache"])
  render(<PageCache />)
  clear()
  expect((await screen.findByRole("alert")).textContent).toContain("数据库没有回应")
})

it("is absent without the permission to clear the cache", () => {
  world.enter({ id: 7 }, ["ConfigAPI/ListConfig"])
  const { container } = render(<PageCache />)
  expect(container.textContent).toBe("")
})
