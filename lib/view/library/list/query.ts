import { halfWidth } from "@/lib/rules/typed-text"

/** The state of a list is its URL: filters, sort order and page as a query. */
export type ListQuery = Record<string, string | number | undefined>
export type SearchParams = Record<string, string | string[] | undefined>

/** Returns a URL with its non-empty parameters, in the given order. */
export const hrefOf = (path: string, query: ListQuery): string => {
  const set = Object.entries(query).filter(([, value]) => value !== undefined && value !== "")
  const text = set.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join("&")
  return text ? `${path}?${text}` : path
}

/** Control characters and lone surrogates are not valid text: neither databases nor URLs can store them. */
const noText = /[\u0000-\u001f\u007f]|\p{Surrogate}/gu
/** Cleans user input to one line of at most `max` characters. */
export const cleanText = (text: string, max = 200): string => text.replace(noText, " ").trim().slice(0, max).replace(noText, "").trim()

/** Returns the first value of a parameter unchanged, for callers that validate it themselves; "" if it is absent. */
export const sentParam = (params: SearchParams, name: string): string => {
  const value = params[name]
  return (Array.isArray(value) ? value[0] : value) ?? ""
}

/** Returns the first value of a parameter, cleaned, at most `max` characters; "" if it is absent. */
export const textParam = (params: SearchParams, name: string, max = 200): string => cleanText(sentParam(params, name), max)

/** Returns the parameter's value if it is one of `choices`, otherwise the first choice. */
export const choiceParam = <const T extends readonly string[]>(params: SearchParams, name: string, choices: T): T[number] => {
  const value = textParam(params, name)
  return choices.includes(value) ? (value as T[number]) : (choices[0] as T[number])
}

/** Returns a number from 1 to 1000; 0 for anything else. */
export const numberParam = (params: SearchParams, name: string): number => {
  const text = halfWidth(textParam(params, name))
  const value = /^\d{1,4}$/.test(text) ? Number(text) : 0
  return value <= 1000 ? value : 0
}

/** Returns a page number from 1 to 1000; anything else is the first page. */
export const pageParam = (params: SearchParams): number => numberParam(params, "page") || 1
