import type { ConversionReason } from "../../converter.port"

/**
 * A malicious or damaged file with its expected outcome: one of the reasons or, for "shown", pages. Every outcome is contained: bounded in
 * time and memory, no connection, no leak, no leftovers.
 */
export type HostileFile = {
  title: string
  name: string
  make: () => Buffer | Promise<Buffer>
  outcomes: ReadonlyArray<ConversionReason | "shown">
}

export function hostile(
  title: string,
  name: string,
  outcome: ConversionReason | "shown" | HostileFile["outcomes"],
  make: HostileFile["make"],
): HostileFile {
  return { title, name, make, outcomes: typeof outcome === "string" ? [outcome] : outcome }
}

/** Returns pseudo-random bytes that are the same in every run. */
export function noise(length: number, seed = 1): Buffer {
  const bytes = Buffer.alloc(length)
  let state = seed >>> 0
  for (let index = 0; index < length; index += 1) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    bytes[index] = state >>> 24
  }
  return bytes
}

/** Returns the first part of a file. */
export function truncated(content: Buffer, share = 0.5): Buffer {
  return content.subarray(0, Math.floor(content.length * share))
}
