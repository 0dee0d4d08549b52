import { notOffered, type Dialect } from "../dialect"

/** Orders, members, short messages and logins of third parties: a community server has none of them. */
export const payments = {
  "GET /settings/recharge": notOffered,
  "GET /settings/vip": notOffered,
  "GET /user/order": notOffered,
  "GET /user/vip": notOffered,
  "GET /sms/list": notOffered,
  "GET /sms": notOffered,
  "DELETE /sms": notOffered,
  "POST /sms": notOffered,
  "GET /oauth/configs": notOffered,
  "POST /oauth/begin": notOffered,
  "POST /oauth/login": notOffered,
  "POST /oauth/bind": notOffered,
  "POST /oauth/factor": notOffered,
  "GET /oauth/wxshare/signature": notOffered,
  "GET /user/oauth": notOffered,
  "DELETE /user/oauth": notOffered,
} satisfies Partial<Dialect["calls"]>
