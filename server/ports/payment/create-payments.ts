import type { SettingValues } from "../../../lib/contract/site/settings.groups"
import { createAlipay } from "./alipay.payment"
import type { Gateway, GatewayName } from "./payment.port"
import { fetchPlatformCertificate, type PlatformCertificate } from "./wechatpay-certificate"
import { createWechatpay } from "./wechatpay.payment"
import { createXunhupay } from "./xunhupay.payment"

export type GatewayConfigs = { [N in GatewayName]: SettingValues<N> }
export type PaymentOptions = {
  /** Overrides the real endpoints in tests. */
  endpoints?: { wechatpay?: string; alipay?: string }
  /** Allows http for the gateway with a configurable address, in tests. */
  allowInsecure?: boolean
  /** No real money: see `Payments.trial`. */
  trial?: boolean
  now?: () => Date
  /** Fetch for the gateway with a configurable address. */
  fetch?: typeof fetch
  /** In milliseconds. */
  timeout?: number
}

/**
 * Creates a gateway from its settings.
 * @throws GatewayError "config" if a key cannot be read
 */
export type Payments = { [N in GatewayName]: (config: GatewayConfigs[N]) => Gateway } & {
  /** The gateways are simulators. Only a site that is not publicly reachable may trust them (docs/decisions/086). */
  readonly trial: boolean
  /**
   * WeChat's platform certificate, which is used in addition to or instead of its public key; null if the merchant has none.
   * @throws GatewayError
   */
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
