import { isValidElement, type ReactElement } from "react"
import { LRUCache } from "lru-cache"
import { rootsOf, type Root } from "./markup"

/** In characters, of the HTML and of the data that it was rendered from. */
const maxSize = 8_000_000

const drawn = new LRUCache<string, Root[]>({
  maxSize,
  sizeCalculation: (roots, name) => roots.reduce((sum, { html }) => sum + html.length, name.length),
})

let count = 0
const numbers = new WeakMap<object, number>()
const numberOf = (component: object): number => {
  const knownNumber = numbers.get(component)
  if (knownNumber) return knownNumber
  numbers.set(component, ++count)
  return count
}

/** Checks whether JSON represents the value completely: two such values with the same JSON are equal. */
const isData = (value: unknown): boolean => {
  if (typeof value === "number") return Number.isFinite(value)
  if (typeof value !== "object" || value === null)
    return typeof value !== "function" && typeof value !== "symbol" && typeof value !== "bigint"
  if (Array.isArray(value)) return value.every((one) => one !== undefined && isData(one))
  return Object.getPrototypeOf(value) === Object.prototype && !isValidElement(value) && Object.values(value).every(isData)
}

/** Components that received more than plain data. */
const others = new WeakSet<object>()

/**
 * Like `rootsOf`, for one component, cached by its props (least recently used entries are evicted). Components that receive more than data
 * (elements, functions, dates) are rendered each time.
 */
export const keptRoots = (element: ReactElement): Root[] => {
  const { type, props, key } = element
  if (typeof type !== "function" || others.has(type)) return rootsOf(element)
  const name = `${numberOf(type)} ${key} ${JSON.stringify(props)}`
  const cachedRoots = drawn.get(name)
  if (cachedRoots) return cachedRoots
  const roots = rootsOf(element)
  if (isData(props)) drawn.set(name, roots)
  else others.add(type)
  return roots
}
