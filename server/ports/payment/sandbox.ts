import type { OauthOptions } from "../oauth/create-oauth"
import { oauthTypes } from "../oauth/oauth.port"
import type { PaymentOptions } from "./create-payments"

/** Endpoints of the gateways and WeChat's account in trial mode (docs/decisions/086). `base` has no trailing slash. */
export const sandboxEndpoints = (base: string): { payments: PaymentOptions; oauth: OauthOptions } => ({
  payments: { endpoints: { wechatpay: `${base}/`, alipay: `${base}/gateway.do` }, allowInsecure: true },
  oauth: { endpoints: { [oauthTypes.officialaccount]: { token: `${base}/sns/oauth2/access_token` } } },
})
