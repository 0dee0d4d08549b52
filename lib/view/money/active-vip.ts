type Card = { joined_at: string | null; expired_at: string | null }

export const isActive = ({ joined_at, expired_at }: Card, now: number): boolean =>
  expired_at !== null && new Date(expired_at).getTime() > now && (joined_at === null || new Date(joined_at).getTime() <= now)

/** Returns the card in use: the valid one that expires first. */
export const activeVip = <T extends Card>(cards: T[], now: number): T | null =>
  cards.filter((card) => isActive(card, now)).toSorted((a, b) => a.expired_at!.localeCompare(b.expired_at!))[0] ?? null
