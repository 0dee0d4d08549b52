"use client"

import { useCallback } from "react"
import { useAnswer } from "@/components/ui/use-answer"
import { api } from "@/lib/api/client"
import type { Input, Key, Output, Result } from "@/lib/contract/types"

/** A row that a field may refer to. */
export type ReferenceChoice = { value: number | string; label: string; children?: ReferenceChoice[] }

/**
 * The source of a `ref` field's choices. `tree`: choices have children. `lineage`: the value is a list of the chosen row and its
 * ancestors, like a document's categories; the deepest one is the choice.
 */
export type Reference = { key: string; read: () => Promise<Result<ReferenceChoice[]>>; tree: boolean; lineage: boolean }

/** A reference to the rows of a list call; fields with the same call and input share one request. */
export const reference = <K extends Key>(
  call: K,
  input: Input<K>,
  choicesOf: (data: Output<K>) => ReferenceChoice[],
  { tree = false, lineage = false }: { tree?: boolean; lineage?: boolean } = {},
): Reference => {
  const read = api as (call: K, input: Input<K>) => Promise<Result<Output<K>>>
  return {
    key: `${call} ${JSON.stringify(input)}`,
    read: async () => {
      const reply = await read(call, input)
      return reply.ok ? { ...reply, data: choicesOf(reply.data) } : reply
    },
    tree,
    lineage,
  }
}

/** How long choices are cached (ms). Writing rows of their path in this browser drops them earlier. */
const keepMs = 60_000
const choiceCache = new Map<string, { until: number; reply: Promise<Result<ReferenceChoice[]>> }>()

export const readChoices = (from: Reference): Promise<Result<ReferenceChoice[]>> => {
  const cached = choiceCache.get(from.key)
  if (cached && cached.until > Date.now()) return cached.reply
  const reply = from.read()
  choiceCache.set(from.key, { until: Date.now() + keepMs, reply })
  void reply.then(({ ok }) => ok || choiceCache.delete(from.key))
  return reply
}

/** Drops the cached choices of calls under this path ("/category"); without a path, all of them. */
export const forgetChoices = (path = ""): void => {
  for (const key of choiceCache.keys()) if (key.startsWith(`GET ${path}`)) choiceCache.delete(key)
}

const none: ReferenceChoice[] = []

/** Returns the choices, the reason if loading failed, and whether they are still loading. */
export const useChoices = (from: Reference): { choices: ReferenceChoice[]; failure: string; waits: boolean } => {
  const { data, failure, busy } = useAnswer(
    useCallback(() => readChoices(from), [from]),
    "选项没有读到",
  )
  return { choices: busy || failure || !data ? none : data, failure, waits: busy }
}

/** Returns the choices from the top level down to a value, itself last; empty if it is not among them. */
export const pathTo = (choices: readonly ReferenceChoice[], value: number | string): ReferenceChoice[] => {
  for (const choice of choices) {
    if (String(choice.value) === String(value)) return [choice]
    const rest = pathTo(choice.children ?? [], value)
    if (rest.length > 0) return [choice, ...rest]
  }
  return []
}

/** Returns the value that is deepest in the tree; undefined for an empty list. */
export const deepestChoice = <V extends number | string>(choices: readonly ReferenceChoice[], values: readonly V[]): V | undefined =>
  values.toSorted((a, b) => pathTo(choices, b).length - pathTo(choices, a).length)[0]
