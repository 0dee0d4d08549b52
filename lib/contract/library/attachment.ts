import { z } from "zod"
import { area } from "../area"
import { entities } from "../entities"
import { bool, filled, filterList, flag, id, int, list, listing, many, nothing, num, str, text, time } from "../schema"

/** An uploaded file, as staff see it (docs/reference/api.md 3.8). */
export const Attachment = z.object({
  id: num,
  /** MD5 */
  hash: str,
  user_id: num,
  username: str,
  /** id of the user, document or article it belongs to; 0 = none yet */
  type_id: num,
  type: num,
  type_name: str,
  /** false = staff have banned the content */
  enable: flag,
  path: str,
  name: str,
  /** bytes */
  size: num,
  /** pixels, for images */
  width: num,
  height: num,
  ext: str,
  ip: str,
  description: str,
  created_at: time,
  updated_at: time,
})

const { api, entity } = entities.attachment

/** Files are created by uploads only; staff edit their notes and ban contents. */
export const attachment = area({
  "PUT /attachment": {
    title: "更新附件信息",
    access: "permission",
    permission: `${api}/Update${entity}`,
    versioned: true,
    /** `enable` applies to the content: other rows with the same bytes follow */
    input: z.object({ id, name: filled(255, "名称").optional(), enable: bool.optional(), description: text(255, "备注").optional() }),
    output: nothing,
  },
  /**
   * only uploads that are not used yet; files used by documents, articles or pages are managed by the system (docs/reference/api.md 2.11)
   */
  "DELETE /attachment": {
    title: "删除附件",
    access: "permission",
    permission: `${api}/Delete${entity}`,
    input: z.object({ id: list(id) }),
    output: nothing,
  },
  "GET /attachment": {
    title: "根据 ID 查询附件",
    access: "permission",
    permission: `${api}/Get${entity}`,
    input: z.object({ id }),
    output: Attachment,
  },
  "GET /attachment/list": {
    title: "查看附件列表",
    access: "permission",
    permission: `${api}/List${entity}`,
    input: z.object({ ...listing, enable: filterList(bool), user_id: filterList(int), type: filterList(int) }),
    output: z.object({ total: num, attachment: many(Attachment) }),
  },
})
