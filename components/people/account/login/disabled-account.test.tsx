import { fireEvent, screen, waitFor } from "@testing-library/react"
import { expect, it } from "vitest"
import { ok, world } from "@/tests/setup/world"
import { login, press, refused, type } from "../testing/forms"

const disabled = refused("你的账号已被禁用（长期有效）", { status: 403, appeal: "pass" })
const fill = () => {
  type("用户名", "林知夏")
  type("密码", "password1")
  press("登录")
}

it("a user whose account is disabled can appeal below the form, once", async () => {
  world.api.mockResolvedValueOnce(disabled)
  login()
  fill()
  fireEvent.click(await screen.findByRole("button", { name: "对这项处罚申诉" }))
  press("提交申诉")
  expect(await screen.findByText("请输入申诉理由")).toBeTruthy()
  type("申诉理由", " 不是我发的 ")
  world.api.mockResolvedValueOnce(ok("POST /appeal/pass", {}))
  press("提交申诉")
  expect(await screen.findByText(/申诉已提交/)).toBeTruthy()
  expect(world.api).toHaveBeenLastCalledWith("POST /appeal/pass", { token: "pass", content: "不是我发的" })
  expect(screen.queryByRole("button", { name: "提交申诉" })).toBeNull()
})

it("a refused appeal says why and keeps the text; another attempt to log in closes it", async () => {
  world.api.mockResolvedValueOnce(disabled)
  login()
  fill()
  fireEvent.click(await screen.findByRole("button", { name: "对这项处罚申诉" }))
  type("申诉理由", "不是我发的")
  world.api.mockResolvedValueOnce(refused("申诉的时限已过，请重新登录一次再提交", { field: "token" }))
  press("提交申诉")
  expect(await screen.findByText("申诉的时限已过，请重新登录一次再提交")).toBeTruthy()
  expect(screen.getByLabelText<HTMLTextAreaElement>("申诉理由").value).toBe("不是我发的")
  world.api.mockResolvedValueOnce(refused("用户名或密码错误"))
  press("登录")
  await waitFor(() => expect(screen.queryByLabelText("申诉理由")).toBeNull())
})

it("another refusal offers no appeal", async () => {
  world.api.mockResolvedValueOnce(refused("用户名或密码错误"))
  login()
  fill()
  expect(await screen.findByText("用户名或密码错误")).toBeTruthy()
  expect(screen.queryByRole("button", { name: "对这项处罚申诉" })).toBeNull()
})
