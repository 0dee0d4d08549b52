import type { Ctx } from "@/server/context"
import { invalid, unavailable } from "@/server/errors"
import { GatewayError } from "@/server/ports/payment/payment.port"
import { settingsOf } from "../../site/settings/settings.usecases"

/** Messages for faults in the settings: those that the port could not read and those that WeChat refused. */
const faults: Record<string, string> = {
  "private key": "商户私钥读不出来，请重新粘贴 apiclient_key.pem 的内容",
  resource: "APIv3 密钥不对，请到商户平台核对",
  SIGN_ERROR: "微信没有认出这个商户，请核对商户号、证书序列号和私钥",
}

/**
 * Downloads the WeChat Pay platform certificate with the saved settings, whether or not the gateway is enabled. A merchant that uses the
 * public key instead gets none. @throws 400 with the fault in the settings, 503 if WeChat does not answer
 */
export const readWechatCertificate = async (ctx: Ctx) => {
  const config = await settingsOf(ctx.app, "wechatpay")
  const { mch_id, serial_no, private_key, api_v3_key } = config
  if (!mch_id || !serial_no || !private_key || !api_v3_key) throw invalid("请先填写商户号、证书序列号、私钥和 APIv3 密钥，并保存")
  try {
    const certificate = await ctx.app.payments.platformCertificate(config)
    return { ...certificate, public_key: config.public_key !== "" }
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    const { fault, detail } = error
    ctx.app.log.warn({ fault, detail, request: ctx.request.id }, "没有取到微信支付平台证书")
    if (fault === "unavailable") throw unavailable(error.message)
    throw invalid(faults[detail] ?? "微信没有接受，请核对商户号、证书序列号和密钥")
  }
}
