import { desc, eq } from "drizzle-orm"
import type { Ctx, LoggedIn } from "@/server/context"
import { pageOf, listPage } from "@/server/db/listing"
import { dynamicTable as t } from "./activity.table"

/** `message` is the sentence with {title} for the subject; `credit` is the change of credits. */
export type NewDynamic = { user_id: number; type: number; message: string; title?: string; href?: string; credit?: number }

/** Adds an activity. Call it in the transaction of its event. */
export const addDynamic = async (ctx: Ctx, { message, title = "", href = "", ...row }: NewDynamic): Promise<void> => {
  await ctx.db.insert(t).values({ ...row, words: message, title: title.slice(0, 255), href: href.slice(0, 255), created_at: ctx.now() })
}

const escape = (text: string) => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)

/** Returns the sentence as escaped HTML: older clients insert it unchanged. */
const contentOf = ({ words, title, href }: typeof t.$inferSelect): string => {
  const name = escape(title)
  const link = /^\/[\w/-]*$/.test(href) && href ? `<a href="${href}">${name}</a>` : name
  return escape(words).replace("{title}", () => link)
}

/** Lists the user's activities, newest first (docs/reference/api.md 2.1). */
export const readDynamics = async (ctx: LoggedIn, input: { page?: number; size?: number; limit?: number }) => {
  const where = eq(t.user_id, ctx.user.id)
  const { rows, total } = await listPage(ctx.db, t, { where, order: [desc(t.id)], ...pageOf(input, 100, 20) })
  return { total, dynamic: rows.map((row) => ({ ...row, content: contentOf(row), updated_at: row.created_at })) }
}
