/** Limits for JSON: the nesting depth and the number of values. */
export type JsonLimits = { depth: number; values: number }

/** The limits of a request: calls nest four levels deep, and their longest lists have a thousand entries. */
const requestLimits: JsonLimits = { depth: 20, values: 20_000 }

const [quote, backslash, comma, openList, closeList, openObject, closeObject] = [...'"\\,[]{}'].map((one) => one.charCodeAt(0))

/** Returns the position after a string that begins at `at`. */
const behindString = (json: Uint8Array, at: number): number => {
  for (let index = at + 1; index < json.length; index++) {
    if (json[index] === backslash) index++
    else if (json[index] === quote) return index + 1
  }
  return json.length
}

/**
 * Returns true for JSON (UTF-8) that nests deeper or holds more values than the limits (those of a request by default). Scans the bytes
 * once, before parsing: parsing and checking millions of values takes seconds, and recursive functions overflow the stack.
 */
export const isTooComplexJson = (json: Uint8Array, limits: JsonLimits = requestLimits): boolean => {
  let depth = 0
  let values = 1
  for (let index = 0; index < json.length;) {
    const byte = json[index]
    if (byte === quote) {
      index = behindString(json, index)
      continue
    }
    if (byte === openList || byte === openObject) {
      if (++depth > limits.depth) return true
      values++
    } else if (byte === closeList || byte === closeObject) depth--
    else if (byte === comma) values++
    if (values > limits.values) return true
    index++
  }
  return false
}
