import { fireEvent, render, screen, waitFor } from "@testing-library/react"
import { beforeEach, expect, it } from "vitest"
import { refusal, world } from "@/tests/setup/admin-world"
import { ConfigScreen } from "./config-screen"

const row = { id: 0, placeholder: "", options: "", sort: 0, col_num: 24 }
const show = async () => {
  world.answer("GET /config/list", {
    config: [{ ...row, category: "wechatpay", name: "platform_cert", label: "平台证书", value: "", input_type: "textarea" }],
  })
  render(<ConfigScreen name="pay" />)
  await screen.findByLabelText("平台证书")
}
const check = () => fireEvent.click(screen.getByRole("button", { name: "检查证书" }))

beforeEach(() => world.grant("ConfigAPI/UpdateConfig", "ConfigAPI/GetWechatPayCert"))

it("the certificate from WeChat is filled in, to be saved by staff", async () => {
  world.answer("GET /wechatpay/cert", { cert: "PEM", serial_no: "5F0C", expires_at: "2045-01-01T00:00:00Z" })
  await show()
  check()
  expect((await screen.findByRole("status")).textContent).toBe("取到了证书 5F0C，有效期到 2045-01-01 08:00，已填到上面，请保存设置。")
  expect(screen.getByLabelText<HTMLTextAreaElement>("平台证书").value).toBe("PEM")
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "保存设置" }).disabled).toBe(false)
  expect(world.inputsOf("PUT /config")).toEqual([])
})

it.each([
  [true, /不需要证书/],
  [false, /申请微信支付公钥/],
])("a merchant without a certificate sees what is required (public key: %s)", async (public_key, sentence) => {
  world.answer("GET /wechatpay/cert", { public_key })
  await show()
  check()
  expect((await screen.findByRole("status")).textContent).toMatch(sentence)
  expect(screen.getByLabelText<HTMLTextAreaElement>("平台证书").value).toBe("")
})

it("an error appears in the card", async () => {
  world.answer("GET /wechatpay/cert", refusal(400, "APIv3 密钥不对，请到商户平台核对"))
  await show()
  check()
  await waitFor(() => expect(screen.getByRole("alert").textContent).toBe("APIv3 密钥不对，请到商户平台核对"))
})

it.each([
  ["for who may not", () => world.revoke("ConfigAPI/GetWechatPayCert")],
  ["where the server lacks it", () => world.set({ capabilities: { absent: ["GET /wechatpay/cert"] } })],
])("is absent %s", async (_, change) => {
  change()
  await show()
  expect(screen.queryByRole("button", { name: "检查证书" })).toBeNull()
})
