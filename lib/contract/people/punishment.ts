import { z } from "zod"
import { area } from "../area"
import { PunishmentType } from "./punishment.enums"
import { bool, filterList, flag, id, int, list, listing, many, nothing, num, oneOf, optionalTime, str, text, time } from "../schema"

/** `reason` is shown to the user, `remark` is for staff only; `end_time` null = permanent (docs/reference/api.md 3.10). */
export const Punishment = z.object({
  id: num,
  user_id: num,
  username: str,
  type: num,
  enable: flag,
  reason: str,
  remark: str,
  operators: str,
  end_time: time,
  created_at: time,
  updated_at: time,
})

const kind = oneOf(PunishmentType, "请选择处罚类型")
const reasons = {
  enable: bool.optional(),
  reason: text(1000, "原因").optional(),
  remark: text(1000, "备注").optional(),
  end_time: optionalTime("截止时间").optional(),
}

export const punishment = area({
  "POST /punishment": {
    title: "添加用户处罚",
    access: "permission",
    permission: "PunishmentAPI/CreatePunishment",
    input: z.object({
      user_id: list(id).refine((ids) => ids.length > 0, { error: "请选择用户" }),
      type: list(kind).refine((types) => types.length > 0, { error: "请选择处罚类型" }),
      ...reasons,
    }),
    output: nothing,
  },
  "PUT /punishment": {
    title: "更新用户处罚",
    access: "permission",
    versioned: true,
    permission: "PunishmentAPI/UpdatePunishment",
    input: z.object({ id, type: kind.optional(), ...reasons }),
    output: nothing,
  },
  "GET /punishment": {
    title: "获取单个处罚信息",
    access: "permission",
    permission: "PunishmentAPI/GetPunishment",
    input: z.object({ id }),
    output: Punishment,
  },
  "GET /punishment/list": {
    title: "获取用户处罚列表",
    access: "permission",
    permission: "PunishmentAPI/ListPunishment",
    input: z.object({ ...listing, type: filterList(int), enable: filterList(bool), user_id: filterList(int) }),
    output: z.object({ total: num, punishment: many(Punishment) }),
  },
  "PUT /punishment/cancel": {
    title: "取消用户处罚",
    access: "permission",
    permission: "PunishmentAPI/CancelPunishment",
    input: z.object({ id: list(id) }),
    output: nothing,
  },
})
