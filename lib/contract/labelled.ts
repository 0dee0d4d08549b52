/**
 * Defines an enumeration with its Chinese labels. Enumerations are in `lib/contract/<domain>/<feature>.enums.ts`, without zod, because
 * browsers load a module as a whole. Each is marked `@__PURE__`, so that a bundle drops those that it does not use.
 */
export const labelled = <const T extends Record<string, readonly [number | string, string]>>(entries: T) => {
  /** any number, so that unknown values from elsewhere have a label too; of strings, only the declared ones */
  type Value = T[keyof T][0] extends number ? number : T[keyof T][0]
  const values = Object.fromEntries(Object.entries(entries).map(([name, [value]]) => [name, value]))
  const options = Object.values(entries).map(([value, label]) => ({ value: value as Value, label }))
  const labelOf = (value: Value extends number ? number : string) => options.find((option) => option.value === value)?.label ?? "未知"
  return { ...(values as { [K in keyof T]: T[K][0] }), options, labelOf }
}
