import type { z } from "zod"
import { contract, type Key } from "../../lib/contract/contract"
import type { Call } from "../../lib/contract/area"
import { entities, titleOf, type EntityNames } from "../../lib/contract/entities"

/** A query of a list of /admin: page, filter and order. `title` describes it in words. */
export type ListAsked = { list: string; title: string; key: Key; input: Record<string, unknown> }

/** Trees are read as a whole, and settings are not a list. */
const notPaged = new Set(["/category", "/navigation", "/config", "/permission"])
const always = new Set(["page", "size", "limit", "field", "order", "sort", "wd"])
/** Values of a filter: one of them is valid. Each matches a part of the rows that `admin-rows.mjs` writes. */
const values: unknown[] = [["2026-06-01", "2026-07-01"], [1], ["1"], [true], ["zh-CN"], 1, "1", true, ["true"]]
/** Filters that need specific values. */
const chosen: Record<string, unknown> = {
  ext: "pdf",
  ip: "203.0.113.7",
  mobile: "13800000001",
  order_no: "42",
  language: ["zh-CN"],
  name: "42",
}

const shapeOf = (call: Call): Record<string, z.ZodType> => ("shape" in call.input ? (call.input.shape as Record<string, z.ZodType>) : {})
/** Returns the fields of the list's rows. */
const rowFieldsOf = (call: Call, list: string): string[] => {
  const described = (schema: unknown) =>
    (schema as { def: { innerType?: unknown; element?: unknown; out?: unknown; shape?: Record<string, unknown> } }).def
  let def = described(call.output)
  def = described(def.shape?.[list])
  while (!def.shape) def = described(def.innerType ?? def.element ?? def.out)
  return Object.keys(def.shape)
}

const callOf = ({ path }: EntityNames): Key | undefined =>
  [`GET ${path}/list`, `GET ${path}`].find((key) => key in contract) as Key | undefined

const size = 10
/** The first page, one in the middle, and the last one of 100,000 rows. */
const pages = [1, 2_000, 10_000]

/**
 * Returns every list for staff in the contract: each filter alone and with each order on its first page, each order on its first, middle
 * and last page, and a search. An order that a list does not support falls back to its default order.
 */
export const adminLists = (): ListAsked[] =>
  Object.values(entities as Record<string, EntityNames>)
    .filter(({ path }) => !notPaged.has(path))
    .flatMap((entity) => {
      const key = callOf(entity)
      if (!key) return []
      const call = contract[key] as Call
      const shape = shapeOf(call)
      const filters = Object.entries(shape).flatMap(([name, field]) => {
        if (always.has(name)) return []
        const value = [chosen[name], ...values].find(
          (one) => one !== undefined && field.safeParse(one).success && field.safeParse(one).data !== undefined,
        )
        return value === undefined ? [] : [[name, value] as const]
      })
      const orders = "order" in shape ? rowFieldsOf(call, entity.list) : []
      const ask = (title: string, input: Record<string, unknown>): ListAsked => ({
        list: titleOf(entity),
        title,
        key,
        input: { size, ...input },
      })
      return [
        ...pages.map((page) => ask(`第 ${page} 页`, { page })),
        ...("wd" in shape ? ["资料 42", "没有这样的词"].map((wd) => ask(`关键词 ${wd}`, { page: 1, wd })) : []),
        ...filters.map(([name, value]) => ask(`筛选 ${name}`, { page: 1, [name]: value })),
        ...orders.flatMap((order) =>
          ["desc", "asc"].flatMap((direction) =>
            pages.map((page) => ask(`按 ${order} ${direction}，第 ${page} 页`, { page, order: `${order} ${direction}` })),
          ),
        ),
        ...orders.flatMap((order) =>
          filters.map(([name, value]) => ask(`筛选 ${name}，按 ${order}`, { page: 1, [name]: value, order: `${order} desc` })),
        ),
      ]
    })
