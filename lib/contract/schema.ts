import { z } from "zod"

/* ---- request schemas: JSON values or query strings (docs/reference/api.md 1.3, 1.4) */

const integerText = z
  .string()
  .regex(/^-?\d{1,15}$/, { error: "应为整数" })
  .transform(Number)
/**
 * Marks the alternative of a union that OpenAPI documents, by its index `place`. The other alternatives are for query strings and older
 * clients.
 */
const saidAs = (index: number) => ({ saidAs: index })
/** An integer, as a JSON number or its decimal text. */
export const int = z.union([z.number().int(), integerText], { error: "应为整数" }).meta(saidAs(0))
/** A positive id. */
export const id = int.refine((value) => value > 0, { error: "编号不正确" }).meta({ minimum: 1 })
/** A value of a numeric enumeration. */
export const oneOf = ({ options }: { options: readonly { value: number; label: string }[] }, error: string) =>
  int
    .refine((value) => options.some((option) => option.value === value), { error })
    .meta({
      enum: options.map(({ value }) => value),
      description: options.map(({ value, label }) => `${value} ${label}`).join("；"),
    })
/** A value of a string enumeration. */
export const wordOf = <const T extends string>({ options }: { options: readonly { value: T }[] }, error?: string) =>
  z.enum(options.map(({ value }) => value) as [T, ...T[]], error === undefined ? undefined : { error })
/** A boolean: true or false, 1 or 0, as JSON values or as strings. */
export const bool = z
  .union([z.boolean(), z.literal(["true", "1", 1]).transform(() => true), z.literal(["false", "0", 0]).transform(() => false)], {
    error: "应为是或否",
  })
  .meta(saidAs(0))
/** A field that older clients send in various forms, or only to bypass caches. Every value is accepted. */
export const anyFlag = z.unknown().meta({ type: ["boolean", "number", "string"] })
/** A flag in any form that older clients send: true for any value except undefined, null, false, 0 and "". */
export const truthy = anyFlag.optional().transform((value) => ![undefined, null, false, "false", 0, "0", ""].includes(value as string))
const maxItems = 1000
/** Repeated values count once: of a batch that names a row twice, the row is changed once. */
const distinct = <T>(values: T[]): T[] => [...new Set(values)]
const listWith = <T extends z.ZodType>(items: z.ZodArray<T>, item: T) => z.union([items, item.transform((one) => [one])]).meta(saidAs(0))
/** A list of different values; a single value (a key that appears once in a query) becomes a list of one. Values may be repeated. */
export const list = <T extends z.ZodType>(item: T) => listWith(z.array(item).max(maxItems).overwrite(distinct), item)
/**
 * A list of changes that each name a row by `key`, at most `max`. If a row is named repeatedly, its last change counts, at the position of
 * the first.
 */
export const changesBy = <T extends z.ZodType<object>>(key: keyof z.output<T>, change: T, max = maxItems) =>
  z
    .array(change)
    .max(max)
    .overwrite((changes) => [...new Map(changes.map((one) => [(one as z.output<T>)[key], one])).values()])
/** The filter values for "any": nothing selected, or the first entry of a menu. */
const anything = z.enum(["", "all"])
/** A filter with one value; absent, "" and "all" mean any. */
export const filter = <T extends z.ZodType>(value: T) =>
  z
    .union([anything.transform(() => undefined), value], { error: "筛选条件不正确" })
    .meta(saidAs(1))
    .optional()
/** A filter with several alternative values; absent, "" and "all" mean any. */
export const filterList = <T extends z.ZodType>(item: T) =>
  z
    .union(
      [
        anything.transform(() => undefined),
        z
          .array(z.union([anything.transform((word) => ({ word })), item.transform((value) => ({ value }))]).meta(saidAs(1)))
          .max(maxItems)
          .transform((entries) => {
            if (entries.some((entry) => "word" in entry && entry.word === "all")) return undefined
            const chosen = distinct(entries.flatMap((entry) => ("value" in entry ? [entry.value] : [])))
            return chosen.length ? chosen : undefined
          }),
        item.transform((one) => [one]),
      ],
      { error: "筛选条件不正确" },
    )
    .meta(saidAs(1))
    .optional()
/** Text of at most `max` characters, trimmed, without control characters and bidirectional characters, which can disguise a name. */
export const text = (max: number, label: string) =>
  z
    .string({ error: `${label}应为文字` })
    .overwrite((value) => value.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g, "").trim())
    .max(max, { error: `${label}长度不能超过${max}个字符` })
/** Text that must not be empty. */
export const filled = (max: number, label: string) => text(max, label).pipe(z.string().min(1, { error: `请输入${label}` }))

const bound = z
  .string()
  .refine((text) => text === "" || (/^\d{4}-\d{2}-\d{2}([ T].{5,30})?$/.test(text) && !Number.isNaN(Date.parse(text))), {
    error: "时间格式不正确",
  })
/**
 * The inclusive start and end of a list's range: days, times in the site's time zone, or RFC 3339. "" leaves that side open. Both may be the
 * same day.
 */
export const range = listWith(z.array(bound).max(maxItems), bound)

const clearable = new WeakSet<z.ZodType>()
/** Checks whether the schema is an `optionalTime`, where null clears the field. In all other schemas null means "not given". */
export const isClearable = (schema: z.ZodType): boolean =>
  clearable.has(schema) || (schema instanceof z.ZodOptional && isClearable(schema.unwrap() as z.ZodType))

/** A point in time; "" or null for none. */
export const optionalTime = (label: string) => {
  const schema = z.union(
    [z.literal("").transform(() => null), z.null(), z.iso.datetime({ offset: true }).transform((value) => new Date(value))],
    { error: `${label}不正确` },
  )
  clearable.add(schema)
  return schema
}

/** The 1-based paging of every list. Each list limits `size`, and has its own default. */
export const paging = { page: filter(int), size: filter(int) }
/** Parameters that older clients send; some are supported, others ignored. */
export const listing = {
  ...paging,
  limit: filter(int),
  wd: z.string().max(200).optional(),
  field: list(z.string()).optional(),
  order: z.string().max(200).optional(),
}

/* ---- answer schemas: every field has a zero value, so an answer that omits zero values parses to the same result. */

/** An integer. */
export const num = z.number().int().default(0)
/** A number that may have a fraction. */
export const decimal = z.number().default(0)
export const str = z.string().default("")
/** The source of the HTML: an article by any user, or a notice by staff. */
export type HtmlKind = "article" | "notice"
/** Answer fields that pages render unescaped. Values from another server are sanitised first. */
export const htmlFields = z.registry<{ kind: HtmlKind }>()
export const html = (kind: HtmlKind) => z.string().default("").register(htmlFields, { kind })
export const flag = z.boolean().default(false)
const zeroTime = "0001-01-01"
/** RFC 3339 in UTC, or null. Year 1 (an unset time on older servers) becomes null. */
export const time = z
  .preprocess(
    (value: Date | string | null) => (value instanceof Date ? value.toISOString() : value?.startsWith(zeroTime) ? null : value),
    z.string().nullable().meta({ format: "date-time" }),
  )
  .prefault(null)
export const many = <T extends z.ZodType>(item: T) => z.preprocess((rows: z.input<T>[] | null) => rows ?? [], z.array(item)).prefault([])
export const nothing = z.object({}).meta({ id: "Empty", description: "没有内容" })
/** A nested object that older servers omit if all of its fields are zero. */
export const group = <T extends z.ZodRawShape>(shape: T) => z.object(shape).prefault({} as never)

/** A text for which "" means that it was not given. */
export const unlessEmpty = <T extends z.ZodType>(schema: T) => z.union([z.literal("").transform(() => undefined), schema]).optional()

/** A text that may be left empty. */
export const emptyOr = <T extends z.ZodType>(schema: T) => z.union([z.literal(""), schema])
