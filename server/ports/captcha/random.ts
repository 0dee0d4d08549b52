import { randomInt } from "node:crypto"

/** A number from `least` to `most` that nobody can foretell, in steps of a ten-thousandth of the distance. */
export const between = (least: number, most: number): number => least + ((most - least) * randomInt(0, 10_001)) / 10_000

/** A whole number, both ends included. */
export const whole = (least: number, most: number): number => randomInt(least, most + 1)

export const oneOf = <T>(things: ArrayLike<T>): T => things[randomInt(0, things.length)]!

/** `length` characters, each any of `alphabet`. */
export const randomText = (alphabet: string, length: number): string => Array.from({ length }, () => oneOf(alphabet)).join("")
