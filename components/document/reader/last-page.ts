/** Where reading stopped, per document, in this browser only. The oldest of 60 is forgotten. */
const key = "reading"
const most = 60

const readAll = (): [string, number][] => {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? "[]")
    return Array.isArray(value) ? (value as [string, number][]).filter((row) => Array.isArray(row) && typeof row[0] === "string" && Number.isInteger(row[1])) : []
  } catch {
    return []
  }
}

export const lastPage = (uuid: string): number => readAll().find(([id]) => id === uuid)?.[1] ?? 0

export const rememberPage = (uuid: string, page: number): void => {
  const others = readAll().filter(([id]) => id !== uuid)
  const rows = page > 1 ? [[uuid, page] as [string, number], ...others] : others
  try {
    localStorage.setItem(key, JSON.stringify(rows.slice(0, most)))
  } catch {
    // Storage is full or refused: reading goes on without a memory.
  }
}
