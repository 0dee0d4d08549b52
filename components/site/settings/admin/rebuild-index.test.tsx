import { fireEvent, render, screen, waitFor } from "@testing-library/react"
import { beforeEach, expect, it } from "vitest"
import { refusal, world } from "@/tests/setup/admin-world"
import { RebuildIndex } from "./rebuild-index"

beforeEach(() => world.reply({ "GET /stats": { index_document_count: 1234 }, "PUT /renew/document/index": {} }))
const rebuild = () => fireEvent.click(screen.getByRole("button", { name: "重建索引" }))

it("shows the size of the index, and rebuilds it after a confirmation, for staff with the permission", async () => {
  world.grant("DocumentAPI/RenewDocumentIndex")
  render(<RebuildIndex />)
  expect(await screen.findByText(/索引里有 1,234 份文档和文章/)).toBeTruthy()
  rebuild()
  await waitFor(() => expect(world.calls("PUT /renew/document/index")).toHaveLength(1))
  expect(world.messages).toEqual(["提交成功，索引正在重建"])
})

it("shows why the rebuild failed", async () => {
  world.reply({ "PUT /renew/document/index": refusal(503, "数据库没有回应") })
  world.grant("DocumentAPI/RenewDocumentIndex")
  render(<RebuildIndex />)
  rebuild()
  expect((await screen.findByRole("alert")).textContent).toContain("数据库没有回应")
})

it("is absent without the permission, or if the back end cannot rebuild", async () => {
  const first = render(<RebuildIndex />)
  expect(first.container.textContent).toBe("")
  first.unmount()
  world.grant("DocumentAPI/RenewDocumentIndex")
  world.set({ capabilities: { absent: ["PUT /renew/document/index"] } })
  expect(render(<RebuildIndex />).container.textContent).toBe("")
})
