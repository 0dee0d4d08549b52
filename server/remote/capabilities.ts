import { z } from "zod"
import { contract, keys } from "../../lib/contract/contract"
import { permissionPath } from "../../lib/contract/permissions"
import type { StreamKey } from "../../lib/contract/streams"
import type { Key, Settings } from "../../lib/contract/types"
import type { Dialect, DialectEntry, OfferedCall } from "./dialect"
import { isFields } from "./messages"

/**
 * Returns what a server lacks, as `GET /settings` reports it to pages: calls and streams by key (`GET /favorite/folder`), fields of an
 * offered call after its key (`POST /comment page`), fields of its answer with a dot (`GET /report/list .type`). Empty for another site of
 * this program.
 */
export const absentOf = (dialect: Dialect): string[] => [
  ...keys.flatMap((key) => absentOfCall(dialect, key)),
  ...Object.entries(dialect.streams).flatMap(([key, has]) => (has ? [] : [key])),
]

const absentOfCall = (dialect: Dialect, key: Key): string[] => {
  const entry = dialect.calls[key] as DialectEntry<Key>
  if (!entry.offered) return [key]
  return [...absentFields(dialect, key), ...(entry.missing ?? []).map((name) => `.${name}`)].map((name) => `${key} ${name}`)
}

/** Parameters that change how much a list answers, but not which rows. */
const presentation = ["page", "size", "limit", "field"]

/** Returns the input fields of an offered call that the server lacks or ignores. */
export const absentFields = ({ calls, messages, listInputs }: Dialect, key: Key): string[] => {
  const entry = calls[key] as OfferedCall<Key>
  const input: z.ZodType = contract[key].input
  // A call with its own translation maps its fields itself.
  const names = listInputs[key] ? [...presentation, ...listInputs[key]] : entry.toRemote ? undefined : messages.namesOf(entry.key ?? key)
  const unknown = names && input instanceof z.ZodObject ? Object.keys(input.shape).filter((name) => !names.includes(name)) : []
  return [...new Set([...unknown, ...(entry.absent ?? [])])]
}

/** Returns the input fields that a server requires in addition to the contract (`POST /user email`). */
export const requiredOf = ({ calls }: Dialect): string[] =>
  keys.flatMap((key) => {
    const entry = calls[key] as DialectEntry<Key>
    return entry.offered ? (entry.required ?? []).map((name) => `${key} ${name}`) : []
  })

/**
 * Returns the paths of the permissions that grant nothing on this server, because it offers none of their calls. It may have such a row
 * nevertheless, and staff with that permission would then see entries that do not work.
 */
export const uselessPermissions = ({ calls }: Dialect): Set<string> => {
  const pathsOf = (isOffered: boolean) => keys.filter((key) => calls[key].offered === isOffered).map(permissionPath)
  const useful = new Set(pathsOf(true))
  return new Set(pathsOf(false).filter((path) => path && !useful.has(path)))
}

/** The call, stream or field without which a server does not have a feature. */
export const featureNeeds: Record<keyof Settings["features"], Key | StreamKey | `${Key} ${string}`> = {
  passkeys: "POST /user/login/passkey",
  combined_search: "GET /search",
  oembed: "GET /oembed",
  catalog_files: "GET /opds/file",
  inside_search: "GET /document/inside",
  signatures: "GET /document/signatures",
  page_filter: "GET /document/list pages_min",
  favorite_folders: "GET /favorite/folder",
  vip_sale: "GET /settings/vip",
  mail_state: "POST /config/email/test",
}

const featuresOf = (absent: readonly string[]): Record<string, boolean> =>
  Object.fromEntries(Object.entries(featureNeeds).map(([name, needs]) => [name, !absent.includes(needs)]))

type Made = {
  settings: { capabilities: { absent: string[]; required: string[] }; features: Record<string, boolean> }
  useless: Set<string>
}
const made = new WeakMap<Dialect, Made>()
const madeOf = (dialect: Dialect): Made => {
  const cached = made.get(dialect)
  if (cached) return cached
  const absent = absentOf(dialect)
  const settings = { capabilities: { absent, required: requiredOf(dialect) }, features: featuresOf(absent) }
  const result = { settings, useless: uselessPermissions(dialect) }
  made.set(dialect, result)
  return result
}

/**
 * Adds what the server lacks, and which features it has, to the answer of `GET /settings`, and removes the user's permissions that grant
 * nothing there. Returns other answers unchanged.
 */
export const withCapabilities = (dialect: Dialect, key: string, data: unknown): unknown => {
  if (!dialect.translated || !isFields(data)) return data
  if (key === "GET /settings") return { ...data, ...madeOf(dialect).settings }
  const rows = data["permission"]
  if (key !== "GET /user/permission" || !Array.isArray(rows)) return data
  const { useless } = madeOf(dialect)
  return { ...data, permission: rows.filter((row) => !isFields(row) || !useless.has(String(row["path"]))) }
}
