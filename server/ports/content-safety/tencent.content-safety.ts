import { SafetyLevel } from "../../../lib/contract/community/content-safety.enums"
import { SensitiveCategory } from "../../../lib/contract/community/sensitive-word.enums"
import { tc3Request } from "../cloud-signing"
import { jsonFields } from "../web/bounded-text"
import type { ContentSafetyPort, SafetyAccount, SafetyVerdict } from "./content-safety.port"
import { refusalOf, sendSafely, type SafetyOptions } from "./safety-request"
import { findingOf, joined, piecesOf, recordOf, textOf } from "./verdict"

/** The addresses of 文本内容安全 (TMS) and 图片内容安全 (IMS). */
export const tencentSafetyEndpoints = { tms: "https://tms.tencentcloudapi.com", ims: "https://ims.tencentcloudapi.com" }
type Product = keyof typeof tencentSafetyEndpoints

const region = "ap-guangzhou"
/** Characters that one call of TextModeration accepts. */
const maxText = 10_000

const levels = new Map<string, number>([
  ["Pass", SafetyLevel.pass],
  ["Review", SafetyLevel.review],
  ["Block", SafetyLevel.block],
])
const { politics, obscene, violence, contraband, abuse, advertisement, other } = SensitiveCategory
const categories = new Map<string, number>(
  Object.entries({
    Polity: politics,
    Porn: obscene,
    Sexy: obscene,
    Terror: violence,
    Illegal: contraband,
    Abuse: abuse,
    Ad: advertisement,
    Spam: advertisement,
  }),
)

/**
 * 腾讯云天御: TextModeration and ImageModeration, both version 2020-12-29, which answer a suggestion, a label and its score
 * (https://cloud.tencent.com/document/api/1124/51860, /1125/53273).
 */
export const tencentSafety = (options: SafetyOptions & { endpoints?: Record<Product, string> }): ContentSafetyPort => {
  const { endpoints = tencentSafetyEndpoints, now = () => new Date() } = options
  const ask = async (account: SafetyAccount, product: Product, payload: object, signal?: AbortSignal): Promise<SafetyVerdict> => {
    const request = tc3Request({
      endpoint: endpoints[product],
      product,
      action: product === "tms" ? "TextModeration" : "ImageModeration",
      version: "2020-12-29",
      region,
      id: account.key_id,
      key: account.key_secret,
      payload,
      now: now(),
    })
    const answer = await sendSafely(options, account, request, signal)
    const { Error: error, Suggestion, Label, Score, Keywords } = recordOf(jsonFields(answer.text).Response)
    const level = levels.get(textOf(Suggestion))
    if (answer.status !== 200 || error || level === undefined)
      throw refusalOf(account, answer, `${textOf(recordOf(error).Code)} ${textOf(recordOf(error).Message)}`)
    const words = Array.isArray(Keywords) ? Keywords : []
    return {
      level,
      findings: level === SafetyLevel.pass ? [] : [findingOf(categories.get(textOf(Label)) ?? other, Label, Score, words)],
    }
  }
  return {
    checkText: async (account, text, signal) => {
      const verdicts: SafetyVerdict[] = []
      for (const piece of piecesOf(text, maxText))
        verdicts.push(await ask(account, "tms", { Content: Buffer.from(piece).toString("base64") }, signal))
      return joined(verdicts)
    },
    checkPicture: (account, picture, signal) => ask(account, "ims", { FileContent: picture.toString("base64") }, signal),
  }
}
