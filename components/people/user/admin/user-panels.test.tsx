import { world } from "@/tests/setup/admin-world"
import { render, screen } from "@testing-library/react"
import { beforeEach, describe, expect, it } from "vitest"
import type { PanelProps } from "@/components/admin/crud/options"
import { User } from "@/lib/contract/people/user"
import { EditUserPanel } from "./user-panels"

const user = User.parse({ id: 7, username: "林知夏", email: "a@b.cn", mobile: "13800000000" })
const crud = { reload: () => undefined, refresh: async () => null }
const show = () => {
  const props = { rows: [user], crud, onClose: () => undefined } as unknown as PanelProps<"/user">
  render(<EditUserPanel {...props} />)
}
const isLocked = (label: string) => screen.getByLabelText<HTMLInputElement>(label).disabled

describe("editing a user's profile", () => {
  beforeEach(() => world.grant("UserAPI/UpdateUserProfile"))

  it("changes the name; a bound address and number are changed by their owner", () => {
    show()
    expect(["用户名", "电子邮箱", "手机号"].map(isLocked)).toEqual([false, true, true])
  })

  it("offers what the server takes: no new name, but the address and the number that nobody else can change", () => {
    world.set({ capabilities: { absent: ["PUT /user/profile username", "PUT /user/email", "PUT /user/mobile"] } })
    show()
    expect(["用户名", "电子邮箱", "手机号"].map(isLocked)).toEqual([true, false, false])
    expect(screen.getByText("这个站点不能修改用户名")).toBeTruthy()
  })
})
