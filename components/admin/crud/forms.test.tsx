import { refusal, world } from "@/tests/setup/admin-world"
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react"
import { describe, expect, it, vi } from "vitest"
import { crudPage } from "@/components/admin/crud-page"
import { MoneyField } from "@/components/admin/form/money-field"
import type { Output } from "@/lib/contract/types"
import GroupPage from "@/app/admin/user/group/page"
import UserPage from "@/app/admin/user/list/page"
import TemplatePage from "@/app/admin/user/punishmenttemplate/page"
import SmsPage from "@/app/admin/user/sms/page"

// antd's colour picker logs a warning for an empty colour
vi.mock("@/components/admin/form/color-field", () => ({ ColorField: () => null }))

type Advertisement = Output<"GET /advertisement">
const listed: Advertisement = {
  id: 7,
  user_id: 1,
  position: "index",
  title: "横幅",
  content: "",
  content_b: "",
  daily_limit: 0,
  impressions: 0,
  clicks: 0,
  impressions_b: 0,
  clicks_b: 0,
  enable: true,
  remark: "",
  start_time: null,
  end_time: null,
  height_desktop: 0,
  height_phone: 0,
  created_at: "2026-06-15T01:12:00Z",
  updated_at: "2026-06-15T01:12:00.000Z",
}
const Page = crudPage(
  { path: "/advertisement", list: "advertisement", label: "广告", api: "AdvertisementAPI", entity: "Advertisement" },
  {
    detail: true,
    inspect: true,
    fields: { title: { label: "名称", title: true }, content: { label: "代码", column: false }, remark: { label: "备注" } },
  },
)
const show = async (...rights: Parameters<typeof world.grant>) => {
  world.grant("AdvertisementAPI/ListAdvertisement", ...rights)
  world.reply({ "GET /advertisement/list": { total: 1, advertisement: [listed] }, "PUT /advertisement": {} })
  render(<Page />)
  await screen.findByText("横幅")
}

describe("a row whose list omits fields", () => {
  it("is loaded before it is edited, and only changes are sent", async () => {
    world.reply({ "GET /advertisement": { ...listed, content: "<b>完整</b>" } })
    await show("AdvertisementAPI/UpdateAdvertisement", "AdvertisementAPI/GetAdvertisement")
    world.press("编辑 横幅")
    const form = await screen.findByRole("dialog")
    expect((await within(form).findByLabelText<HTMLInputElement>("代码")).value).toBe("<b>完整</b>")
    expect(world.calls("GET /advertisement")[0]!.input).toEqual({ id: 7 })
    fireEvent.change(within(form).getByLabelText("备注"), { target: { value: "新" } })
    world.press("保存")
    await waitFor(() => expect(world.calls("PUT /advertisement")[0]?.input).toEqual({ id: 7, remark: "新" }))
  })

  it("shows why loading failed, and loads again", async () => {
    world.reply({ "GET /advertisement": refusal(0, "网络没有连上，请检查后重试") })
    await show("AdvertisementAPI/UpdateAdvertisement", "AdvertisementAPI/GetAdvertisement")
    world.press("编辑 横幅")
    expect(await screen.findByText("网络没有连上，请检查后重试")).toBeTruthy()
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "保存" }).disabled).toBe(true)
    world.reply({ "GET /advertisement": listed })
    world.press("重新加载")
    expect(await screen.findByLabelText("代码")).toBeTruthy()
  })

  it("cannot be edited by a user without permission to read it", async () => {
    await show("AdvertisementAPI/UpdateAdvertisement")
    expect(screen.queryByRole("button", { name: "编辑 横幅" })).toBeNull()
  })

  it("is viewed in a drawer that shows every field read-only", async () => {
    world.reply({ "GET /advertisement": { ...listed, content: "<b>完整</b>" } })
    await show("AdvertisementAPI/GetAdvertisement")
    world.press("查看 横幅")
    const drawer = await screen.findByRole("dialog")
    expect(await within(drawer).findByText("<b>完整</b>")).toBeTruthy()
    expect(within(drawer).queryByRole("textbox")).toBeNull()
  })
})

describe("a text that the form does not touch", () => {
  it("is not sent, so that it stays as it is stored", async () => {
    const template: Output<"GET /punishmenttemplate"> = {
      ...{ id: 4, title: "发广告", type: [2], hours: 72, reason: "  第一行\r\n<b>第二行</b> ", enable: true, sort: 0 },
      ...{ created_at: "2026-06-15T01:12:00Z", updated_at: "2026-06-15T01:12:00.000Z" },
    }
    world.grant("PunishmentAPI/ListPunishmentTemplate", "PunishmentAPI/UpdatePunishmentTemplate")
    world.reply({ "GET /punishmenttemplate/list": { total: 1, punishment_template: [template] }, "PUT /punishmenttemplate": {} })
    render(<TemplatePage />)
    await screen.findByText("发广告")
    world.press("编辑 发广告")
    const form = await screen.findByRole("dialog")
    fireEvent.change(await within(form).findByLabelText("名称"), { target: { value: "发广告，第一次" } })
    world.press("保存")
    await waitFor(() => expect(world.calls("PUT /punishmenttemplate")[0]?.input).toEqual({ id: 4, title: "发广告，第一次" }))
  })
})

describe("text messages", () => {
  it("show the provider's error and response in the drawer, and the number to users with permission", async () => {
    const sms: Output<"GET /sms"> = {
      ...{ id: 3, type: 0, status: 2, user_id: 0, username: "", mobile: "138****0000", code: "", ip: "10.0.0.1", provider: "smsAliyun" },
      ...{ error: "签名不合法", response: '{"Code":"isv.SMS_SIGNATURE_ILLEGAL"}', created_at: null, updated_at: null, used_at: null },
    }
    world.grant("SmsAPI/ListSms", "SmsAPI/GetSms")
    world.reply({ "GET /sms/list": { total: 1, sms: [sms] }, "GET /sms": { ...sms, mobile: "13812340000" } })
    render(<SmsPage />)
    fireEvent.click(await screen.findByRole("button", { name: "查看 138****0000 的完整号码" }))
    expect(await screen.findByText("13812340000")).toBeTruthy()
    world.press("查看 138****0000")
    expect(await within(await screen.findByRole("dialog")).findByText('{"Code":"isv.SMS_SIGNATURE_ILLEGAL"}')).toBeTruthy()
  })
})

describe("field groups and dependent fields", () => {
  it("omits fields that the back end does not have", async () => {
    world.set({ capabilities: { absent: ["PUT /group enable_article_crawl", "POST /group enable_article_crawl"] } })
    world.grant("GroupAPI/ListGroup", "GroupAPI/CreateGroup")
    world.reply({ "GET /group/list": { total: 0, group: [] } })
    render(<GroupPage />)
    await screen.findByText("还没有角色")
    fireEvent.click(screen.getAllByRole("button", { name: "新增" })[0]!)
    const form = await screen.findByRole("dialog")
    expect(within(form).getByLabelText("允许发布文章")).toBeTruthy()
    expect(within(form).queryByLabelText("允许采集文章")).toBeNull()
  })
  it("omits them from the form of the call that lacks them, and requires what the back end requires", async () => {
    world.set({ capabilities: { absent: ["POST /user group_id"], required: ["POST /user email"] } })
    world.grant("UserAPI/ListUser", "UserAPI/AddUser")
    world.reply({ "GET /user/list": { total: 0, user: [] } })
    render(<UserPage />)
    await screen.findByText("还没有用户")
    fireEvent.click(screen.getAllByRole("button", { name: "新增" })[0]!)
    const form = await screen.findByRole("dialog")
    expect(within(form).queryByLabelText("角色")).toBeNull()
    fireEvent.change(within(form).getByLabelText("用户名"), { target: { value: "新读者" } })
    fireEvent.change(within(form).getByLabelText("密码"), { target: { value: "correct horse 7" } })
    world.press("保存")
    expect(await within(form).findByText("请输入邮箱")).toBeTruthy()
    expect(world.calls("POST /user")).toEqual([])
  })
  it("shows a review option only where submissions are allowed; hidden fields keep their value", async () => {
    world.grant("GroupAPI/ListGroup", "GroupAPI/CreateGroup")
    world.reply({ "GET /group/list": { total: 0, group: [] }, "POST /group": (values) => ({ id: 1, ...values }) as Output<"POST /group"> })
    render(<GroupPage />)
    await screen.findByText("还没有角色")
    fireEvent.click(screen.getAllByRole("button", { name: "新增" })[0]!)
    const form = await screen.findByRole("dialog")
    const rights = within(form).getByRole("group", { name: "可以做什么" })
    expect(within(rights).getByLabelText("评论需要审核")).toBeTruthy()
    expect(within(rights).queryByLabelText("文章需要审核")).toBeNull()
    fireEvent.click(within(rights).getByLabelText("允许评论"))
    await waitFor(() => expect(within(rights).queryByLabelText("评论需要审核")).toBeNull())
    fireEvent.click(within(rights).getByLabelText("允许发布文章"))
    expect(await within(rights).findByLabelText("文章需要审核")).toBeTruthy()
    fireEvent.change(within(form).getByLabelText("名称"), { target: { value: "编辑" } })
    world.press("保存")
    await waitFor(() =>
      expect(world.calls("POST /group")[0]?.input).toMatchObject({ title: "编辑", enable_comment: false, enable_comment_approval: true }),
    )
  })
})

describe("money", () => {
  it("is entered in 元 and stored in 分", () => {
    const values: (number | null)[] = []
    render(<MoneyField value={1990} max={100_000} onChange={(fen) => values.push(fen)} />)
    const field = screen.getByRole<HTMLInputElement>("spinbutton")
    expect(field.value).toBe("19.90")
    fireEvent.change(field, { target: { value: "0.29" } })
    fireEvent.change(field, { target: { value: "" } })
    fireEvent.change(field, { target: { value: "2000" } })
    fireEvent.blur(field)
    expect(values).toEqual([29, null, 100_000])
  })
})
