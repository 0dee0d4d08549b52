import { percentEncoded } from "../cloud-signing"
import { addressOf, type SmsAdapter, type SmsAnswer, type SmsRequest } from "./adapter"
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

/**
 * Checks an answer for the success mark: a text that it contains, or, starting with `$.`, the path of a value in its JSON and the value that
 * it must have: `$.data.status=0`. Regular expressions are no marks: a slow one would stop the whole process.
 */
const accepted = (mark: string, { text }: SmsAnswer): boolean => {
  const [, path, expected] = /^\$\.([\w.]{1,100})=(.*)$/s.exec(mark) ?? []
  if (path === undefined) return text.includes(mark)
  if (!isJson(text)) return false
  const value = path
    .split(".")
    .reduce<unknown>((part, name) => (isObject(part) && Object.hasOwn(part, name) ? part[name] : undefined), JSON.parse(text))
  return !isObject(value) && value !== undefined && String(value) === expected
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null

/** 浩信 and many regional platforms publish no API, so the settings describe this adapter. */
export const haomasSms: SmsAdapter<"smsHaomas"> = {
  fields: { url: "请求地址", method: "请求方式", content_type: "内容类型", body: null, account: null, password: null, success: "成功标志" },
  secrets: ["password"],
  request: (settings, { mobile, code, minutes }): SmsRequest => {
    const values = { mobile, code, minutes: String(minutes), account: settings.account, password: settings.password }
    const escape = escapes[settings.content_type]
    if (!escape) throw new SmsError("短信配置里的内容类型不受支持")
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
