import { createHmac, randomBytes } from "node:crypto"

/*
 * Requests are signed according to the Standard Webhooks specification (https://www.standardwebhooks.com), for which libraries exist in
 * every
 * language. The signed content is `id.timestamp.body`; the header contains one `v1,<base64>` for each secret that is valid now.
 */

const prefix = "whsec_"
/** Number of characters of a secret that staff may see again. */
const hintLength = prefix.length + 4

export const newSecret = (): string => prefix + randomBytes(32).toString("base64")
export const hintOf = (secret: string): string => secret.slice(0, hintLength)

const signature = (secret: string, content: string): string =>
  `v1,${createHmac("sha256", Buffer.from(secret.slice(prefix.length), "base64"))
    .update(content)
    .digest("base64")}`

/** Returns the signed headers of a request. `at` is the time of sending: receivers reject requests that are more than a few minutes old. */
export const signedHeaders = (secrets: readonly string[], eventId: string, at: Date, body: string): Record<string, string> => {
  const timestamp = String(Math.floor(at.getTime() / 1_000))
  return {
    "content-type": "application/json",
    "user-agent": "doujia-webhook",
    "webhook-id": eventId,
    "webhook-timestamp": timestamp,
    "webhook-signature": secrets.map((secret) => signature(secret, `${eventId}.${timestamp}.${body}`)).join(" "),
  }
}
