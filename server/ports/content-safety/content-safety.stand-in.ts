import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { buffer } from "node:stream/consumers"
import { acs3Of, ossOf, tc3Of } from "../cloud-signature-checks"
import type { SafetyAccount } from "./content-safety.port"
import { memorySafetyMarks } from "./memory.content-safety"

/* A mock server of both services, which checks signatures and limits as the real ones do, and objects to the marks of the fake. */

type Answer = { status: number; body: object | string }
type Seen = { texts: string[]; pictures: Buffer[] }
const upload = { id: "STS.upload", secret: "secret-of-the-upload", token: "CAIS-token", bucket: "green-upload" }

const markOf = (content: string): "block" | "review" | "" => {
  const { block, review } = memorySafetyMarks
  return content.includes(block) ? "block" : content.includes(review) ? "review" : ""
}

const aliyunAnswer = (mark: string, label: string, words: string): Answer => {
  const results = [{ Label: label, Confidence: 98.02, ...(words && { RiskWords: words }) }]
  const data = mark
    ? { Result: results, RiskLevel: mark === "block" ? "high" : "medium" }
    : { Result: [{ Label: "nonLabel" }], RiskLevel: "none" }
  return { status: 200, body: { Code: 200, Message: "OK", RequestId: "1", Data: data } }
}

/** What has been asked of 阿里云 since the mock server started. */
type AliyunState = { nonces: Set<string>; objects: Map<string, Buffer>; tokens: number }

const aliyun = (req: IncomingMessage, content: Buffer, account: SafetyAccount, reason: string, seen: Seen, state: AliyunState): Answer => {
  const error = (status: number, Code: string, Message: string): Answer => ({ status, body: { RequestId: "1", Code, Message } })
  if (req.method === "PUT") {
    if (req.headers["x-oss-security-token"] !== upload.token || req.headers.authorization !== ossOf(req, upload))
      return { status: 403, body: "<Error><Code>SignatureDoesNotMatch</Code></Error>" }
    state.objects.set(decodeURIComponent(req.url!).slice(`/${upload.bucket}/`.length), content)
    return { status: 200, body: "" }
  }
  const body = content.toString()
  const { authorization = "" } = req.headers
  const nonce = String(req.headers["x-acs-signature-nonce"])
  if (req.headers["x-acs-version"] !== "2022-03-02") return error(404, "InvalidVersion", "Specified api is not found")
  if (!authorization.includes(`Credential=${account.key_id},`)) return error(404, "InvalidAccessKeyId.NotFound", "no such key")
  if (!authorization.endsWith(`Signature=${acs3Of(req, account.key_secret, body)}`))
    return error(400, "SignatureDoesNotMatch", "Specified signature is not matched with our calculation.")
  if (state.nonces.has(nonce)) return error(400, "SignatureNonceUsed", "Specified signature nonce was used already.")
  state.nonces.add(nonce)
  if (reason) return { status: 200, body: { Code: 408, Message: reason, RequestId: "1" } }
  const form = new URLSearchParams(body)
  const parameters = JSON.parse(form.get("ServiceParameters") ?? "{}") as Record<string, string>
  const action = req.headers["x-acs-action"]
  if (action === "DescribeUploadToken") {
    state.tokens++
    const data = {
      ...{ AccessKeyId: upload.id, AccessKeySecret: upload.secret, SecurityToken: upload.token, BucketName: upload.bucket },
      ...{ FileNamePrefix: "upload/1a2b/", OssInternetEndPoint: "https://oss-cn-shanghai.aliyuncs.com" },
      Expiration: Math.floor(Date.now() / 1000) + 3_600,
    }
    return { status: 200, body: { Code: 200, Msg: "OK", RequestId: "1", Data: data } }
  }
  if (action === "TextModerationPlus" && form.get("Service") === "ugc_moderation_byllm") {
    const text = parameters.content ?? ""
    if (!text || text.length > 600) return { status: 200, body: { Code: 400, Message: "content is too long", RequestId: "1" } }
    seen.texts.push(text)
    const mark = markOf(text)
    return aliyunAnswer(mark, "pornographic_adult", mark && memorySafetyMarks[mark])
  }
  if (action === "ImageModeration" && form.get("Service") === "baselineCheck") {
    const picture = parameters.ossBucketName === upload.bucket ? state.objects.get(parameters.ossObjectName ?? "") : undefined
    if (!picture) return { status: 200, body: { Code: 401, Msg: "download of the image failed", RequestId: "1" } }
    seen.pictures.push(picture)
    return aliyunAnswer(markOf(picture.toString()), "pornographic_adultContent", "")
  }
  return error(404, "InvalidAction.NotFound", "Specified api is not found")
}

const tencent = (req: IncomingMessage, content: Buffer, account: SafetyAccount, reason: string, seen: Seen): Answer => {
  const body = content.toString()
  const error = (Code: string, Message: string): Answer => ({
    status: 200,
    body: { Response: { Error: { Code, Message }, RequestId: "1" } },
  })
  const action = req.headers["x-tc-action"]
  const product = action === "TextModeration" ? "tms" : "ims"
  if (Math.abs(Number(req.headers["x-tc-timestamp"]) * 1000 - Date.now()) > 300_000) return error("AuthFailure.SignatureExpire", "expired")
  if (req.headers.authorization !== tc3Of(req, { id: account.key_id, key: account.key_secret, product }, body))
    return error("AuthFailure.SignatureFailure", "The provided credentials could not be validated.")
  if (req.headers["x-tc-version"] !== "2020-12-29" || !req.headers["x-tc-region"]) return error("InvalidAction", "no such action")
  if (reason) return error("UnauthorizedOperation.Unauthorized", reason)
  const input = JSON.parse(body) as { Content?: string; FileContent?: string }
  const bytes = Buffer.from((action === "TextModeration" ? input.Content : input.FileContent) ?? "", "base64")
  if (!bytes.length) return error("InvalidParameterValue", "empty")
  if (action === "TextModeration") {
    if (bytes.toString().length > 10_000) return error("InvalidParameterValue.ErrTextContentLen", "too long")
    seen.texts.push(bytes.toString())
  } else seen.pictures.push(bytes)
  const mark = markOf(bytes.toString())
  const verdict = mark
    ? { Suggestion: mark === "block" ? "Block" : "Review", Label: "Porn", Score: 98 }
    : { Suggestion: "Pass", Label: "Normal", Score: 0 }
  const Keywords = mark && action === "TextModeration" ? [memorySafetyMarks[mark]] : []
  return { status: 200, body: { Response: { ...verdict, Keywords, RequestId: "1" } } }
}

/** Starts the mock server for one account. */
export const startSafetyService = async (account: SafetyAccount) => {
  const seen: Seen = { texts: [], pictures: [] }
  const state: AliyunState = { nonces: new Set(), objects: new Map(), tokens: 0 }
  let reason = ""
  const answer = async (req: IncomingMessage, res: ServerResponse) => {
    const content = await buffer(req)
    const { status, body } =
      account.provider === "aliyun" ? aliyun(req, content, account, reason, seen, state) : tencent(req, content, account, reason, seen)
    res.writeHead(status, { "content-type": "application/json" }).end(typeof body === "string" ? body : JSON.stringify(body))
  }
  const server = createServer((req, res) => void answer(req, res)).listen(0, "127.0.0.1")
  await new Promise((done) => server.once("listening", done))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    /** how many tokens for uploads were given out */
    tokens: () => state.tokens,
    refuse: (next: string) => void (reason = next),
    close: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
