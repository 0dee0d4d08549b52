import { and, asc, desc, eq, inArray, isNull, sql } from "drizzle-orm"
import type { Ctx } from "@/server/context"
import { invalid } from "@/server/errors"
import { documentTable } from "../document/document.table"
import { mark } from "../../site/settings/settings.usecases"
import { languageTable as t } from "./language.table"

/** The initial languages of a new site. Staff can change them. */
const first = [
  ["中文（简体）", "zh-CN"],
  ["中文（繁体）", "zh-TW"],
  ["英语", "en"],
  ["法语", "fr"],
  ["韩语", "ko"],
  ["德语", "de"],
  ["日语", "ja"],
  ["俄语", "ru"],
] as const
const defaultLanguage = "zh-CN"

/** Adds the initial languages once per site, so that deleted ones stay deleted. */
export const seedLanguages = (ctx: Ctx): Promise<void> =>
  ctx.tx(async (ctx) => {
    if (!(await mark(ctx, "languages"))) return
    await ctx.db
      .insert(t)
      .values(first.map(([language, code], index) => ({ language, code, sort: first.length - index })))
      .onConflictDoNothing()
  })

/** Returns the languages that documents can be written in, in the site's order. */
export const listEnabledLanguages = (ctx: Ctx) =>
  ctx.db.select({ id: t.id, language: t.language, code: t.code }).from(t).where(eq(t.enable, true)).orderBy(desc(t.sort), asc(t.id))

/**
 * Returns a function that resolves a document's language to the code of an enabled language. It accepts a code or a name; no input means
 * the default. Throws 400 for anything else.
 */
export const requireLanguage = async (ctx: Ctx): Promise<(word: string | undefined) => string> => {
  const enabled = await listEnabledLanguages(ctx)
  const codes = enabled.map((row) => row.code)
  return (word) => {
    if (!word) return codes.includes(defaultLanguage) ? defaultLanguage : (codes[0] ?? defaultLanguage)
    const code = codes.includes(word) ? word : enabled.find((row) => row.language === word)?.code
    if (!code) throw invalid("所选语言不存在，请重新选择", "language")
    return code
  }
}

export const changeLanguageStatus = (ctx: Ctx, { id, enable }: { id: number[]; enable: boolean }) =>
  ctx.tx(async (ctx) => {
    await ctx.db.update(t).set({ enable, updated_at: ctx.now() }).where(inArray(t.id, id))
    await ctx.changed("settings")
    return {}
  })

/** Counts the documents per language code. Staff base decisions about languages on it. */
export const countByLanguage = async (ctx: Ctx, codes: string[]): Promise<Map<string, number>> => {
  if (!codes.length) return new Map()
  const rows = await ctx.db
    .select({ code: documentTable.language, total: sql<number>`count(*)::int` })
    .from(documentTable)
    .where(and(inArray(documentTable.language, codes), isNull(documentTable.deleted_at)))
    .groupBy(documentTable.language)
  return new Map(rows.map((row) => [row.code, row.total]))
}
