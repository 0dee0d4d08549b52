import type { Turn } from "./converter.port"

/** A turn that never ends, for a conversion with no other conversion waiting for its slot. */
export const endlessTurn: Turn = {
  over: false,
  next: () => Promise.resolve(),
  bind: () => () => undefined,
}
