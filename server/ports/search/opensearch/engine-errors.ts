const maxReason = 500

type Reason = { type?: string; reason?: string }
type ErrorBody = Reason & { root_cause?: Reason[]; failed_shards?: { reason?: Reason }[] }

/** Returns the name and the reason of an error answer. The reason of "all shards failed" is that of a shard. */
export const reasonOf = (text: string): { type: string; reason: string } => {
  try {
    const { error } = JSON.parse(text) as { error?: ErrorBody | string }
    if (typeof error === "string") return { type: "", reason: error.slice(0, maxReason) }
    const cause = error?.root_cause?.[0] ?? error?.failed_shards?.[0]?.reason
    const causes = [error, cause?.reason === error?.reason ? undefined : cause].filter((one) => one !== undefined)
    const reason = causes.map((one) => `${one.type ?? "error"}: ${one.reason ?? ""}`).join("; ")
    return { type: error?.type ?? "", reason: reason.slice(0, maxReason) }
  } catch {
    return { type: "", reason: text.slice(0, maxReason) }
  }
}

/** Whether a web server answered, and not a search engine. */
export const isPage = (response: Response): boolean => response.headers.get("content-type")?.includes("text/html") ?? false

const tlsErrors = /CERT|SELF_SIGNED|UNABLE_TO_(VERIFY|GET)|ALTNAME|ERR_TLS|ERR_SSL/

/** What staff can do about a SEARCH_URL that is not a web address. Its value may hold a password, so it is not repeated. */
export const malformedAdvice =
  "SEARCH_URL 写得不对：应为以 http:// 或 https:// 开头的网址，几个用逗号隔开，密码里的 #、/、? 写成 %23、%2F、%3F"

/** Returns what staff can do about it, in Chinese; "" if nothing special is known. */
export const adviceOf = (cause: (Error & { code?: string }) | "page" | undefined): string => {
  if (cause === "page") return "SEARCH_URL 的地址回答的不是 OpenSearch，请核对地址、端口和路径"
  if (!cause?.code || !tlsErrors.test(cause.code)) return ""
  return `证书不受信任（${cause.code}）：请用 NODE_EXTRA_CA_CERTS 指明签发它的 CA，或核对 SEARCH_URL 用的是不是 https`
}
