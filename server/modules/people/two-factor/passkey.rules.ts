import { z } from "zod"

/* Passkey data from browsers before validation: JSON text in the formats of W3C WebAuthn Level 3. */

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

/** Parses the result of the browser's `create`; null if invalid. */
export const readRegistration = (text: string) => parsed(Registration, text)
/** Parses the result of the browser's `get`; null if invalid. */
export const readAssertion = (text: string) => parsed(Assertion, text)

/** Returns the signed challenge; "" if it cannot be read. */
export const challengeOf = (clientDataJSON: string): string => {
  const data = parsed(z.object({ challenge: bytes }), Buffer.from(clientDataJSON, "base64url").toString("utf8"))
  return data?.challenge ?? ""
}
