import type { Turn } from "./converter.port"

/** The turn of a conversion that nobody waits behind. */
export const endlessTurn: Turn = {
  over: false,
  next: () => Promise.resolve(),
  bind: () => () => undefined,
}
