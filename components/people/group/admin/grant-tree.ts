import { RequestMethod } from "@/lib/contract/people/group.enums"
import { pageGroups } from "@/lib/rules/people/admin-access"
import { rightAreas, rowOfRight, type RightTaskName } from "@/lib/rules/people/right-tasks"
import type { Permission } from "@/lib/contract/types"

/** The permissions of one task. `needs` are those of the task whose lists it works on. */
export type GrantBranch = { name: string; label: string; calls: Permission[]; needs: Permission[] }
export type GrantArea = { title: string; branches: GrantBranch[] }

const nameOfRow = ({ method, path }: Permission): string => `${method} ${path}`

/** Permissions of an existing server that belong to no task of ours, by the label of their API. */
const apiOf = ({ method, path }: Permission): string =>
  method === RequestMethod.GRPC ? (/^\/api\.v1\.(\w+)\//.exec(path)?.[1] ?? path) : (path.split("/")[3] ?? path)
const labelOf = (call: Permission): string => {
  if (call.retired_at) return "当前版本没有的权限（保留，不生效）"
  const label = pageGroups.find(({ api }) => api === apiOf(call))?.label
  return label ? `${label}的其他权限` : "其他权限"
}
const otherBranches = (permissions: readonly Permission[]): GrantBranch[] =>
  [...new Set(permissions.map(labelOf))].map((label) => ({
    name: `other ${label}`,
    label,
    calls: permissions.filter((call) => labelOf(call) === label),
    needs: [],
  }))

/** Groups permissions by area and task. Areas and tasks without a permission are omitted; permissions without a task come last. */
export const grantTree = (permissions: readonly Permission[]): GrantArea[] => {
  const rows = new Map(permissions.map((call) => [nameOfRow(call), call]))
  const callsOf = (name: RightTaskName | undefined): Permission[] =>
    rightAreas
      .flatMap(({ tasks }) => tasks)
      .filter((task) => task.name === name)
      .flatMap(({ rights }) => rights.flatMap((right) => rows.get(rowOfRight(right)) ?? []))
  const areas = rightAreas.map(({ title, tasks }) => ({
    title,
    branches: tasks
      .map(({ name, title: label, needs }) => ({ name, label, calls: callsOf(name), needs: callsOf(needs) }))
      .filter(({ calls }) => calls.length > 0),
  }))
  const listed = new Set(areas.flatMap(({ branches }) => branches.flatMap(({ calls }) => calls.map(({ id }) => id))))
  const others = otherBranches(permissions.filter(({ id }) => !listed.has(id)))
  return [...areas, { title: "其他", branches: others }].filter(({ branches }) => branches.length > 0)
}

/** Filters the tree by a word. A task whose name or area matches stays whole; the others keep only their matching permissions. */
export const searchTree = (tree: readonly GrantArea[], word: string): GrantArea[] => {
  const query = word.trim().toLowerCase()
  if (!query) return [...tree]
  return tree.flatMap(({ title, branches }) => {
    const matches = branches.flatMap((branch) => {
      if (`${title} ${branch.label}`.toLowerCase().includes(query)) return [branch]
      const calls = branch.calls.filter((call) => `${call.title} ${call.path} ${call.description}`.toLowerCase().includes(query))
      return calls.length > 0 ? [{ ...branch, calls }] : []
    })
    return matches.length > 0 ? [{ title, branches: matches }] : []
  })
}
