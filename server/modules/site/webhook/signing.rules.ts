import { createHmac, randomBytes } from "node:crypto"

/*
 * Requests are signed as the Standard Webhooks specification says (https://www.standardwebhooks.com): receivers find libraries for it in every
 * language. What is signed is `id.timestamp.body`; the header holds one `v1,<base64>` for each secret that counts at the moment.
 */

const prefix = "whsec_"
/** Characters of a secret that staff may see again. */
const hintLength = prefix.length + 4

export const newSecret = (): string => prefix + randomBytes(32).toString("base64")
export const hintOf = (secret: string): string => secret.slice(0, hintLength)

const signature = (secret: string, content: string): string =>
  `v1,${createHmac("sha256", Buffer.from(secret.slice(prefix.length), "base64"))
    .update(content)
    .digest("base64")}`

/** The headers of a request. `at` is the moment of sending: a receiver refuses what is older than some minutes. */
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
