import { desc, eq } from "drizzle-orm"
import { entities } from "../../../lib/contract/entities"
import { friendlink } from "../../../lib/contract/friendlink"
import { isAddress } from "../../../lib/domain/address"
import { crudRoutes } from "../../crud"
import { invalid } from "../../errors"
import { friendlinkTable as t } from "./friendlink.table"

export const friendlinkRoutes = crudRoutes(friendlink, entities.friendlink, {
  table: t,
  searched: [t.title, t.link, t.description],
  filtered: { enable: t.enable },
  sorted: { id: t.id, sort: t.sort },
  order: [desc(t.enable), desc(t.sort)],
  visible: eq(t.enable, true),
  subject: "home",
  beforeSave: async (_ctx, { link }) => {
    if (link !== undefined && !isAddress(link)) throw invalid("链接应以 / 或 http 开头", "link")
  },
  decorate: async (ctx, rows) =>
    ctx.may("GET /friendlink/list") || ctx.may("GET /friendlink") ? rows : rows.map((row) => ({ ...row, description: "" })),
})
