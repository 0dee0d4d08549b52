import { fireEvent, render, screen, waitFor } from "@testing-library/react"
import { beforeEach, describe, expect, it, vi } from "vitest"
import { refusal, world, type Given } from "@/tests/setup/admin-world"
import { User } from "@/lib/contract/people/user"
import { ConfigScreen } from "./config-screen"
import { SettingsPage, type SettingsScreen } from "./settings-page"

const config = (category: string, name: string, label: string, value: string, input_type = "text", options = "") => ({
  id: 0,
  category,
  name,
  label,
  value,
  placeholder: "",
  input_type,
  options,
  sort: 0,
  col_num: 24,
})
const email = [
  config("email", "enable", "启用邮件服务", "true", "switch"),
  config("email", "host", "SMTP 服务器地址", "smtp.example.org"),
  config("email", "port", "SMTP 服务器端口", "465", "number"),
  config("email", "password", "SMTP 密码", "******", "password"),
]
const sms = [
  config("sms", "sms_provider", "短信服务商", "", "select", ":不启用\nsmsAliyun:阿里云\nsmsTencent:腾讯云"),
  config("smsAliyun", "sign_name", "阿里云签名", ""),
  config("smsTencent", "sign_name", "腾讯云签名", ""),
]
type Row = NonNullable<Given<"GET /config/list">["config"]>[number]
const serve = (rows: Row[]) => {
  world.answer("GET /config/list", { config: rows })
  world.answer("PUT /config", {})
}
const show = async (screenOf: SettingsScreen, label: string) => {
  render(<SettingsPage {...screenOf} />)
  await screen.findByLabelText(label)
}
const mail: SettingsScreen = { title: "邮箱配置", groups: [{ name: "email", label: "邮箱配置" }] }
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
/** Clicks 保存设置; the button has another label while the page saves. */
const save = async () => fireEvent.click(await screen.findByRole("button", { name: "保存设置" }))
const sent = () => world.inputsOf("PUT /config").map(({ config }) => config)

beforeEach(() => {
  world.grant("ConfigAPI/UpdateConfig")
  serve(email)
})

describe("a settings screen", () => {
  it("shows and takes prices in yuan with two decimals, and sends them in 分", async () => {
    serve([{ ...config("vip", "year_price", "年卡价格（分）", "19900", "number"), placeholder: "1990 是 19.90 元；0 为不出售" }])
    await show({ title: "VIP 配置", groups: [{ name: "vip", label: "VIP" }] }, "年卡价格（元）")
    const field = screen.getByLabelText<HTMLInputElement>("年卡价格（元）")
    await waitFor(() => expect(field.value).toBe("199.00"))
    expect(screen.getByText("例如 19.90；0 为不出售")).toBeTruthy()
    type("年卡价格（元）", "1.99")
    await save()
    await waitFor(() => expect(sent()).toEqual([[{ category: "vip", name: "year_price", value: "199" }]]))
  })

  it("sends only the changed rows, as text", async () => {
    await show(mail, "SMTP 服务器地址")
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "保存设置" }).disabled).toBe(true)
    type("SMTP 服务器端口", "587")
    fireEvent.click(screen.getByLabelText("启用邮件服务"))
    await save()
    await waitFor(() => expect(world.messages).toEqual(["配置更新成功"]))
    expect(sent()).toEqual([
      [
        { category: "email", name: "enable", value: "false" },
        { category: "email", name: "port", value: "587" },
      ],
    ])
  })

  it("settings reserved for user 1 are read-only for other staff", async () => {
    world.answer("GET /config/list", { config: email.map((row) => ({ ...row, root_only: row.name !== "enable" })) })
    world.session.setState({ user: User.parse({ id: 2 }) })
    await show(mail, "SMTP 服务器地址")
    const disabled = (label: string) => screen.getByLabelText<HTMLInputElement>(label).disabled
    expect(["启用邮件服务", "SMTP 服务器地址", "SMTP 服务器端口", "SMTP 密码"].map(disabled)).toEqual([false, true, true, true])
    expect(screen.getAllByText("只有站长可以修改")).toHaveLength(3)
    expect(screen.queryByRole("button", { name: "清除" })).toBeNull()
  })

  it("the setting that the address names is in view with the focus; the address then forgets it", async () => {
    const view = vi.fn()
    Element.prototype.scrollIntoView = view
    serve([config("oauthQQ", "client_id", "QQ 编号", ""), config("oauthGithub", "client_id", "GitHub 编号", "")])
    const groups = ["oauthQQ", "oauthGithub"].map((name) => ({ name, label: name }))
    window.history.replaceState(null, "", "/admin/config/oauth?field=oauthGithub.client_id")
    await show({ title: "第三方登录", groups }, "GitHub 编号")
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("GitHub 编号")))
    expect(screen.getByRole("tab", { name: "oauthGithub" }).getAttribute("aria-selected")).toBe("true")
    expect(view).toHaveBeenCalled()
    expect(window.location.search).toBe("")
  })

  it("a field of a group that is not selected leads to the setting that selects it", async () => {
    serve(sms)
    const groups = ["sms", "smsAliyun", "smsTencent"].map((name) => ({ name, label: name }))
    window.history.replaceState(null, "", "/admin/config/sms?field=smsTencent.sign_name")
    await show({ title: "短信配置", groups, chosen: (values) => String(values["sms.sms_provider"] ?? "") }, "短信服务商")
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("短信服务商")))
  })

  it("a secret is never shown, and is unchanged if left empty", async () => {
    await show(mail, "SMTP 密码")
    expect(screen.getByLabelText<HTMLInputElement>("SMTP 密码").value).toBe("")
    type("SMTP 服务器地址", "mail.example.org")
    await save()
    await waitFor(() => expect(sent()).toEqual([[{ category: "email", name: "host", value: "mail.example.org" }]]))
  })

  it("a secret that is typed and cleared again is unchanged as well", async () => {
    await show(mail, "SMTP 密码")
    type("SMTP 密码", "new")
    type("SMTP 密码", "")
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "保存设置" }).disabled).toBe(true)
  })

  it("a new secret replaces the old one, and 清除 removes it", async () => {
    await show(mail, "SMTP 密码")
    type("SMTP 密码", "new secret")
    await save()
    await waitFor(() => expect(sent().at(-1)).toEqual([{ category: "email", name: "password", value: "new secret" }]))
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>("SMTP 密码").value).toBe(""))
    await waitFor(() => {
      // while the page reloads what it saved, a click has no effect: retry until the button has changed
      const clear = screen.queryByRole("button", { name: "清除" })
      if (clear) fireEvent.click(clear)
      fireEvent.click(screen.getByRole("button", { name: "保存设置" }))
      expect(sent().at(-1)).toEqual([{ category: "email", name: "password", value: "" }])
    })
  })

  it("the server's error appears beside the field that it names; input is kept", async () => {
    await show(mail, "SMTP 服务器端口")
    world.answer("PUT /config", refusal(400, "应在 1 到 65535 之间", { field: "email.port" }))
    type("SMTP 服务器端口", "70000")
    await save()
    expect((await screen.findByText("应在 1 到 65535 之间")).className).toContain("explain-error")
    expect(screen.getByLabelText<HTMLInputElement>("SMTP 服务器端口").value).toBe("70000")
    expect(world.messages).toEqual([])
  })

  it("a failed load can be retried", async () => {
    world.answer("GET /config/list", refusal(500, "服务器出了点问题，请稍后再试"), { config: email })
    render(<SettingsPage {...mail} />)
    expect(await screen.findByText("服务器出了点问题，请稍后再试")).toBeTruthy()
    fireEvent.click(screen.getByRole("button", { name: "重新加载" }))
    expect(await screen.findByLabelText("SMTP 服务器地址")).toBeTruthy()
  })

  it("users with read-only access have no save button", async () => {
    world.revoke("ConfigAPI/UpdateConfig")
    await show(mail, "SMTP 服务器地址")
    expect(screen.queryByRole("button", { name: "保存设置" })).toBeNull()
    expect(screen.getByLabelText<HTMLInputElement>("SMTP 服务器地址").disabled).toBe(true)
  })

  it("shows only the selected group", async () => {
    serve([{ ...sms[0], value: "smsTencent" }, ...sms.slice(1)])
    const groups = ["sms", "smsAliyun", "smsTencent"].map((name) => ({ name, label: name }))
    await show({ title: "短信配置", groups, chosen: (values) => String(values["sms.sms_provider"] ?? "") }, "短信服务商")
    expect(await screen.findByLabelText("腾讯云签名")).toBeTruthy()
    expect(screen.queryByLabelText("阿里云签名")).toBeNull()
  })

  it("several groups are tabs; the changes of all of them are sent", async () => {
    serve([config("oauthQQ", "client_id", "QQ 编号", ""), config("oauthGithub", "client_id", "GitHub 编号", "")])
    await show(
      {
        title: "第三方登录",
        groups: [
          { name: "oauthQQ", label: "QQ" },
          { name: "oauthGithub", label: "GitHub" },
        ],
      },
      "QQ 编号",
    )
    type("QQ 编号", "1")
    type("GitHub 编号", "2")
    await save()
    await waitFor(() => expect(sent()[0]).toHaveLength(2))
  })
})

describe("the footer links", () => {
  const footer = [
    config("footer", "about", "关于我们", "/article/about"),
    config("footer", "contact", "联系我们", "https://example.org/us"),
  ]

  it("each address of an article has a link to edit it; any address can be opened", async () => {
    world.grant("ConfigAPI/UpdateConfig", "ArticleAPI/UpdateArticle")
    serve(footer)
    render(<ConfigScreen name="footer" />)
    await screen.findByLabelText("关于我们")
    const href = (name: string) => screen.getByRole("link", { name }).getAttribute("href")
    expect(href("编辑关于我们")).toBe("/admin/article/set?identifier=about")
    expect([href("查看关于我们"), href("查看联系我们")]).toEqual(["/article/about", "https://example.org/us"])
    expect(screen.queryByRole("link", { name: "编辑联系我们" })).toBeNull()
    type("联系我们", "contact")
    expect(href("编辑联系我们")).toBe("/admin/article/set?identifier=contact")
  })

  it("the edit link needs the permission for articles", async () => {
    serve(footer)
    render(<ConfigScreen name="footer" />)
    await screen.findByLabelText("关于我们")
    expect(screen.queryByRole("link", { name: "编辑关于我们" })).toBeNull()
  })
})
