import { createHash } from "node:crypto"

/** A call from WeChat's server to a site (docs/decisions/150). `tamper` changes the values after signing. */
type Call = { token: string; message?: string; tamper?: Record<string, string> }
export type Heard = { status: number; type: string; body: string; echostr: string }

const stamp = { timestamp: "1735689600", nonce: "1372623149" }

/** Sends what WeChat sends when the address is entered in its console (GET with `echostr`) or when a follower writes a message (POST). */
export const callFromWechat = async (address: string, { token, message, tamper = {} }: Call): Promise<Heard> => {
  const signature = createHash("sha1").update([token, stamp.timestamp, stamp.nonce].toSorted().join("")).digest("hex")
  const echostr = "5837397520665436492"
  const query = new URLSearchParams({ signature, ...stamp, ...(message === undefined ? { echostr } : {}), ...tamper })
  const reply = await fetch(`${address}?${query.toString()}`, {
    method: message === undefined ? "GET" : "POST",
    ...(message === undefined ? {} : { body: message, headers: { "content-type": "text/xml" } }),
  })
  return { status: reply.status, type: reply.headers.get("content-type") ?? "", body: await reply.text(), echostr }
}
