import { fireEvent, render, screen, waitFor } from "@testing-library/react"
import { beforeEach, expect, it } from "vitest"
import { refusal, world } from "@/tests/setup/admin-world"
import { TestDomain } from "./test-domain"

const answer = { address: "https://docs.example.org", error: "" }
beforeEach(() => {
  world.grant("ConfigAPI/TestDomain")
  world.reply({ "GET /config/domain/test": answer })
})

it("a check shows its result, and a second one replaces it by why it failed", async () => {
  render(<TestDomain domain={answer.address} unsaved={false} />)
  const check = () => fireEvent.click(screen.getByRole("button", { name: "检查域名" }))
  check()
  expect((await screen.findByRole("status")).textContent).toContain("打开的就是这个网站")
  world.reply({ "GET /config/domain/test": refusal(503, "网站没有回应") })
  check()
  expect((await screen.findByRole("alert")).textContent).toContain("网站没有回应")
  expect(screen.queryByRole("status")).toBeNull()
})

it("a saved domain is checked by itself, and its removal clears the result", async () => {
  const { rerender } = render(<TestDomain domain={answer.address} unsaved={false} />)
  expect(world.calls("GET /config/domain/test")).toHaveLength(0)
  rerender(<TestDomain domain="https://new.example.org" unsaved={false} />)
  await waitFor(() => expect(world.calls("GET /config/domain/test")).toHaveLength(1))
  expect(await screen.findByRole("status")).toBeTruthy()
  rerender(<TestDomain domain="" unsaved={false} />)
  rerender(<TestDomain domain={answer.address} unsaved />)
  expect(screen.queryByRole("status")).toBeNull()
})
