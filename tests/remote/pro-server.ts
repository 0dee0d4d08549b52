import { startStrictServer, type CallHandlers, type More, type ServerRow, type StrictServer, type Tables } from "./strict-server"

/**
 * The additions of the server with memberships, orders, SMS and third-party logins to the community server, derived from what its public
 * clients send and read, since it cannot be run here. Messages that only it has are named after their call.
 */
const more: More = {
  fields: {
    Document: { is_vip: "bool", source: "string", exist_wxacode: "bool" },
    Group: { enable_article_crawl: "bool" },
    Article: { notice: "int32", source: "string", source_url: "string" },
    User: { is_vip: "bool", group_name: "string" },
    SetDocumentsLanguageRequest: { document: "Document[]" },
    RegisterMobile: { mobile: "string", code: "string", password: "string" },
    LoginMobile: { mobile: "string", code: "string" },
    SendSms: { mobile: "string", captcha_id: "string", captcha: "string", type: "int32" },
    OauthLogin: { code: "string", oauth_type: "int32" },
    OauthBind: { openid: "string", oauth_type: "int32", session: "string" },
    SetDocumentsVip: { document_id: "int64[]", is_vip: "bool" },
  },
  calls: {
    "GET /settings/recharge": "",
    "POST /user/register/mobile": "RegisterMobile",
    "POST /user/login/mobile": "LoginMobile",
    "POST /user/findpassword/mobile": "RegisterMobile",
    "POST /sms": "SendSms",
    "GET /sms/list": "",
    "GET /user/order": "",
    "GET /user/vip": "",
    "GET /oauth/configs": "",
    "POST /oauth/login": "OauthLogin",
    "POST /oauth/bind": "OauthBind",
    "GET /oauth/wxshare/signature": "",
    "GET /user/oauth": "",
    "DELETE /user/oauth": "",
    "PUT /document/vip": "SetDocumentsVip",
  },
}

const answers: Record<string, ServerRow> = {
  "GET /settings": {
    system: { title: "样例文库", credit_name: "魔豆", credit_exchange: 10 },
    display: { home_version: "v2", show_order: true },
    vip: { enable: true, year_price: 9900, year_document_discount: 85 },
  },
  "GET /settings/recharge": { enable: true, recharge_discount: "100=10", credit_name: "魔豆", credit_exchange: 10 },
  "POST /sms": { is_registered: true },
  "POST /user/login/mobile": { token: "a-token", user: { id: 3, username: "lin", is_vip: true, credit_count: 7 } },
  "POST /user/register/mobile": { token: "a-token", user: { id: 4, username: "wu" } },
  "POST /oauth/login": { oauth: { id: 5, openid: "o-1", oauth_type: 4, session: "s-1", avatar: "/uploads/a.png" } },
  "GET /oauth/configs": {
    oauths: [
      { type: 4, name: "Github", icon: "/uploads/g.png", enable: true, client_id: "c-1", redirect_url: "https://example.org/oauth/github" },
    ],
  },
  "GET /user/oauth": { oauth: [{ id: 5, oauth_type: 4, username: "lin", nickname: "林", updated_at: "2026-11-22T15:54:51Z" }] },
  "GET /user/order": {
    total: 1,
    order: [
      {
        order_no: "20261122155451000001",
        order_type: 2,
        status: 2,
        product_name: "年卡VIP",
        amount: 990,
        created_at: "2026-11-22T15:54:51Z",
      },
    ],
  },
  "GET /user/vip": { total: 1, user_vip: [{ id: 1, user_id: 3, discount: 85, download: 100, expired_at: "2027-11-22T15:54:51Z" }] },
  "GET /oauth/wxshare/signature": { appid: "wx1", timestamp: 1763800000, noncestr: "n", signature: "s" },
}

/** Saving a profile replaces these fields. */
const profileFields = ["username", "mobile", "email", "address", "signature", "avatar", "realname", "identity", "remark"]

const writesOf = (tables: Tables): CallHandlers => ({
  "PUT /user/profile": ({ body }) => {
    const row = tables["/user"]!.find((one) => one["id"] === body!["id"])!
    for (const name of profileFields) row[name] = body![name] ?? ""
    return { data: {} }
  },
  "PUT /document/vip": ({ body }) => {
    const { document_id, is_vip } = body as { document_id: number[]; is_vip: boolean }
    for (const row of tables["/document"]!) if (document_id.includes(Number(row["id"]))) row["is_vip"] = is_vip
    return { data: {} }
  },
  // each with its title, which is replaced as well
  "PUT /document/language": ({ body }) => {
    for (const { id, title = "", language = "" } of (body as { document: { id: number; title?: string; language?: string }[] }).document)
      Object.assign(
        tables["/document"]!.find((row) => row["id"] === id)!,
        { title, language },
      )
    return { data: {} }
  },
})

/** Starts a server as strict as the community server (`strict-server.ts`), with the additions of the other one. */
export const startProServer = (tables: Tables = {}): Promise<StrictServer> => {
  const fixed = Object.fromEntries(Object.entries(answers).map(([key, data]) => [key, () => ({ data })]))
  return startStrictServer(tables, undefined, { ...fixed, ...writesOf(tables) }, more)
}
