import { acs3Request, type CloudRequest } from "../cloud-signing"
import type { CdnAccount, CdnPurge } from "./cdn.port"

/** Time and nonce of a signature, injected so that signatures can be tested. */
export type CdnSigning = { now: Date; nonce: string }
export type CdnEndpoints = Record<CdnAccount["provider"], string>

export const cdnEndpoints: CdnEndpoints = { cloudflare: "https://api.cloudflare.com", aliyun: "https://cdn.aliyuncs.com" }

/** How many addresses one request may carry: Cloudflare's limit for prefixes and tags; a length of Aliyun's query that every proxy accepts. */
const [mostPrefixes, mostPaths] = [30, 20]

const chunksOf = (list: readonly string[], size: number): string[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, at) => list.slice(at * size, (at + 1) * size))

/**
 * Cloudflare, "Purge cache by prefix" and "by tag": a prefix has no scheme, and covers every query; one request has either
 * (https://developers.cloudflare.com/api/resources/cache/methods/purge/).
 */
const cloudflare = (
  { zone, token }: Extract<CdnAccount, { provider: "cloudflare" }>,
  { addresses, folders, tags }: CdnPurge,
  endpoint: string,
): CloudRequest[] => {
  const prefixes = [...addresses, ...folders].map((address) => address.replace(/^https?:\/\//, ""))
  return [
    ...chunksOf(prefixes, mostPrefixes).map((part) => ({ prefixes: part })),
    ...chunksOf(tags, mostPrefixes).map((part) => ({ tags: part })),
  ].map((body) => ({
    url: `${endpoint}/client/v4/zones/${encodeURIComponent(zone)}/purge_cache`,
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  }))
}

/** 阿里云 CDN RefreshObjectCaches, version 2018-05-10: parameters in the query, empty body; `IgnoreParams` covers every query. */
const aliyun = (
  { access_key_id, access_key_secret }: Extract<CdnAccount, { provider: "aliyun" }>,
  { addresses, folders }: CdnPurge,
  endpoint: string,
  signing: CdnSigning,
): CloudRequest[] => {
  const requestOf = (ObjectType: string, paths: string[], nonce: string): CloudRequest =>
    acs3Request({
      ...{ endpoint, action: "RefreshObjectCaches", version: "2018-05-10", id: access_key_id, secret: access_key_secret },
      ...{ query: { ObjectPath: paths.join("\n"), ObjectType }, now: signing.now, nonce },
    })
  return [
    ...chunksOf(addresses, mostPaths).map((paths, at) => requestOf("IgnoreParams", paths, `${signing.nonce}a${at}`)),
    ...chunksOf(folders, mostPaths).map((paths, at) => requestOf("Directory", paths, `${signing.nonce}f${at}`)),
  ]
}

/** Builds the requests of a purge. */
export const requestsOf = (account: CdnAccount, purge: CdnPurge, endpoints: CdnEndpoints, signing: CdnSigning): CloudRequest[] =>
  account.provider === "cloudflare" ? cloudflare(account, purge, endpoints.cloudflare) : aliyun(account, purge, endpoints.aliyun, signing)

/** Returns why the service refused, in its own words; null if it accepted. Both answer JSON. */
export const refusalOf = (account: CdnAccount, status: number, text: string): string | null => {
  const answer = jsonOf(text)
  if (account.provider === "cloudflare") {
    if (status === 200 && answer.success === true) return null
    const [error] = Array.isArray(answer.errors) ? (answer.errors as { code?: unknown; message?: unknown }[]) : []
    return error ? `${textOf(error.code)} ${textOf(error.message)}` : ""
  }
  return status === 200 && answer.RefreshTaskId ? null : `${textOf(answer.Code)} ${textOf(answer.Message)}`.trim()
}

const textOf = (value: unknown): string => (typeof value === "string" || typeof value === "number" ? String(value) : "")
const jsonOf = (text: string): Record<string, unknown> => {
  try {
    const value: unknown = JSON.parse(text)
    return value && typeof value === "object" ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
