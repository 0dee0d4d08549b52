import { createHash, createHmac } from "node:crypto"
import { jsonFields } from "../web/bounded-text"
import { addressOf, namedParams, percentEncoded, templateOf, utcSeconds, messageOf, type SmsAdapter } from "./adapter"

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex")

type Signed = {
  id: string
  secret: string
  method: string
  path: string
  query: Record<string, string>
  headers: Record<string, string>
  body: string
}

const canonicalQuery = (query: Record<string, string>) =>
  Object.entries(query)
    .map(([name, value]) => `${percentEncoded(name)}=${percentEncoded(value)}`)
    .sort()
    .join("&")

/**
 * Builds the Authorization header of ACS3-HMAC-SHA256. Source: 阿里云 SDK，《V3版本请求体&签名机制》. `headers` are the signed headers, in lower case and
 * including `host`.
 */
export const signAcs3 = ({ id, secret, method, path, query, headers, body }: Signed): string => {
  const names = Object.keys(headers).sort()
  const lines = names.map((name) => `${name}:${headers[name]!.trim()}\n`).join("")
  const request = [method, path, canonicalQuery(query), lines, names.join(";"), sha256(body)].join("\n")
  const signature = createHmac("sha256", secret)
    .update(`ACS3-HMAC-SHA256\n${sha256(request)}`)
    .digest("hex")
  return `ACS3-HMAC-SHA256 Credential=${id},SignedHeaders=${names.join(";")},Signature=${signature}`
}

/** 阿里云短信服务 SendSms, version 2017-05-25: parameters in the query, empty body. */
export const aliyunSms: SmsAdapter<"smsAliyun"> = {
  fields: {
    access_key_id: "AccessKey ID",
    access_key_secret: "AccessKey Secret",
    sign_name: "短信签名",
    template_register: null,
    template_login: null,
    template_find_password: null,
    code_param: "验证码的变量名",
    minutes_param: null,
    endpoint: "接口地址",
  },
  secrets: ["access_key_secret"],
  request: (settings, message, { now, nonce }) => {
    const url = addressOf(settings.endpoint)
    const query = {
      PhoneNumbers: message.mobile,
      SignName: settings.sign_name,
      TemplateCode: templateOf(settings, message.type),
      TemplateParam: JSON.stringify(namedParams(settings, message)),
    }
    const headers = {
      "x-acs-action": "SendSms",
      "x-acs-version": "2017-05-25",
      "x-acs-date": utcSeconds(now),
      "x-acs-signature-nonce": nonce,
      "x-acs-content-sha256": sha256(""),
    }
    const authorization = signAcs3({
      id: settings.access_key_id,
      secret: settings.access_key_secret,
      method: "POST",
      path: "/",
      query,
      headers: { ...headers, host: url.host },
      body: "",
    })
    return {
      url: `${url.origin}/?${canonicalQuery(query)}`,
      method: "POST",
      headers: { ...headers, authorization, accept: "application/json" },
    }
  },
  refusal: (answer) => {
    const { Code, Message } = jsonFields(answer.text)
    return answer.status === 200 && Code === "OK" ? null : messageOf(answer, Code, Message)
  },
}
