import { z } from "zod"

/* What browsers send of a passkey, before any of it is believed: JSON text of the shapes that W3C WebAuthn Level 3 names. */

const bytes = z.string().regex(/^[\w-]{1,16000}$/)
const credential = { id: bytes, rawId: bytes, type: z.literal("public-key") }

const Registration = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes,
    attestationObject: bytes,
    transports: z
      .array(z.string().regex(/^[\w-]{1,16}$/))
      .max(8)
      .optional(),
  }),
})
const Assertion = z.object({
  ...credential,
  response: z.object({ clientDataJSON: bytes, authenticatorData: bytes, signature: bytes }),
})

const parsed = <T>(schema: z.ZodType<T>, text: string): T | null => {
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

/** What the browser's `create` answered; null for anything else. */
export const readRegistration = (text: string) => parsed(Registration, text)
/** What the browser's `get` answered; null for anything else. */
export const readAssertion = (text: string) => parsed(Assertion, text)

/** The challenge that was signed; "" where there is none to read. */
export const challengeOf = (clientDataJSON: string): string => {
  const data = parsed(z.object({ challenge: bytes }), Buffer.from(clientDataJSON, "base64url").toString("utf8"))
  return data?.challenge ?? ""
}
