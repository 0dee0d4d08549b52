import { RequestMethod } from "@/lib/contract/people/group.enums"
import { pageGroups } from "@/lib/rules/people/admin-access"
import type { Permission } from "@/lib/contract/types"

/** The permissions of one API. */
export type GrantBranch = { api: string; label: string; calls: Permission[] }

const apiOf = ({ method, path }: Permission): string =>
  method === RequestMethod.GRPC ? (/^\/api\.v1\.(\w+)\//.exec(path)?.[1] ?? path) : (path.split("/")[3] ?? path)
const others: Record<string, string> = { upload: "上传管理" }

/** Groups permissions by API, in the order of the pages that they open. APIs without a page come last, by name. */
export const grantTree = (permissions: readonly Permission[]): GrantBranch[] => {
  const branches = new Map<string, Permission[]>()
  for (const call of permissions) branches.set(apiOf(call), [...(branches.get(apiOf(call)) ?? []), call])
  const knownApis = pageGroups.map((group) => group.api).filter((api) => branches.has(api))
  const rest = [...branches.keys()].filter((api) => !knownApis.includes(api)).toSorted()
  return [...knownApis, ...rest].map((api) => ({
    api,
    label: pageGroups.find((group) => group.api === api)?.label ?? others[api] ?? api,
    calls: branches.get(api) ?? [],
  }))
}

/** Filters the tree by a word. A branch whose name matches stays whole; the others keep only their matching permissions. */
export const searchTree = (tree: readonly GrantBranch[], word: string): GrantBranch[] => {
  const query = word.trim().toLowerCase()
  if (!query) return [...tree]
  return tree.flatMap((branch) => {
    if (`${branch.label} ${branch.api}`.toLowerCase().includes(query)) return [branch]
    const calls = branch.calls.filter((call) => `${call.title} ${call.path} ${call.description}`.toLowerCase().includes(query))
    return calls.length > 0 ? [{ ...branch, calls }] : []
  })
}
