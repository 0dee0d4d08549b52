import { createHmac } from "node:crypto"
import { percentEncoded, utcSeconds } from "../cloud-signing"
import { jsonFields } from "../web/bounded-text"
import { addressOf, namedParams, templateOf, messageOf, type SmsAdapter } from "./adapter"

const hmac = (key: string, text: string) => createHmac("sha256", key).update(text).digest("hex")
const validSeconds = 1800

type Signed = {
  id: string
  secret: string
  method: string
  path: string
  query: Record<string, string>
  headers: Record<string, string>
  now: Date
}

/**
 * Builds the Authorization header of bce-auth-v1. Source: 百度智能云，《生成认证字符串》. All `headers` (lower-case names) are signed. The signing key is
 * the text of hexadecimal digits, not its bytes.
 */
export const signBce = ({ id, secret, method, path, query, headers, now }: Signed): string => {
  const prefix = `bce-auth-v1/${id}/${utcSeconds(now)}/${validSeconds}`
  const names = Object.keys(headers).sort()
  const request = [
    method,
    path.split("/").map(percentEncoded).join("/"),
    Object.entries(query)
      .map(([name, value]) => `${percentEncoded(name)}=${percentEncoded(value)}`)
      .sort()
      .join("&"),
    names
      .map((name) => `${percentEncoded(name)}:${percentEncoded(headers[name]!.trim())}`)
      .sort()
      .join("\n"),
  ].join("\n")
  return `${prefix}/${names.join(";")}/${hmac(hmac(secret, prefix), request)}`
}

/** 百度智能云简单消息服务 `POST /api/v3/sendSms`; signs host and x-bce-date. */
export const baiduSms: SmsAdapter<"smsBaidu"> = {
  fields: {
    access_key_id: "Access Key ID",
    secret_access_key: "Secret Access Key",
    signature_id: "短信签名 ID",
    template_register: null,
    template_login: null,
    template_find_password: null,
    code_param: "验证码的变量名",
    minutes_param: null,
    endpoint: "接口地址",
  },
  secrets: ["secret_access_key"],
  request: (settings, message, { now }) => {
    const url = addressOf(settings.endpoint)
    const path = "/api/v3/sendSms"
    const date = utcSeconds(now)
    const authorization = signBce({
      id: settings.access_key_id,
      secret: settings.secret_access_key,
      method: "POST",
      path,
      query: {},
      headers: { host: url.host, "x-bce-date": date },
      now,
    })
    return {
      url: `${url.origin}${path}`,
      method: "POST",
      headers: { "content-type": "application/json;charset=UTF-8", "x-bce-date": date, authorization },
      body: JSON.stringify({
        mobile: message.mobile,
        template: templateOf(settings, message.type),
        signatureId: settings.signature_id,
        contentVar: namedParams(settings, message),
      }),
    }
  },
  refusal: (answer) => {
    const { code, message, data } = jsonFields(answer.text)
    const first = Array.isArray(data) ? (data[0] as { code?: unknown; message?: unknown } | undefined) : undefined
    if (answer.status !== 200 || String(code) !== "1000") return messageOf(answer, code, message)
    // The request may succeed even if its only number fails.
    return first?.code === undefined || String(first.code) === "1000" ? null : messageOf(answer, first.code, first.message)
  },
}
