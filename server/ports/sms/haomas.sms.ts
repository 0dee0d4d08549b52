import { addressOf, percentEncoded, type SmsAdapter, type SmsAnswer, type SmsRequest } from "./adapter"
import { SmsError } from "./sms.port"

const xmlEntities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;" }

/** Escapes a value for a body of this type, so that it cannot become part of the template. */
const escapes: Record<string, (value: string) => string> = {
  "application/json": (value) => JSON.stringify(value).slice(1, -1),
  "application/x-www-form-urlencoded": percentEncoded,
  "application/xml": (value) => value.replace(/[&<>"']/g, (one) => xmlEntities[one]!),
}

/** Fills the template in one pass, so that a value that looks like a variable is kept as it is. */
const filled = (template: string, values: Record<string, string>, escape: (value: string) => string): string =>
  template.replace(/\{(\w+)\}/g, (whole, name: string) => (Object.hasOwn(values, name) ? escape(values[name]!) : whole))

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Maximum number of characters that staff's regular expressions are run on, so that a slow one cannot block the process. */
const searchedCharacters = 4_000

const accepted = (mark: string, { text }: SmsAnswer): boolean => {
  const pattern = /^\/(.+)\/([ims]*)$/s.exec(mark)
  if (!pattern) return text.includes(mark)
  return expressionOf(pattern[1]!, pattern[2]!).test(text.slice(0, searchedCharacters))
}

const expressionOf = (source: string, flags: string): RegExp => {
  try {
    return new RegExp(source, flags)
  } catch {
    throw new SmsError("短信配置里的成功标志不是正确的正则表达式")
  }
}

/** 浩信 and many regional platforms publish no API, so the settings describe this adapter. */
export const haomasSms: SmsAdapter<"smsHaomas"> = {
  fields: { url: "请求地址", method: "请求方式", content_type: "内容类型", body: null, account: null, password: null, success: "成功标志" },
  secrets: ["password"],
  request: (settings, { mobile, code, minutes }): SmsRequest => {
    const values = { mobile, code, minutes: String(minutes), account: settings.account, password: settings.password }
    const escape = escapes[settings.content_type]
    if (!escape) throw new SmsError("短信配置里的内容类型不受支持")
    // Detects an invalid pattern before the message is paid for.
    accepted(settings.success, { status: 200, text: "" })
    const url = addressOf(filled(settings.url, values, percentEncoded)).href
    if (settings.method === "GET") return { url, method: "GET", headers: {} }
    const body = filled(settings.body, values, escape)
    if (settings.content_type === "application/json" && !isJson(body)) throw new SmsError("短信配置里的内容模板不是正确的 JSON")
    return { url, method: "POST", headers: { "content-type": `${settings.content_type};charset=UTF-8` }, body }
  },
  refusal: (answer, settings) => {
    if (answer.status >= 200 && answer.status < 300 && accepted(settings.success, answer)) return null
    return answer.text.trim().slice(0, 300) || `HTTP ${answer.status}`
  },
}
