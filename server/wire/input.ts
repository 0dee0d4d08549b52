import { z } from "zod"
import type { Call } from "../../lib/contract/area"
import { isClearable } from "../../lib/contract/schema"
import { parseInput } from "./parse-input"

type Fields = Record<string, unknown>
const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value) && Object.getPrototypeOf(value) === Object.prototype

/** null inside of objects and of lists of objects means "not given". */
const withoutNulls = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (!isFields(value)) return value
  return Object.fromEntries(Object.entries(value).flatMap(([name, inner]) => (inner === null ? [] : [[name, withoutNulls(inner)]])))
}

/** Names of the fields that null clears. */
const clearableOf = (schema: z.ZodType): string[] =>
  schema instanceof z.ZodObject ? Object.keys(schema.shape).filter((name) => isClearable(schema.shape[name] as z.ZodType)) : []

/**
 * Is this a row as it was read, sent back whole? Clients that do so send its `created_at` with it, which no change names.
 * A time that they leave out has been cleared.
 */
const isWholeRow = (key: string, schema: z.ZodType, input: Fields): boolean =>
  key.startsWith("PUT ") && "created_at" in input && schema instanceof z.ZodObject && !("created_at" in schema.shape)

/**
 * Brings the input of a call into the form that its schema expects (docs/reference/api.md 1.3): null means "not given", except for
 * times, which it clears; a row that is sent back whole clears the times that it leaves out.
 */
const preparedInput = (key: string, schema: z.ZodType, input: unknown): unknown => {
  if (!isFields(input)) return input ?? {}
  const given = withoutNulls(input) as Fields
  const whole = isWholeRow(key, schema, input)
  for (const name of clearableOf(schema)) if (input[name] === null || (whole && !(name in input))) given[name] = null
  return given
}

/** The input of a call as its handler gets it, prepared and parsed. @throws 400 with a sentence for people */
export const acceptedInput = (key: string, { input: schema }: Pick<Call, "input">, input: unknown): unknown =>
  parseInput(schema, preparedInput(key, schema, input))
