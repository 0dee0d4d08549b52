import type { Ctx } from "../../context"
import type { ArticleRow } from "./article.repository"

export const owns = (ctx: Pick<Ctx, "user">, row: Pick<ArticleRow, "user_id">): boolean => ctx.user !== null && ctx.user.id === row.user_id
