import { z } from "zod"
import { area } from "../area"
import { crudCalls, moveCall } from "../crud"
import { entities } from "../entities"
import { ContentKind } from "./content.enums"
import { DocumentVisibility } from "./document.enums"
import { bool, filled, filterList, flag, int, listing, many, num, oneOf, str, text, time } from "../schema"

export const Category = z.object({
  id: num,
  parent_id: num,
  title: str,
  icon: str,
  cover: str,
  doc_count: num,
  sort: num,
  enable: flag,
  type: num,
  description: str,
  show_description: flag,
  /** the mildest visibility of a document uploaded into it, unless its uploader chooses (`DocumentVisibility`) */
  document_visibility: num,
  created_at: time,
  updated_at: time,
})

/** The category of a document or article. */
export const CategoryLink = z.object({ id: num, title: str, parent_id: num })

const calls = crudCalls(
  { ...entities.category, public: true },
  {
    entity: Category,
    public: [
      "id",
      "parent_id",
      "title",
      "icon",
      "cover",
      "doc_count",
      "sort",
      "enable",
      "type",
      "description",
      "show_description",
      "document_visibility",
      "created_at",
      "updated_at",
    ],
    staffOnly: [],
    form: {
      title: filled(8_000, "分类名称"),
      parent_id: int.optional(),
      type: oneOf(ContentKind, "请选择分类的类型").optional(),
      icon: text(255, "图标").optional(),
      cover: text(255, "封面").optional(),
      sort: int.optional(),
      enable: bool.optional(),
      description: text(1024, "简介").optional(),
      show_description: bool.optional(),
      document_visibility: oneOf(DocumentVisibility, "请选择可见范围").optional(),
    },
    filters: {},
  },
)

export const category = area({
  ...calls,
  /** a `title` with several lines creates several categories; returns the first */
  "POST /category": { ...calls["POST /category"], conflicts: true },
  "GET /category/list": {
    ...calls["GET /category/list"],
    title: "查询分类列表",
    announced: true,
    input: z.object({ ...listing, parent_id: filterList(int), type: filterList(int), enable: filterList(bool) }),
    output: z.object({ category: many(Category) }),
  },
  /** the name may already exist at the target */
  "PUT /category/move": { ...moveCall(entities.category)["PUT /category/move"], conflicts: true },
})
