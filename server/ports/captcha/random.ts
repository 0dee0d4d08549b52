import { randomInt } from "node:crypto"

/** Returns an unpredictable number from `min` to `max`, in steps of a ten-thousandth of the range. */
export const randomBetween = (min: number, max: number): number => min + ((max - min) * randomInt(0, 10_001)) / 10_000

/** Returns a random integer; both bounds are inclusive. */
export const randomInteger = (min: number, max: number): number => randomInt(min, max + 1)

export const oneOf = <T>(things: ArrayLike<T>): T => things[randomInt(0, things.length)]!

/** Returns `length` random characters of `alphabet`. */
export const randomText = (alphabet: string, length: number): string => Array.from({ length }, () => oneOf(alphabet)).join("")
