import { createHash } from "node:crypto"
import { utcSeconds } from "../cloud-signing"
import { jsonFields } from "../web/bounded-text"
import { addressOf, countedParams, international, templateOf, messageOf, type SmsAdapter } from "./adapter"

/** Builds the X-WSSE header: PasswordDigest = Base64(SHA256(Nonce + Created + app_secret)). Source: 华为云，消息&短信 API 参考，《认证鉴权》. */
export const wsse = (key: string, secret: string, nonce: string, now: Date): string => {
  const created = utcSeconds(now)
  const digest = createHash("sha256").update(`${nonce}${created}${secret}`).digest("base64")
  return `UsernameToken Username="${key}",PasswordDigest="${digest}",Nonce="${nonce}",Created="${created}"`
}

/** 华为云消息&短信 `POST /sms/batchSendSms/v1`. */
export const huaweiSms: SmsAdapter<"smsHuawei"> = {
  fields: {
    app_key: "APP_Key",
    app_secret: "APP_Secret",
    sender: "签名通道号",
    sign_name: null,
    template_register: null,
    template_login: null,
    template_find_password: null,
    template_params: null,
    endpoint: "接口地址",
  },
  secrets: ["app_secret"],
  request: (settings, message, { now, nonce }) => {
    const params = countedParams(settings.template_params, message)
    const body = new URLSearchParams({
      from: settings.sender,
      to: international(message.mobile),
      templateId: templateOf(settings, message.type),
      ...(params.length > 0 ? { templateParas: JSON.stringify(params) } : {}),
      ...(settings.sign_name ? { signature: settings.sign_name } : {}),
    })
    return {
      url: `${addressOf(settings.endpoint).origin}/sms/batchSendSms/v1`,
      method: "POST",
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        authorization: 'WSSE realm="SDP",profile="UsernameToken",type="Appkey"',
        "x-wsse": wsse(settings.app_key, settings.app_secret, nonce, now),
      },
      body: body.toString(),
    }
  },
  refusal: (answer) => {
    const { code, description, result } = jsonFields(answer.text)
    const first = Array.isArray(result) ? (result[0] as { status?: unknown } | undefined) : undefined
    // Code E000510 means "see status": the status of the number is the reason.
    const status = first?.status === "000000" ? undefined : first?.status
    return answer.status === 200 && code === "000000" && status === undefined ? null : messageOf(answer, code, description, status)
  },
}
