import { and, eq } from "drizzle-orm"
import type { DbCtx } from "@/server/context"
import { configTable as t } from "./settings.table"

/* Texts that the site stores beside its settings; no settings page displays them. */

const internal = "internal"

/** The name of the text with the time when this site was taken over from another one (ISO 8601). */
export const importedAtName = "imported-at"

/** Returns the stored text, or "" if there is none under this name. */
export const readKept = async ({ db }: DbCtx, name: string): Promise<string> => {
  const [row] = await db
    .select({ value: t.value })
    .from(t)
    .where(and(eq(t.category, internal), eq(t.name, name)))
  return row?.value ?? ""
}

export const keep = async ({ db }: DbCtx, name: string, value: string): Promise<void> => {
  await db
    .insert(t)
    .values({ category: internal, name, value })
    .onConflictDoUpdate({ target: [t.category, t.name], set: { value } })
}
