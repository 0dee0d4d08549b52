import { fireEvent, render, screen, waitFor, within } from "@testing-library/react"
import { expect, it } from "vitest"
import { world } from "@/tests/setup/admin-world"
import Page from "@/app/admin/attachment/page"
import { AttachmentType } from "@/lib/contract/library/attachment.enums"

const file = (id: number, name: string, more: object = {}) => ({
  id,
  name,
  type: AttachmentType.document,
  enable: true,
  path: "/files/aa/x.pdf",
  size: 2_048,
  ...more,
})
const show = async (...absent: string[]) => {
  world.set({ capabilities: { absent } })
  world.grant("AttachmentAPI/ListAttachment", "AttachmentAPI/UpdateAttachment", "AttachmentAPI/DeleteAttachment")
  world.reply({
    "GET /attachment/list": {
      total: 4,
      attachment: [
        file(1, "没用上.pdf"),
        file(2, "用着.pdf", { type_id: 9 }),
        file(3, "头像.webp", { type: AttachmentType.avatar, path: "/uploads/aa/x.webp" }),
        file(4, "坏的.webp", { type: AttachmentType.article, path: "/uploads/aa/y.webp", enable: false }),
      ],
    },
    "PUT /attachment": {},
  })
  render(<Page />)
  await screen.findByText("没用上.pdf")
}

it("shows publicly served pictures, and only unused uploads can be selected for deletion", async () => {
  await show()
  expect(screen.getAllByRole("button", { name: "查看大图" })).toHaveLength(1)
  const free = ["没用上.pdf", "用着.pdf", "头像.webp", "坏的.webp"].map(
    (name) => !screen.getByRole<HTMLInputElement>("checkbox", { name: `选择 ${name}` }).disabled,
  )
  expect(free).toEqual([true, false, false, false])
})

it("marks a file as prohibited", async () => {
  await show()
  world.press("编辑 用着.pdf")
  const form = within(await screen.findByRole("dialog"))
  fireEvent.click(form.getByRole("switch", { name: "合法" }))
  fireEvent.click(form.getByRole("button", { name: "保存" }))
  await waitFor(() => expect(world.inputsOf("PUT /attachment")).toEqual([{ id: 2, enable: false }]))
})

it("offers no deletion if the back end does not support it", async () => {
  await show("DELETE /attachment")
  expect(screen.queryByRole("button", { name: /^删除 / })).toBeNull()
  expect(screen.queryByRole("checkbox", { name: "全选" })).toBeNull()
})
