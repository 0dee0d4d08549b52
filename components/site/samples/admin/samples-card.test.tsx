import { fireEvent, render, screen, waitFor } from "@testing-library/react"
import { beforeEach, expect, it, vi } from "vitest"
import { refusal, world } from "@/tests/setup/admin-world"
import { SamplesCard } from "./samples-card"

const onRemoved = vi.fn()
const button = () => screen.findByRole("button", { name: "清除示例内容" })

beforeEach(() => {
  onRemoved.mockReset()
  world.answer("GET /samples", { document: 30, article: 4, banner: 2 })
})

it("one click and a confirmation remove all samples", async () => {
  world.grant("SampleAPI/GetSamples", "SampleAPI/DeleteSamples")
  world.answer("DELETE /samples", {})
  render(<SamplesCard onRemoved={onRemoved} />)
  fireEvent.click(await button())
  await waitFor(() => expect(onRemoved).toHaveBeenCalledTimes(1))
  expect(world.asked).toEqual(["清除示例内容？"])
  expect(world.messages).toEqual(["示例内容已经清除"])
  expect(screen.queryByRole("button")).toBeNull()
})

it("a refusal is displayed and the card stays", async () => {
  world.grant("SampleAPI/GetSamples", "SampleAPI/DeleteSamples")
  world.answer("DELETE /samples", refusal(500, "服务器出了点问题，请稍后再试"))
  render(<SamplesCard onRemoved={onRemoved} />)
  fireEvent.click(await button())
  await waitFor(() => expect(world.messages).toEqual(["! 服务器出了点问题，请稍后再试"]))
  expect(await button()).toBeTruthy()
  expect(onRemoved).not.toHaveBeenCalled()
})

it("is absent without samples and without the permission", async () => {
  const { container } = render(<SamplesCard onRemoved={onRemoved} />)
  expect(world.api).not.toHaveBeenCalled()
  // the card reads as soon as its user has the permission
  world.answer("GET /samples", { document: 0, article: 0, banner: 0 })
  world.grant("SampleAPI/GetSamples", "SampleAPI/DeleteSamples")
  await waitFor(() => expect(world.api).toHaveBeenCalledWith("GET /samples"))
  expect(container.textContent).toBe("")
})
