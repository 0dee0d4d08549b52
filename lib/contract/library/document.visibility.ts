import { z } from "zod"
import { area } from "../area"
import { flag, id, list, many, nothing, num, oneOf, str } from "../schema"
import { DocumentVisibility } from "./document.enums"

const visibility = oneOf(DocumentVisibility, "请选择可见范围")
/** The groups whose members may see the document; for the visibility `groups` only. */
const allowedGroupIds = list(id)

/** The visibility fields of a document, which apply once its status makes it public. */
export const visibilityFields = {
  visibility: num,
  /** the groups whose members may see it, for its owner and staff; [] unless the visibility is `groups` */
  group_id: many(z.number().int()),
}

/** The fields of one document: the caller sees it only through a share link, which allows its download if `link_download` is set. */
export const linkFields = { by_link: flag, link_download: flag }

/** The visibility fields of an upload; by default, the categories and the uploader's groups decide. */
export const visibilityChoice = { visibility: visibility.optional(), group_id: allowedGroupIds.optional() }

/** The visibility of a document. */
export const documentVisibility = area({
  /** `visibility`: of the caller's next upload, by their groups; `group`: the groups that they may choose */
  "GET /document/visibility": {
    title: "文档可见范围的选项",
    access: "login",
    input: z.object({}),
    output: z.object({ visibility: num, group: many(z.object({ id: num, title: str })) }),
  },
  /** of the caller's own documents, and for staff of any */
  "PUT /document/visibility": {
    title: "设置文档可见范围",
    access: "login",
    permission: "DocumentAPI/SetDocumentsVisibility",
    input: z.object({
      document_id: list(id).refine((ids) => ids.length > 0, { error: "请选择文档" }),
      visibility,
      group_id: allowedGroupIds.optional(),
    }),
    output: nothing,
  },
})
