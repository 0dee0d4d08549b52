import { createHmac, randomUUID } from "node:crypto"
import { SafetyLevel } from "../../../lib/contract/community/content-safety.enums"
import { SensitiveCategory } from "../../../lib/contract/community/sensitive-word.enums"
import { acs3Request } from "../cloud-signing"
import { jsonFields } from "../web/bounded-text"
import { SafetyError, type ContentSafetyPort, type SafetyAccount, type SafetyVerdict } from "./content-safety.port"
import { refusalOf, sendSafely, type SafetyOptions } from "./safety-request"
import { findingOf, joined, listOf, piecesOf, recordOf, textOf } from "./verdict"

export const aliyunSafetyEndpoint = "https://green-cip.cn-shanghai.aliyuncs.com"
/** Text of users, and the basic check of pictures. */
const [textService, pictureService] = ["ugc_moderation_byllm", "baselineCheck"]
/** Characters that every text service accepts in one call. */
const maxText = 600
/** A token for uploads is used again until this long before it expires (ms). */
const tokenReserveMs = 60_000

const levels = new Map<string, number>([
  ["high", SafetyLevel.block],
  ["medium", SafetyLevel.review],
  ["low", SafetyLevel.pass],
  ["none", SafetyLevel.pass],
])

/** Labels by their beginning: `pornographic_adult`, `political_figure`, `pt_to_contact`. */
const categories: [beginning: RegExp, category: number][] = [
  [/^(porn|sexual)/, SensitiveCategory.obscene],
  [/^(political|inappropriate_politic)/, SensitiveCategory.politics],
  [/^(violent|terror)/, SensitiveCategory.violence],
  [/^contraband_gambling/, SensitiveCategory.gambling],
  [/^contraband/, SensitiveCategory.contraband],
  [/^(inappropriate_(profanity|discrimination)|profanity|abuse|cyberbullying)/, SensitiveCategory.abuse],
  [/^(fraud|inappropriate_fraud)/, SensitiveCategory.fraud],
  [/^(pt|ad)_/, SensitiveCategory.advertisement],
]
const categoryOf = (label: string): number => categories.find(([beginning]) => beginning.test(label))?.[1] ?? SensitiveCategory.other

/** The right to store pictures for a check in the service's own bucket. */
type UploadToken = { id: string; secret: string; token: string; bucket: string; host: string; prefix: string; until: number }

type Options = SafetyOptions & {
  endpoint?: string
  /** Returns the address of the bucket; tests replace it by their mock server. */
  bucketAddress?: (bucket: string, host: string) => string
}

/** Only hosts of the provider itself, because the answer of the service decides where pictures go. */
const providersBucket = (bucket: string, host: string): string => {
  const name = host.replace(/^https?:\/\//, "")
  if (!/^[\w.-]+\.aliyuncs\.com$/.test(name) || !/^[a-z0-9-]+$/.test(bucket)) throw new SafetyError("阿里云内容安全给了不能上传图片的地址")
  return `https://${bucket}.${name}`
}

/**
 * 阿里云内容安全增强版, version 2022-03-02: TextModerationPlus and ImageModeration. A picture is stored in the service's bucket first
 * (DescribeUploadToken, then PUT with OSS signature V1), since ImageModeration takes no bytes (https://help.aliyun.com/document_detail/467829.html).
 */
export const aliyunSafety = (options: Options): ContentSafetyPort => {
  const { endpoint = aliyunSafetyEndpoint, bucketAddress = providersBucket, now = () => new Date(), nonce = randomUUID } = options
  const tokens = new Map<string, UploadToken>()

  const call = async (account: SafetyAccount, action: string, form: Record<string, string>, signal?: AbortSignal) => {
    const signed = { id: account.key_id, secret: account.key_secret, now: now(), nonce: nonce() }
    const request = acs3Request({ endpoint, action, version: "2022-03-02", form, ...signed })
    const answer = await sendSafely(options, account, request, signal)
    const { Code, Message, Msg, Data } = jsonFields(answer.text)
    if (answer.status !== 200 || Number(Code) !== 200) throw refusalOf(account, answer, `${textOf(Code)} ${textOf(Message) || textOf(Msg)}`)
    return { answer, data: recordOf(Data) }
  }

  const judge = async (account: SafetyAccount, action: string, service: string, parameters: object, signal?: AbortSignal) => {
    const form = { Service: service, ServiceParameters: JSON.stringify(parameters) }
    const { answer, data } = await call(account, action, form, signal)
    const level = levels.get(textOf(data.RiskLevel))
    if (level === undefined) throw refusalOf(account, answer, "没有给出风险等级")
    const results = listOf(data.Result).filter(({ Label }) => textOf(Label) && textOf(Label) !== "nonLabel")
    const findings = results.map(({ Label, Confidence, RiskWords, Riskwords }) =>
      findingOf(categoryOf(textOf(Label)), Label, Confidence, textOf(RiskWords ?? Riskwords).split(",")),
    )
    return { level, findings: level === SafetyLevel.pass ? [] : findings } satisfies SafetyVerdict
  }

  const uploadToken = async (account: SafetyAccount, signal?: AbortSignal): Promise<UploadToken> => {
    const stored = tokens.get(account.key_id)
    if (stored && stored.until - tokenReserveMs > now().getTime()) return stored
    const { data } = await call(account, "DescribeUploadToken", {}, signal)
    const token = {
      id: textOf(data.AccessKeyId),
      secret: textOf(data.AccessKeySecret),
      token: textOf(data.SecurityToken),
      bucket: textOf(data.BucketName),
      host: textOf(data.OssInternetEndPoint),
      prefix: textOf(data.FileNamePrefix),
      until: Number(data.Expiration) * 1000,
    }
    tokens.set(account.key_id, token)
    return token
  }

  const upload = async (account: SafetyAccount, picture: Buffer, signal?: AbortSignal) => {
    const { id, secret, token, bucket, host, prefix } = await uploadToken(account, signal)
    const name = `${prefix}${nonce()}`
    const [date, type] = [now().toUTCString(), "application/octet-stream"]
    const signature = createHmac("sha1", secret)
      .update(`PUT\n\n${type}\n${date}\nx-oss-security-token:${token}\n/${bucket}/${name}`)
      .digest("base64")
    const headers = { "content-type": type, date, "x-oss-security-token": token, authorization: `OSS ${id}:${signature}` }
    const path = name.split("/").map(encodeURIComponent).join("/")
    const request = { url: `${bucketAddress(bucket, host)}/${path}`, method: "PUT", headers, body: Buffer.from(picture) }
    const answer = await sendSafely(options, account, request, signal)
    if (answer.status === 200) return { ossBucketName: bucket, ossObjectName: name }
    tokens.delete(account.key_id)
    throw refusalOf(account, answer, "图片没有传上去")
  }

  return {
    checkText: async (account, text, signal) => {
      const verdicts: SafetyVerdict[] = []
      for (const content of piecesOf(text, maxText))
        verdicts.push(await judge(account, "TextModerationPlus", textService, { content }, signal))
      return joined(verdicts)
    },
    checkPicture: async (account, picture, signal) => {
      const stored = await upload(account, picture, signal)
      return judge(account, "ImageModeration", pictureService, { ...stored, dataId: nonce() }, signal)
    },
  }
}
