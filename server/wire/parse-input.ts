import type { z } from "zod"
import { fieldLabel } from "../../lib/contract/field-labels"
import { invalid } from "../errors"

type Issue = z.core.$ZodIssue
type Raw = z.core.$ZodRawIssue

const tooBig: Record<string, string> = { string: "太长", array: "太多" }
const tooSmall: Record<string, string> = { string: "太短", array: "不能为空" }

/** Returns the end of the message for errors of a schema without messages of its own; the field's label is put in front. */
const ending = (issue: Raw): string => {
  if (issue.input === undefined) return "没有填写"
  if (issue.code === "too_big") return tooBig[issue.origin] ?? "太大"
  if (issue.code === "too_small") return tooSmall[issue.origin] ?? "太小"
  return issue.code === "invalid_value" ? "没有这个选项" : "格式不正确"
}
const endings = /^(没有填写|太|不能为空|没有这个选项|格式不正确|应为)/

/**
 * Parses the input with the schema.
 * @throws 400 with a message for users about each field, and the name of the first
 */
export const parseInput = <T extends z.ZodType>(schema: T, input: unknown): z.output<T> => {
  const parsed = schema.safeParse(input, { error: ending })
  if (parsed.success) return parsed.data
  const { issues } = parsed.error
  throw invalid([...new Set(issues.map((issue) => sentenceOf(issue)))].join("；"), pathOf(issues[0]!).join(".") || undefined)
}

/** A union only reports that no option matches; the message that helps a user is inside. */
const insideOf = (issue: Issue): Issue | undefined =>
  issue.code === "invalid_union" ? issue.errors.flat().find((one) => one.path.length > 0) : undefined

const sentenceOf = (issue: Issue, before: PropertyKey[] = []): string => {
  const path = [...before, ...issue.path]
  const inside = insideOf(issue)
  if (inside) return sentenceOf(inside, path)
  return endings.test(issue.message) ? `${fieldLabel(path)}${issue.message}` : issue.message
}

/** Inside a union, paths start at the union. */
const pathOf = (issue: Issue): PropertyKey[] => {
  const inside = insideOf(issue)
  return inside ? [...issue.path, ...pathOf(inside)] : issue.path
}
