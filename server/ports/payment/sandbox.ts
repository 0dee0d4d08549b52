import type { OauthOptions } from "../oauth/create-oauth"
import { oauthTypes } from "../oauth/oauth.port"
import type { PaymentOptions } from "./create-payments"

/** Where the gateways and WeChat's account are asked while payment is only tried out (docs/decisions/086). `base` ends without a slash. */
export const sandboxPlaces = (base: string): { payments: PaymentOptions; oauth: OauthOptions } => ({
  payments: { endpoints: { wechatpay: `${base}/`, alipay: `${base}/gateway.do` }, allowInsecure: true },
  oauth: { endpoints: { [oauthTypes.officialaccount]: { token: `${base}/sns/oauth2/access_token` } } },
})
