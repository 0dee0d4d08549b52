import { rootUserId } from "@/lib/rules/people/staff"
import type { Ctx, LoggedIn } from "@/server/context"
import { invalid } from "@/server/errors"
import { findChildCategory } from "../../library/category/category.usecases"
import { createCategories } from "../../library/category/edit.usecases"
import { onBehalfOf } from "../../people/user/on-behalf.usecases"
import { findByAnyName } from "../../people/user/people.usecases"
import type { Details } from "./manifest.rules"

export type ImportPreferences = {
  /** Metadata for files for which the manifest has none. */
  defaults: Partial<Details>
  /** Create missing categories. */
  createCategories: boolean
  /** Dry run: check only, write nothing. */
  dry: boolean
}

/** Lookups cached for a run: users, categories, and contents that a dry run would have imported. */
export type ImportLookups = ImportPreferences & {
  person: (name: string) => Promise<LoggedIn>
  categories: (paths: string) => Promise<number[]>
  seen: Map<string, string>
}

const remembered = <T>(look: (name: string) => Promise<T>) => {
  const results = new Map<string, T>()
  return async (name: string): Promise<T> => {
    if (!results.has(name)) results.set(name, await look(name))
    return results.get(name)!
  }
}

/** Prepares the lookups of a run. `root` is user 1, who creates the categories. */
export const createWorld = async (ctx: Ctx, preferences: ImportPreferences): Promise<ImportLookups> => {
  const root = await onBehalfOf(ctx, rootUserId)
  const person = async (name: string): Promise<LoggedIn> => {
    if (!name) return root
    const user = await findByAnyName(ctx, name)
    if (!user) throw invalid(`没有用户 ${name}`)
    return onBehalfOf(ctx, user.id)
  }
  const category = remembered((path) => categoryAt(root, path, preferences))
  return {
    ...preferences,
    person: remembered(person),
    categories: async (paths) => {
      const ids: (number | null)[] = []
      for (const path of pathsOf(paths)) ids.push(await category(path))
      return ids.filter((id) => id !== null)
    },
    seen: new Map(),
  }
}

/** Splits category paths: `a/b；c` names two categories. */
const pathsOf = (paths: string): string[] =>
  paths
    .split(/[;；]/)
    .map((path) => namesOf(path).join("/"))
    .filter(Boolean)
const namesOf = (path: string): string[] =>
  path
    .split(/[/／]/)
    .map((name) => name.trim())
    .filter(Boolean)

/**
 * Returns the category at the end of a path, or null if a dry run would create it. @throws 400 if it does not exist and must not be created
 */
const categoryAt = async (ctx: LoggedIn, path: string, { createCategories: making, dry }: ImportPreferences): Promise<number | null> => {
  let parent_id = 0
  for (const title of namesOf(path)) {
    const category = await findChildCategory(ctx, parent_id, title)
    if (!category && !making) throw invalid(`没有分类 ${path}`)
    if (!category && dry) return null
    parent_id = (category ?? (await createCategories(ctx, { title, parent_id }))).id
  }
  return parent_id
}
