import { z } from "zod"
import { area, perHour, perMinute } from "../area"
import { bool, filled, filter, flag, id, int, many, nothing, num, optionalTime, paging, str, text, time } from "../schema"
import { readerBounds, shareStates } from "./sharing.enums"

/** A share link as its creator sees it (docs/decisions/335). `key` is its random address; `max_visits` 0 = unlimited. */
export const ShareLink = z.object({
  id: num,
  key: str,
  document_id: num,
  document_uuid: str,
  document_title: str,
  has_password: flag,
  download: flag,
  max_visits: num,
  visits: num,
  /** the owner pays the price for each visitor, as far as the credits suffice; `paid_visits`: for how many so far */
  pays: flag,
  paid_visits: num,
  /** one of `ShareState` without "open": what the next visitor meets */
  state: z.enum(shareStates).default("ready"),
  expires_at: time,
  created_at: time,
})

const key = filled(64, "分享链接")
const maxVisits = 1_000_000

export const sharing = area({
  /** of the caller's own links, newest first */
  "GET /document/share/list": {
    title: "我的分享链接",
    access: "login",
    input: z.object({ ...paging, document_id: filter(id) }),
    output: z.object({ total: num, share: many(ShareLink) }),
  },
  /** of the caller's own documents, and for staff of any that they see */
  "POST /document/share": {
    title: "新建分享链接",
    access: "login",
    permission: "DocumentAPI/ShareDocument",
    secretInput: true,
    conflicts: true,
    limit: perHour(60, "person"),
    input: z.object({
      document_id: id,
      /** "" = none */
      password: z
        .string()
        .max(64, { error: "访问密码最多 64 个字符" })
        .refine((value) => value === "" || value.length >= 4, { error: "访问密码至少 4 个字符" })
        .optional(),
      expires_at: optionalTime("到期时间").optional(),
      max_visits: int
        .refine((visits) => visits >= 0 && visits <= maxVisits, { error: `访问次数应为 0 到 ${maxVisits}` })
        .meta({ minimum: 0, maximum: maxVisits })
        .optional(),
      download: bool.optional(),
      /** needs a priced document of the caller's own, and `max_visits` from 1 to 1000 */
      pays: bool.optional(),
    }),
    output: ShareLink,
  },
  "DELETE /document/share": { title: "撤销分享链接", access: "login", input: z.object({ id }), output: nothing },
  /**
   * the state for a visitor; `uuid` is the document's, once this browser has opened the link. A logged-in user for whom the owner may still pay
   * gets "ready", so that they open it again
   */
  "GET /document/share": {
    title: "打开分享链接前的状态",
    access: "public",
    missing: true,
    limit: perMinute(120),
    input: z.object({ key }),
    output: z.object({ state: z.enum(shareStates).default("ready"), uuid: str }),
  },
  /** counts a visit of this browser, once, and sets the cookie that reading requires */
  "POST /document/share/open": {
    title: "打开分享链接",
    access: "public",
    scope: null,
    secretInput: true,
    conflicts: true,
    missing: true,
    limit: perMinute(60),
    input: z.object({ key, password: text(64, "访问密码").optional() }),
    /** `whole`: the owner has paid, so this browser reads every page; `bound`: why they have not, if it is no lack of credits */
    output: z.object({ uuid: str, whole: flag, bound: z.enum(readerBounds).default("none") }),
  },
})
