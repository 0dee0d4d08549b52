/** Returns the smallest 1, 2, 2.5 or 5 times a power of ten that is at least `value`, rounded up to an integer of at least 1. */
const round = (value: number): number => {
  const power = 10 ** Math.floor(Math.log10(value))
  const step = [1, 2, 2.5, 5, 10].find((one) => one * power >= value)! * power
  return step < 1 ? 1 : Number.isInteger(step) ? step : Math.ceil(step)
}

const lines = 4

/** Returns the values of the grid lines from 0 on, in `lines` steps that cover the largest value. */
export const ticksOf = (values: readonly number[]): number[] => {
  const most = Math.max(...values, 0)
  const step = most === 0 ? 1 : round(most / lines)
  return Array.from({ length: Math.max(Math.ceil(most / step), most === 0 ? lines : 1) + 1 }, (_, at) => at * step)
}

/** Abbreviates "12,000" to "1.2 万" for the axis, which has room for few characters. */
export const shortNumber = (value: number): string => {
  const unit = [
    { size: 100_000_000, name: "亿" },
    { size: 10_000, name: "万" },
  ].find(({ size }) => value >= size)
  return unit ? `${Number((value / unit.size).toFixed(2))} ${unit.name}` : String(value)
}

/** Returns the coordinates of the values in a box of 100 × 100 whose top is the value `top`; a single value is centred. */
export const pointsOf = (values: readonly number[], top: number): { x: number; y: number }[] =>
  values.map((value, at) => ({
    x: values.length > 1 ? (at / (values.length - 1)) * 100 : 50,
    y: 100 - (top > 0 ? (value / top) * 100 : 0),
  }))

const pair = ({ x, y }: { x: number; y: number }) => `${x.toFixed(2)} ${y.toFixed(2)}`

/** Returns the line through the points as a path's `d`. A single point becomes a short dash. */
export const linePath = (places: readonly { x: number; y: number }[]): string =>
  places.length === 1 ? `M${pair({ ...places[0]!, x: 48 })}H52` : places.map((point, at) => `${at ? "L" : "M"}${pair(point)}`).join("")

/** Returns the area below the line as a path's `d`. */
export const areaPath = (places: readonly { x: number; y: number }[]): string =>
  places.length < 2 ? "" : `${linePath(places)}L${places.at(-1)!.x.toFixed(2)} 100L${places[0]!.x.toFixed(2)} 100Z`

/** Returns which of `length` points is nearest to a fraction of the width, 0 to 1. */
export const nearestAt = (share: number, length: number): number =>
  Math.min(Math.max(Math.round(share * (length - 1)), 0), Math.max(length - 1, 0))

/** Returns at most `wanted` label positions, spread evenly from the first to the last. */
export const labelsAt = (length: number, maxLabels: number): number[] => {
  const labels = Math.min(maxLabels, length)
  return [...new Set(Array.from({ length: labels }, (_, at) => (labels === 1 ? 0 : Math.round((at / (labels - 1)) * (length - 1)))))]
}
