import { PaymentType } from "@/lib/contract/money/order.enums"
import { isThisMachine, originOf } from "@/lib/rules/path"
import type { Services } from "@/server/context"
import { GatewayError, gatewayNames, type Gateway, type GatewayName } from "@/server/ports/payment/payment.port"
import { settingsOf } from "../../site/settings/settings.usecases"
import { payingAccount } from "./wechat-payer.usecases"

/* The payment gateways as configured by user 1. */

const types: Record<GatewayName, number> = { wechatpay: PaymentType.wechat, alipay: PaymentType.alipay, xunhupay: PaymentType.third }

export const paymentTypeOf = (name: GatewayName): number => types[name]
export const gatewayTypes: readonly number[] = Object.values(types)

/** Returns the gateway of a payment type; null for credits and other types without one. */
export const gatewayNameOf = (payment_type: number): GatewayName | null => gatewayNames.find((name) => types[name] === payment_type) ?? null

/** Caches the gateway of each settings object, which is replaced when the settings change. */
const made = new WeakMap<object, Gateway | null>()

const madeOnce = <C extends object>(config: C, make: (config: C) => Gateway): Gateway | null => {
  const existing = made.get(config)
  if (existing !== undefined) return existing
  const gateway = ((): Gateway | null => {
    try {
      return make(config)
    } catch (error) {
      if (error instanceof GatewayError) return null
      throw error
    }
  })()
  made.set(config, gateway)
  return gateway
}

/**
 * Checks whether gateways can be trusted. Simulators are accepted only on a site on this machine: elsewhere users could pay without money
 * (docs/decisions/086).
 */
const isTrustworthy = async (app: Services): Promise<boolean> =>
  !app.payments.trial || isThisMachine(originOf((await settingsOf(app, "system")).domain))

/** Returns a gateway even if it is disabled, since attempts begun with it can still be paid. Null if it is not configured. */
export const gatewayOf = async (app: Services, name: GatewayName): Promise<Gateway | null> => {
  if (!(await isTrustworthy(app))) return null
  if (name === "wechatpay") {
    const config = await settingsOf(app, name)
    return config.app_id && config.mch_id && config.serial_no ? madeOnce(config, app.payments.wechatpay) : null
  }
  if (name === "alipay") {
    const config = await settingsOf(app, name)
    return config.app_id ? madeOnce(config, app.payments.alipay) : null
  }
  const config = await settingsOf(app, name)
  return config.app_id && config.app_secret ? madeOnce(config, app.payments.xunhupay) : null
}

/**
 * Returns a gateway that users can pay with now: it is enabled and configured, and the site knows its own address, which the gateway calls
 * back.
 */
export const usableGateway = async (app: Services, name: GatewayName): Promise<{ gateway: Gateway; origin: string } | null> => {
  const [{ enable }, { domain }, gateway] = await Promise.all([settingsOf(app, name), settingsOf(app, "system"), gatewayOf(app, name)])
  const origin = originOf(domain)
  return enable && gateway && origin ? { gateway, origin } : null
}

/** Returns the public settings of the gateways (docs/reference/api.md 4.3). */
export const publicPayment = async (app: Services) => {
  const [wechatpay, alipay, xunhupay] = await Promise.all(gatewayNames.map((name) => usableGateway(app, name)))
  const [{ name }, account] = await Promise.all([settingsOf(app, "xunhupay"), payingAccount(app)])
  return {
    enable_wechatpay: wechatpay !== null,
    enable_alipay: alipay !== null,
    enable_xunhupay: xunhupay !== null,
    xunhupay_name: name,
    official_account_appid: wechatpay && account ? account.client_id : "",
  }
}
