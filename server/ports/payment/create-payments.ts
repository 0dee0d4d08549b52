import type { SettingValues } from "../../../lib/contract/site/settings.groups"
import { createAlipay } from "./alipay.payment"
import type { Gateway, GatewayName } from "./payment.port"
import { fetchPlatformCertificate, type PlatformCertificate } from "./wechatpay-certificate"
import { createWechatpay } from "./wechatpay.payment"
import { createXunhupay } from "./xunhupay.payment"

export type GatewayConfigs = { [N in GatewayName]: SettingValues<N> }
export type PaymentOptions = {
  /** other than the real ones, in tests */
  endpoints?: { wechatpay?: string; alipay?: string }
  /** http is spoken to the gateway whose address is a setting, in tests */
  allowInsecure?: boolean
  /** no real money: see `Payments.trial` */
  trial?: boolean
  now?: () => Date
  /** asks the gateway whose address is a setting */
  fetch?: typeof fetch
  /** milliseconds */
  timeout?: number
}

/** The gateway as it is set up. @throws GatewayError "config" where a key cannot be read */
export type Payments = { [N in GatewayName]: (config: GatewayConfigs[N]) => Gateway } & {
  /** The gateways are stand-ins: only a site that nobody else can open may take their word (docs/decisions/086). */
  readonly trial: boolean
  /** WeChat's, which is set beside its public key or in its place; null for a merchant that has none. @throws GatewayError */
  platformCertificate(config: GatewayConfigs["wechatpay"]): Promise<PlatformCertificate | null>
}

export const createPayments = ({
  endpoints = {},
  allowInsecure,
  trial = false,
  now = () => new Date(),
  timeout,
  fetch: send,
}: PaymentOptions = {}): Payments => {
  const wechatpay = { base: endpoints.wechatpay ?? "https://api.mch.weixin.qq.com/", now, timeout }
  return {
    trial,
    wechatpay: (config) => createWechatpay(config, wechatpay),
    alipay: (config) => createAlipay(config, { gateway: endpoints.alipay ?? "https://openapi.alipay.com/gateway.do", now, timeout }),
    xunhupay: (config) => createXunhupay(config, { now, timeout, allowInsecure, send }),
    platformCertificate: (config) => fetchPlatformCertificate(config, wechatpay),
  }
}
