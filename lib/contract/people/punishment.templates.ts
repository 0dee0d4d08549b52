import { z } from "zod"
import { area } from "../area"
import { crudCalls } from "../crud"
import { entities } from "../entities"
import { bool, filled, filterList, flag, int, list, many, num, oneOf, str, text, time } from "../schema"
import { PunishmentSpan, PunishmentType } from "./punishment.enums"

/** The values that staff fill a punishment with: restrictions, how long (`PunishmentSpan`), and the reason that the user sees. */
export const PunishmentTemplate = z.object({
  id: num,
  title: str,
  type: many(z.number().int()),
  hours: num,
  reason: str,
  enable: flag,
  sort: num,
  created_at: time,
  updated_at: time,
})

export const punishmentTemplate = area({
  ...crudCalls(entities.punishmentTemplate, {
    entity: PunishmentTemplate,
    public: [],
    staffOnly: ["id", "title", "type", "hours", "reason", "enable", "sort", "created_at", "updated_at"],
    form: {
      title: filled(50, "名称"),
      type: list(oneOf(PunishmentType, "请选择处罚类型")).refine((types) => types.length > 0, { error: "请选择处罚类型" }),
      hours: oneOf(PunishmentSpan, "请选择有效时间").optional(),
      reason: text(1000, "原因").optional(),
      enable: bool.optional(),
      sort: int.optional(),
    },
    filters: { enable: filterList(bool) },
  }),
})
