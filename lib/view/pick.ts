/** Picks fields of a row: pages send only the fields that they display to the browser. */
export const pick = <T, K extends keyof T>(from: T, names: readonly K[]): Pick<T, K> =>
  Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<T, K>
