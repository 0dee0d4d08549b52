/** Compares two lists of sentences and says what is missing and what is there without a reason. */
export const difference = (what: string, expected: string[], stored: string[]): string[] => {
  const left = new Map<string, number>()
  for (const one of expected) left.set(one, (left.get(one) ?? 0) + 1)
  for (const one of stored) left.set(one, (left.get(one) ?? 0) - 1)
  return [...left].flatMap(([text, n]) => (n === 0 ? [] : [`${what} ${n > 0 ? "missing" : "not expected"}: ${text}`]))
}
