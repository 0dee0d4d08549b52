import type { Call, PermissionName } from "./area"
import { contract, type Key } from "./contract"
import { RequestMethod } from "./people/group.enums"
import { addressOf, streams, type Stream, type StreamKey } from "./streams"

/** One row of the permission list: `GRPC /api.v1.<Service>API/<Method>`, or the HTTP method and path of an upload. */
export type PermissionRow = { method: string; path: string; title: string }

const pathOf = (name: PermissionName): string => `/api.v1.${name}`

/** Returns the path of the permission that a call requires, or "" if it requires none. */
export const permissionPath = (key: Key | StreamKey): string => {
  const call = (contract as Record<string, Call>)[key]
  if (call) return call.permission ? pathOf(call.permission) : ""
  return addressOf(key, (streams as Record<string, Stream>)[key] ?? {})
}

/** Returns all permissions, derived from the contract. The server syncs its table at startup (docs/reference/api.md 5.1). */
export const permissionRows = (): PermissionRow[] => {
  const rows = new Map<string, PermissionRow>()
  for (const call of Object.values(contract) as Call[]) {
    if (call.permission && !rows.has(call.permission))
      rows.set(call.permission, { method: RequestMethod.GRPC, path: pathOf(call.permission), title: call.title })
  }
  for (const [key, stream] of Object.entries(streams) as [string, Stream][]) {
    if (!stream.permission) continue
    rows.set(key, { method: key.slice(0, key.indexOf(" ")), path: addressOf(key as StreamKey, stream), title: stream.title })
  }
  return [...rows.values()]
}
