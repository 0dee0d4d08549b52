import { createHash, createHmac } from "node:crypto"
import type { IncomingMessage } from "node:http"

/* Signatures recomputed from a request as it arrived, without any code of the signers: what mock servers compare. */

const sha256 = (content: string) => createHash("sha256").update(content).digest("hex")
const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest()
const encoded = (value: string) =>
  encodeURIComponent(value).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)
const headerOf = (req: IncomingMessage, name: string): string => String(req.headers[name] ?? "")

/** The signature of ACS3-HMAC-SHA256 (阿里云，V3 版本请求体&签名机制). */
export const acs3Of = (req: IncomingMessage, secret: string, body: string): string => {
  const url = new URL(req.url!, "http://127.0.0.1")
  const query = [...url.searchParams].map(([name, value]) => `${encoded(name)}=${encoded(value)}`).sort()
  const names = /SignedHeaders=([^,]+)/.exec(headerOf(req, "authorization"))?.[1]?.split(";") ?? []
  const lines = names.map((name) => `${name}:${headerOf(req, name).trim()}\n`).join("")
  const request = [req.method, url.pathname, query.join("&"), lines, names.join(";"), sha256(body)].join("\n")
  return hmac(secret, `ACS3-HMAC-SHA256\n${sha256(request)}`).toString("hex")
}

/** The whole Authorization header of TC3-HMAC-SHA256 (腾讯云，签名方法 v3). */
export const tc3Of = (req: IncomingMessage, { id, key, product }: { id: string; key: string; product: string }, body: string): string => {
  const seconds = headerOf(req, "x-tc-timestamp")
  const day = new Date(Number(seconds) * 1000).toISOString().slice(0, 10)
  const lines = ["content-type", "host"].map((name) => `${name}:${headerOf(req, name).toLowerCase()}\n`).join("")
  const request = `${req.method}\n/\n\n${lines}\ncontent-type;host\n${sha256(body)}`
  const scope = `${day}/${product}/tc3_request`
  const signingKey = hmac(hmac(hmac(`TC3${key}`, day), product), "tc3_request")
  const signature = hmac(signingKey, `TC3-HMAC-SHA256\n${seconds}\n${scope}\n${sha256(request)}`).toString("hex")
  return `TC3-HMAC-SHA256 Credential=${id}/${scope}, SignedHeaders=content-type;host, Signature=${signature}`
}

/** The Authorization header of OSS signature V1 with a security token (阿里云对象存储，在 Header 中包含 V1 签名). */
export const ossOf = (req: IncomingMessage, { id, secret }: { id: string; secret: string }): string => {
  const text = [req.method, "", headerOf(req, "content-type"), headerOf(req, "date")].join("\n")
  const token = `x-oss-security-token:${headerOf(req, "x-oss-security-token")}`
  const signature = createHmac("sha1", secret)
    .update(`${text}\n${token}\n${decodeURIComponent(req.url!)}`)
    .digest("base64")
  return `OSS ${id}:${signature}`
}
