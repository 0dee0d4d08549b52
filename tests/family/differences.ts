type Fields = Record<string, unknown>
const isRow = (value: unknown): value is Fields & { id: number } =>
  typeof value === "object" && value !== null && typeof (value as Fields).id === "number"
const isTime = /^\d{4}-\d\d-\d\dT/
const plain = (value: unknown) => (typeof value === "string" && isTime.test(value) ? String(Date.parse(value)) : value)

/**
 * Where `ours` says something else than `theirs`: the addresses of fields (`document[].title`) whose values differ, and of lists
 * without a row that is there (`document[] 6`). Rows are compared by their ids, other lists by place. What `ours` lacks is not looked at (`fields.ts`).
 */
export const differencesOf = (theirs: unknown, ours: unknown, path = ""): string[] => {
  if (ours === undefined) return []
  if (Array.isArray(theirs)) return differencesOfLists(theirs, Array.isArray(ours) ? ours : [], `${path}[]`)
  if (typeof theirs === "object" && theirs !== null)
    return Object.entries(theirs).flatMap(([name, value]) =>
      differencesOf(value, (ours as Fields | null)?.[name], path ? `${path}.${name}` : name),
    )
  return plain(theirs) === plain(ours) ? [] : [path]
}

const differencesOfLists = (theirs: unknown[], ours: unknown[], path: string): string[] =>
  theirs.flatMap((one, index) => {
    if (typeof one !== "object") return ours.includes(one) ? [] : [`${path} ${String(one)}`]
    if (!isRow(one)) return differencesOf(one, ours[index], path)
    const same = ours.find((other) => isRow(other) && other.id === one.id)
    return same ? differencesOf(one, same, path) : [`${path} ${one.id}`]
  })
