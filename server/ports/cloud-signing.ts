import { createHash, createHmac } from "node:crypto"

/* Requests to the HTTP APIs of 阿里云 and 腾讯云 with their signatures, shared by the ports that call these clouds. */

export type CloudRequest = { url: string; method: "POST"; headers: Record<string, string>; body?: string }

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex")
const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest()

/** Percent-encodes as in RFC 3986, which all these signatures require: also encodes `!'()*`. */
export const percentEncoded = (value: string): string =>
  encodeURIComponent(value).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)

/** Formats a time as `2018-02-12T15:30:20Z`. */
export const utcSeconds = (now: Date): string => now.toISOString().replace(/\.\d+Z$/, "Z")

const encodedPairs = (values: Record<string, string>): string[] =>
  Object.entries(values).map(([name, value]) => `${percentEncoded(name)}=${percentEncoded(value)}`)

type Acs3Signed = {
  id: string
  secret: string
  method: string
  path: string
  query: Record<string, string>
  headers: Record<string, string>
  body: string
}

/**
 * Builds the Authorization header of ACS3-HMAC-SHA256. Source: 阿里云 SDK，《V3版本请求体&签名机制》. `headers` are the signed headers, in lower case and
 * including `host`.
 */
export const signAcs3 = ({ id, secret, method, path, query, headers, body }: Acs3Signed): string => {
  const names = Object.keys(headers).sort()
  const lines = names.map((name) => `${name}:${headers[name]!.trim()}\n`).join("")
  const request = [method, path, encodedPairs(query).sort().join("&"), lines, names.join(";"), sha256(body)].join("\n")
  const signature = hmac(secret, `ACS3-HMAC-SHA256\n${sha256(request)}`).toString("hex")
  return `ACS3-HMAC-SHA256 Credential=${id},SignedHeaders=${names.join(";")},Signature=${signature}`
}

type Acs3Call = {
  /** the address of the service; its path is ignored */
  endpoint: string
  action: string
  version: string
  id: string
  secret: string
  query?: Record<string, string>
  /** parameters that the service expects in the body instead of the query */
  form?: Record<string, string>
  now: Date
  nonce: string
}

/** Builds the request of an RPC call of 阿里云 with its signature. */
export const acs3Request = ({ endpoint, action, version, id, secret, query = {}, form, now, nonce }: Acs3Call): CloudRequest => {
  const url = new URL(endpoint)
  const body = form ? encodedPairs(form).join("&") : ""
  const headers = {
    ...(form && { "content-type": "application/x-www-form-urlencoded" }),
    "x-acs-action": action,
    "x-acs-version": version,
    "x-acs-date": utcSeconds(now),
    "x-acs-signature-nonce": nonce,
    "x-acs-content-sha256": sha256(body),
  }
  const authorization = signAcs3({ id, secret, method: "POST", path: "/", query, headers: { ...headers, host: url.host }, body })
  return {
    url: `${url.origin}/?${encodedPairs(query).join("&")}`,
    method: "POST",
    headers: { ...headers, authorization, accept: "application/json" },
    ...(body && { body }),
  }
}

type Tc3Call = {
  endpoint: string
  /** the product's name in the signature, independent of the address */
  product: string
  action: string
  version: string
  region: string
  id: string
  key: string
  payload: object
  now: Date
}

/** Builds the request of a call of 腾讯云 with its signature TC3-HMAC-SHA256. Source: 腾讯云，《签名方法 v3》. */
export const tc3Request = ({ endpoint, product, action, version, region, id, key, payload, now }: Tc3Call): CloudRequest => {
  const url = new URL(endpoint)
  const body = JSON.stringify(payload)
  const seconds = Math.floor(now.getTime() / 1000)
  const day = now.toISOString().slice(0, 10)
  const scope = `${day}/${product}/tc3_request`
  const type = "application/json"
  const names = "content-type;host"
  const request = ["POST", "/", "", `content-type:${type}\nhost:${url.host}\n`, names, sha256(body)].join("\n")
  const text = ["TC3-HMAC-SHA256", seconds, scope, sha256(request)].join("\n")
  const signature = hmac(hmac(hmac(hmac(`TC3${key}`, day), product), "tc3_request"), text).toString("hex")
  return {
    url: `${url.origin}/`,
    method: "POST",
    headers: {
      "content-type": type,
      "x-tc-action": action,
      "x-tc-version": version,
      "x-tc-timestamp": String(seconds),
      "x-tc-region": region,
      authorization: `TC3-HMAC-SHA256 Credential=${id}/${scope}, SignedHeaders=${names}, Signature=${signature}`,
    },
    body,
  }
}
