import { desc, eq } from "drizzle-orm"
import { banner } from "../../../lib/contract/banner"
import { entities } from "../../../lib/contract/entities"
import { isAddress } from "../../../lib/domain/address"
import { crudRoutes } from "../../crud"
import { invalid } from "../../errors"
import { bannerTable as t } from "./banner.table"

/** Validates picture and link, if sent. */
const requireAddresses = ({ path, url }: { path?: unknown; url?: unknown }): void => {
  if (typeof path === "string" && !isAddress(path)) throw invalid("图片地址不正确", "path")
  if (typeof url === "string" && url && !isAddress(url)) throw invalid("链接应以 / 或 http 开头", "url")
}

export const bannerRoutes = crudRoutes(banner, entities.banner, {
  table: t,
  searched: [t.title, t.description],
  filtered: { type: t.type, enable: t.enable },
  sorted: { id: t.id, sort: t.sort },
  order: [desc(t.enable), desc(t.sort)],
  visible: eq(t.enable, true),
  subject: "home",
  // a remark of staff
  decorate: async (ctx, rows) =>
    ctx.may("GET /banner/list") || ctx.may("GET /banner") ? rows : rows.map((row) => ({ ...row, description: "" })),
  beforeSave: async (_ctx, row) => requireAddresses(row),
})
