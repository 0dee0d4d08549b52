import { fireEvent, render, screen, waitFor } from "@testing-library/react"
import { expect, it, vi } from "vitest"
import { refusal, world } from "@/tests/setup/admin-world"
import GroupPage from "@/app/admin/user/group/page"

it("a refused deletion of a role leads to its users", async () => {
  const assign = vi.fn()
  vi.stubGlobal("location", { ...window.location, assign })
  world.grant("GroupAPI/ListGroup", "GroupAPI/DeleteGroup")
  world.reply({ "GET /group/list": { total: 1, group: [{ id: 7, title: "读书会", user_count: 0, is_default: false }] } })
  world.answer("DELETE /group", refusal(400, "默认分组以及分组下存在用户的组不能删除"))
  render(<GroupPage />)
  await screen.findByText("读书会")
  const button = screen.queryByRole("button", { name: "删除 读书会" })
  if (button) fireEvent.click(button)
  else {
    fireEvent.click(screen.getByRole("button", { name: "更多操作 读书会" }))
    fireEvent.click(await screen.findByRole("menuitem", { name: "删除" }))
  }
  await waitFor(() => expect(world.messages.at(-1)).toContain("不能删除"))
  world.offered?.onClick()
  expect(assign).toHaveBeenCalledWith("/admin/user/list?group_id=7")
  vi.unstubAllGlobals()
})
