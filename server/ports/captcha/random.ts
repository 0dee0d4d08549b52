import { randomInt } from "node:crypto"

/** A number from `min` to `max`, unpredictable, in steps of a ten-thousandth of the distance. */
export const randomBetween = (min: number, max: number): number => min + ((max - min) * randomInt(0, 10_001)) / 10_000

/** A whole number, both ends included. */
export const randomInteger = (min: number, max: number): number => randomInt(min, max + 1)

export const oneOf = <T>(things: ArrayLike<T>): T => things[randomInt(0, things.length)]!

/** `length` characters, each any of `alphabet`. */
export const randomText = (alphabet: string, length: number): string => Array.from({ length }, () => oneOf(alphabet)).join("")
