import { newGroup } from "../community/access"
import { readPerson, session } from "../community/accounts"
import { community } from "../community/community"
import { communitySettings, withDefaults } from "../community/public-settings"
import { labelledConfig } from "../community/settings"
import { offered, RemoteRefusal, type Dialect } from "../dialect"
import { isFields, messagesWith } from "../messages"
import { spiderCalls, spiderDocumentMessage, spiderMessages } from "./spider"

/** The public settings that it has in addition to those of a community server and that are not off by default here. */
const proSettings = { ...communitySettings, system: [...communitySettings.system!, "enable_powered_by"], vip: ["enable_credit_pay"] }

/**
 * The server of this product family with members, orders, SMS and third-party logins: the community server's calls plus those. Only its
 * clients are public, so their requests are all that is known about it.
 */
export const pro: Dialect = {
  ...community,
  name: "pro",
  streams: { ...community.streams, "GET /oauth/officialaccount/token": true },
  calls: {
    ...community.calls,
    ...spiderCalls,
    "GET /settings": { ...offered, fromRemote: withDefaults(proSettings) },
    "POST /user/register/mobile": { ...offered, fromRemote: session },
    "POST /user/login/mobile": { ...offered, fromRemote: session },
    "POST /user/findpassword/mobile": offered,
    // Its clients send the whole user, including the name, which may also be changed.
    "PUT /user/profile": {
      ...offered,
      toRemote: ({ id, code: _, password: _password, ...change }) => ({ ...change, ...(id ? { id } : {}) }),
      wholeRow: readPerson,
    },
    // It has announcements, and its clients filter by them.
    "GET /article/list": offered,
    "POST /group": newGroup((group) => group),
    "POST /sms": offered,
    "GET /sms/list": offered,
    "GET /config/list": { ...labelledConfig, absent: ["alarm", "backup"] },
    "GET /settings/recharge": offered,
    "GET /license": offered,
    "POST /order": offered,
    "GET /wechatpay/cert": offered,
    "GET /order": offered,
    "GET /order/status": offered,
    "POST /order/pay": offered,
    "PUT /order/close": offered,
    "DELETE /order": offered,
    "GET /order/list": { ...offered, absent: ["refund_status"] },
    "POST /order/system/recharge": offered,
    "GET /user/vip/order": offered,
    "GET /document/download/vip": offered,
    "GET /uservip/list": offered,
    "GET /user/order": offered,
    "GET /user/vip": offered,
    "GET /oauth/configs": offered,
    "POST /oauth/login": { ...offered, fromRemote: session, dropped: ["state", "secret"] },
    "POST /oauth/bind": { ...offered, fromRemote: session },
    "GET /oauth/wxshare/signature": offered,
    "GET /user/oauth": offered,
    "GET /search": { ...offered, isRecorded: true },
    "PUT /document/index": offered,
    "PUT /article/index": offered,
    "PUT /renew/document/index": offered,
    "DELETE /user/oauth": offered,
    "PUT /document/vip": offered,
    "PUT /document/detect/language": offered,
    "PUT /document/language": {
      ...offered,
      // Each document is sent with its own language and its title, because an omitted title would be lost.
      toRemote: async ({ document_id = [], language, document = document_id.map((id) => ({ id, language })) }, ask) => ({
        document: await Promise.all(
          document.map(async (one) => {
            const reply = await ask("GET /document", { id: one.id })
            if (reply.status !== 200 || !isFields(reply.data)) throw new RemoteRefusal(reply)
            return { ...one, title: reply.data["title"] }
          }),
        ),
      }),
    },
  },
  // It has announcements, and its clients filter by them.
  listInputs: { ...community.listInputs, "GET /article/list": [...community.listInputs["GET /article/list"]!, "is_notice"] },
  messages: messagesWith(
    {
      Document: { is_vip: "bool", source: "string" },
      CreateDocumentItem: { is_vip: "bool" },
      Group: { enable_article_crawl: "bool" },
      Article: { notice: "int32", source: "string", source_url: "string" },
      User: { is_vip: "bool" },
      SpiderDocument: spiderDocumentMessage,
      SetDocumentsLanguageRequest: { document: "Document[]" },
    },
    {
      ...spiderMessages,
      "POST /user/register/mobile": { mobile: "string", code: "string", password: "string" },
      "POST /user/login/mobile": { mobile: "string", code: "string" },
      "POST /user/findpassword/mobile": { mobile: "string", code: "string", password: "string" },
      "POST /sms": { mobile: "string", type: "int32", captcha: "string", captcha_id: "string" },
      "POST /oauth/login": { oauth_type: "int32", code: "string" },
      "POST /oauth/bind": { oauth_type: "int32", openid: "string", session: "string" },
      "PUT /document/vip": { document_id: "int64[]", is_vip: "bool" },
      "PUT /document/detect/language": { document_id: "int64[]" },
    },
  ),
}
