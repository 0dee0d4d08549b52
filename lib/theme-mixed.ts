/** Shares in percent of the colours that are used translucent: `primary-32`. Written out, because older browsers lack `color-mix()`. */
const translucent = { primary: [12, 14, 32], sprout: [32, 40, 55], warning: [38], surface: [72, 88] } as const

const hexOf = (share: number): string =>
  Math.round(share * 255)
    .toString(16)
    .padStart(2, "0")
const channelsOf = (colour: string): number[] => [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255)

/** Returns the colours that are mixed from others in this set of tokens. */
export const mixedOf = (tokens: Readonly<Record<string, string | undefined>>): Record<string, string> => {
  const names = Object.keys(translucent) as (keyof typeof translucent)[]
  const faint = names.flatMap((name) =>
    tokens[name] ? translucent[name].map((share) => [`${name}-${share}`, `${tokens[name]}${hexOf(share / 100)}`]) : [],
  )
  const { "primary-soft": soft, surface } = tokens
  if (!soft || !surface) return Object.fromEntries(faint)
  const below = channelsOf(surface)
  const selected = channelsOf(soft).map((channel, at) => hexOf(channel * 0.55 + below[at]! * 0.45))
  return { ...Object.fromEntries(faint), "row-selected": `#${selected.join("")}` }
}
