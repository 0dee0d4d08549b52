import { z } from "zod"
import type { Call } from "../../lib/contract/area"
import { isClearable } from "../../lib/contract/schema"
import { parseInput } from "./parse-input"

type Fields = Record<string, unknown>
const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value) && Object.getPrototypeOf(value) === Object.prototype

/** Removes null inside objects and lists of objects, where it means "not given". */
const withoutNulls = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (!isFields(value)) return value
  return Object.fromEntries(Object.entries(value).flatMap(([name, inner]) => (inner === null ? [] : [[name, withoutNulls(inner)]])))
}

/** Returns the names of the fields that null clears. */
const clearableOf = (schema: z.ZodType): string[] =>
  schema instanceof z.ZodObject ? Object.keys(schema.shape).filter((name) => isClearable(schema.shape[name] as z.ZodType)) : []

/**
 * Checks whether this is a complete row, sent back as it was read. Clients that do so include `created_at`, which no change contains. A
 * time that they omit has been cleared.
 */
const isWholeRow = (key: string, schema: z.ZodType, input: Fields): boolean =>
  key.startsWith("PUT ") && "created_at" in input && schema instanceof z.ZodObject && !("created_at" in schema.shape)

/**
 * Prepares the input of a call for its schema (docs/reference/api.md 1.3): null means "not given", except for times, which it clears; a
 * complete row clears the times that it omits.
 */
const preparedInput = (key: string, schema: z.ZodType, input: unknown): unknown => {
  if (!isFields(input)) return input ?? {}
  const given = withoutNulls(input) as Fields
  const whole = isWholeRow(key, schema, input)
  for (const name of clearableOf(schema)) if (input[name] === null || (whole && !(name in input))) given[name] = null
  return given
}

/**
 * Returns the input of a call as its handler receives it, prepared and parsed.
 * @throws 400 with a message for users
 */
export const acceptedInput = (key: string, { input: schema }: Pick<Call, "input">, input: unknown): unknown =>
  parseInput(schema, preparedInput(key, schema, input))
