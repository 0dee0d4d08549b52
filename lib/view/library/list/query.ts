/** The state of a list is its address: filters, sort and page as a query. */
export type Query = Record<string, string | number | undefined>
export type SearchParams = Record<string, string | string[] | undefined>

/** An address with its non-empty parameters, in the given order. */
export const hrefOf = (path: string, query: Query): string => {
  const set = Object.entries(query).filter(([, value]) => value !== undefined && value !== "")
  const text = set.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join("&")
  return text ? `${path}?${text}` : path
}

/** Control characters and halves of characters are no text: no database keeps them, and no address either. */
const noText = /[\u0000-\u001f\u007f]|\p{Surrogate}/gu
/** What somebody typed, in one line, at most `max` characters. */
export const cleanText = (text: string, max = 200): string => text.replace(noText, " ").trim().slice(0, max).replace(noText, "").trim()

/** The first value of a parameter as it was sent, for those who judge it themselves; "" when it is not there. */
export const sentParam = (params: SearchParams, name: string): string => {
  const value = params[name]
  return (Array.isArray(value) ? value[0] : value) ?? ""
}

/** The first value of a parameter, clean, at most `max` characters; "" when it is not there. */
export const textParam = (params: SearchParams, name: string, max = 200): string => cleanText(sentParam(params, name), max)

/** A value from a fixed set, or the first of the set. */
export const choiceParam = <const T extends readonly string[]>(params: SearchParams, name: string, choices: T): T[number] => {
  const value = textParam(params, name)
  return choices.includes(value) ? (value as T[number]) : (choices[0] as T[number])
}

/** A number from 1 to 1000; 0 for anything else. */
export const numberParam = (params: SearchParams, name: string): number => {
  const text = textParam(params, name)
  const value = /^\d{1,4}$/.test(text) ? Number(text) : 0
  return value <= 1000 ? value : 0
}

/** A page number: anything but 1 to 1000 is the first page. */
export const pageParam = (params: SearchParams): number => numberParam(params, "page") || 1
