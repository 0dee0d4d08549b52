import { community } from "../community/community"
import { offered, type Dialect } from "../dialect"
import { isFields, messagesWith } from "../messages"

/**
 * The family's server with members, orders, short messages and logins of third parties: the community server's calls and those.
 * Only its clients are public, so what they send is what is known of it.
 */
export const pro: Dialect = {
  ...community,
  name: "pro",
  calls: {
    ...community.calls,
    "POST /user/register/mobile": offered,
    "POST /user/login/mobile": offered,
    "POST /user/findpassword/mobile": offered,
    "POST /sms": offered,
    "GET /sms/list": offered,
    "GET /config/list": offered,
    "GET /user/order": offered,
    "GET /user/vip": offered,
    "GET /oauth/configs": offered,
    "POST /oauth/login": offered,
    "POST /oauth/bind": offered,
    "GET /oauth/wxshare/signature": offered,
    "GET /user/oauth": offered,
    "DELETE /user/oauth": offered,
    "PUT /document/vip": offered,
    "PUT /document/language": {
      ...offered,
      // each document with its own language and its title, which would be lost
      toRemote: async ({ document_id = [], language, document = document_id.map((id) => ({ id, language })) }, ask) => ({
        document: await Promise.all(
          document.map(async (one) => {
            const { data } = await ask("GET /document", { id: one.id })
            return { ...one, title: isFields(data) ? data["title"] : "" }
          }),
        ),
      }),
    },
  },
  messages: messagesWith({
    Document: { is_vip: "bool", source: "string" },
    CreateDocumentItem: { is_vip: "bool" },
    Group: { enable_article_crawl: "bool" },
    Article: { notice: "int32", source: "string", source_url: "string" },
    User: { is_vip: "bool" },
    SetDocumentsLanguageRequest: { document: "Document[]" },
  }),
}
