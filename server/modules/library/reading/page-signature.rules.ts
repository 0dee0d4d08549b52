import { createHmac, timingSafeEqual } from "node:crypto"

/** How long a signed address of a page image is valid (ms). */
export const signatureMs = 15 * 60_000

/** The claims of a signature: a page of one rendering of a document, the session that may see it, and the end of its validity (ms). */
export type SignedPage = { uuid: string; page: number; version: number; session: string; until: number }

const query = /^([\da-z]{1,10})\.([\da-f-]{36})\.([\w-]{22})$/

const signatureOf = (key: Buffer, { uuid, page, version, session, until }: SignedPage): string =>
  createHmac("sha256", key).update(`${uuid}\n${page}\n${version}\n${session}\n${until}`).digest().subarray(0, 16).toString("base64url")

/** Returns the value of the parameter `sign` of the page's address: expiry in seconds, session and 128 bits of an HMAC. */
export const signPage = (key: Buffer, signed: SignedPage): string => {
  const seconds = Math.ceil(signed.until / 1000)
  const signature = signatureOf(key, { ...signed, until: seconds * 1000 })
  return `${seconds.toString(36)}.${signed.session}.${signature}`
}

/** Returns the session and the expiry that a signature names; null if it is expired or does not belong to this page. */
export const verifyPage = (
  key: Buffer,
  value: string,
  signed: Pick<SignedPage, "uuid" | "page" | "version">,
  now: Date,
): Pick<SignedPage, "session" | "until"> | null => {
  const [, expiry, session, signature] = query.exec(value) ?? []
  if (!expiry || !session || !signature) return null
  const until = Number.parseInt(expiry, 36) * 1000
  if (until <= now.getTime() || until > now.getTime() + signatureMs + 1000) return null
  const expected = signatureOf(key, { ...signed, session, until })
  // the text, not its bytes: its last character has bits that mean nothing
  return timingSafeEqual(Buffer.from(expected), Buffer.from(signature)) ? { session, until } : null
}
