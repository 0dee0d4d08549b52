import { openText, sealText } from "@/server/security/sealed"

const purpose = "webhook"

export const sealSecret = (key: Uint8Array, id: number, secret: string): string => sealText(key, purpose, String(id), secret)

type Sealed = { id: number; secret: string; previous_secret: string; previous_until: Date | null }

/** Returns the secrets that sign requests now: the current one and, for a day after a change, the previous one. */
export const secretsOf = (key: Uint8Array, { id, secret, previous_secret, previous_until }: Sealed, now: Date): string[] =>
  [secret, previous_until && previous_until > now ? previous_secret : ""].flatMap((sealed) => {
    const opened = sealed && openText(key, purpose, String(id), sealed)
    return opened ? [opened] : []
  })
