import { createHash, createHmac } from "node:crypto"
import { jsonFields } from "../web/bounded-text"
import { addressOf, countedParams, international, templateOf, messageOf, type SmsAdapter } from "./adapter"

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex")
const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest()
/** The product name in the signature, independent of the address. */
const product = "sms"

type Signed = { id: string; key: string; host: string; contentType: string; body: string; now: Date }

/** Builds the Authorization header of TC3-HMAC-SHA256 for a POST to `/`. Source: 腾讯云，《签名方法 v3》. */
export const signTc3 = ({ id, key, host, contentType, body, now }: Signed): string => {
  const day = now.toISOString().slice(0, 10)
  const scope = `${day}/${product}/tc3_request`
  const names = "content-type;host"
  const request = ["POST", "/", "", `content-type:${contentType}\nhost:${host}\n`, names, sha256(body)].join("\n")
  const text = ["TC3-HMAC-SHA256", Math.floor(now.getTime() / 1000), scope, sha256(request)].join("\n")
  const signature = hmac(hmac(hmac(hmac(`TC3${key}`, day), product), "tc3_request"), text).toString("hex")
  return `TC3-HMAC-SHA256 Credential=${id}/${scope}, SignedHeaders=${names}, Signature=${signature}`
}

type Reply = { Error?: { Code?: string; Message?: string }; SendStatusSet?: { Code?: string; Message?: string }[] }

/** 腾讯云短信 SendSms, version 2021-01-11. */
export const tencentSms: SmsAdapter<"smsTencent"> = {
  fields: {
    secret_id: "SecretId",
    secret_key: "SecretKey",
    sdk_app_id: "短信应用 SdkAppId",
    sign_name: "短信签名",
    template_register: null,
    template_login: null,
    template_find_password: null,
    template_params: null,
    region: "地域",
    endpoint: "接口地址",
  },
  secrets: ["secret_key"],
  request: (settings, message, { now }) => {
    const url = addressOf(settings.endpoint)
    const contentType = "application/json"
    const body = JSON.stringify({
      PhoneNumberSet: [international(message.mobile)],
      SmsSdkAppId: settings.sdk_app_id,
      SignName: settings.sign_name,
      TemplateId: templateOf(settings, message.type),
      TemplateParamSet: countedParams(settings.template_params, message),
    })
    return {
      url: `${url.origin}/`,
      method: "POST",
      headers: {
        "content-type": contentType,
        "x-tc-action": "SendSms",
        "x-tc-version": "2021-01-11",
        "x-tc-timestamp": String(Math.floor(now.getTime() / 1000)),
        "x-tc-region": settings.region,
        authorization: signTc3({ id: settings.secret_id, key: settings.secret_key, host: url.host, contentType, body, now }),
      },
      body,
    }
  },
  refusal: (answer) => {
    const reply = (jsonFields(answer.text).Response ?? {}) as Reply
    const sent = reply.SendStatusSet?.[0]
    return answer.status === 200 && !reply.Error && sent?.Code === "Ok"
      ? null
      : messageOf(answer, (reply.Error ?? sent)?.Code, (reply.Error ?? sent)?.Message)
  },
}
