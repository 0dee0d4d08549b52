import { createHash } from "node:crypto"
import { LRUCache } from "lru-cache"
import { z } from "zod"
import { callOf } from "../../lib/contract/contract"
import { htmlFields, type HtmlKind } from "../../lib/contract/schema"
import { SanitizingError, type SanitizerPort } from "../ports/sanitizer/sanitizer.port"

/** Matches every item of a list in the path to a field. */
const each = Symbol("each")
type Way = readonly (string | typeof each)[]
type HtmlField = { way: Way; kind: HtmlKind }

/** Returns the HTML fields of an answer's schema. */
const fieldsOf = (schema: unknown, way: Way = []): HtmlField[] => {
  if (!(schema instanceof z.ZodType)) return []
  const marked = htmlFields.get(schema)
  if (marked) return [{ way, kind: marked.kind }]
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape as Record<string, unknown>).flatMap(([name, field]) => fieldsOf(field, [...way, name]))
  if (schema instanceof z.ZodArray) return fieldsOf(schema.element, [...way, each])
  // Use the side that is not a transform: for `z.preprocess`, only the output describes the data.
  if (schema instanceof z.ZodPipe) return fieldsOf(schema.in instanceof z.ZodTransform ? schema.out : schema.in, way)
  if (
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodOptional
  )
    return fieldsOf(schema.unwrap(), way)
  return []
}

/** Changes the texts at the end of a path in place. */
const changeAt = async (data: unknown, [step, ...rest]: Way, change: (text: string) => Promise<string>): Promise<void> => {
  if (typeof data !== "object" || data === null || step === undefined) return
  if (step === each) {
    if (Array.isArray(data))
      await Promise.all(data.map((one, at) => (rest.length ? changeAt(one, rest, change) : changeAt(data, [String(at)], change))))
    return
  }
  const fields = data as Record<string, unknown>
  if (rest.length > 0) return changeAt(fields[step], rest, change)
  const text = fields[step]
  if (typeof text === "string") fields[step] = await change(text)
}

const keptLetters = 8_000_000

/** Sanitizes the HTML in the answer `data` of call `key`, in place. */
export type SanitizeAnswer = (key: string, data: unknown) => Promise<void>

/**
 * Sanitizes HTML that users wrote on another server just like HTML written here, because it is rendered unescaped. Equal texts are
 * sanitized once; a text that is too complex is replaced with a notice.
 */
export const sanitizeAnswers = (sanitizer: SanitizerPort): SanitizeAnswer => {
  const fields = new Map<string, HtmlField[]>()
  const done = new LRUCache<string, string>({ maxSize: keptLetters, sizeCalculation: (text) => text.length + 100 })
  const clean = async (kind: HtmlKind, text: string): Promise<string> => {
    // Without a tag, nothing can execute.
    if (!text.includes("<")) return text
    const name = `${kind} ${createHash("sha256").update(text).digest("base64")}`
    const cached = done.get(name)
    if (cached !== undefined) return cached
    try {
      const { html } = await sanitizer.sanitize(kind, text)
      done.set(name, html)
      return html
    } catch (error) {
      if (!(error instanceof SanitizingError)) throw error
      const said = error.reason === "complex" ? "<p>这段内容过于复杂，无法显示。</p>" : "<p>这段内容暂时无法显示，请稍后再试。</p>"
      if (error.reason === "complex") done.set(name, said)
      return said
    }
  }
  return async (key, data) => {
    let answerFields = fields.get(key)
    if (!answerFields) fields.set(key, (answerFields = fieldsOf(callOf(key)?.output)))
    await Promise.all(answerFields.map(({ way, kind }) => changeAt(data, way, (text) => clean(kind, text))))
  }
}
