import { z } from "zod"
import { area } from "../area"
import { crudCalls } from "../crud"
import { entities } from "../entities"
import { DocumentVisibility } from "../library/document.enums"
import { bool, filled, filter, filterList, flag, id, int, list, listing, many, nothing, num, oneOf, str, text, time } from "../schema"

/** A permission from any group suffices; a review is required only if all groups require it (6.2) (docs/reference/api.md 3.2). */
export const Group = z.object({
  id: num,
  title: str,
  color: str,
  description: str,
  sort: num,
  is_default: flag,
  is_display: flag,
  user_count: num,
  enable_upload: flag,
  enable_document_review: flag,
  enable_comment: flag,
  enable_comment_approval: flag,
  enable_article: flag,
  enable_article_approval: flag,
  enable_article_crawl: flag,
  /** the visibility of its members' uploads, unless they choose one (`DocumentVisibility`) */
  document_visibility: num,
  created_at: time,
  updated_at: time,
})

/** `retired_at`: since when the server's version lacks the permission (null: it has it). */
export const Permission = z.object({
  id: num,
  method: str,
  path: str,
  title: str,
  description: str,
  retired_at: time,
  created_at: time,
  updated_at: time,
})

const flags = {
  is_default: bool.optional(),
  is_display: bool.optional(),
  enable_upload: bool.optional(),
  enable_document_review: bool.optional(),
  enable_comment: bool.optional(),
  enable_comment_approval: bool.optional(),
  enable_article: bool.optional(),
  enable_article_approval: bool.optional(),
  enable_article_crawl: bool.optional(),
}

export const group = area({
  ...crudCalls(
    { ...entities.group, unique: true },
    {
      entity: Group,
      public: [
        "id",
        "title",
        "color",
        "description",
        "sort",
        "is_default",
        "is_display",
        "user_count",
        "enable_upload",
        "enable_document_review",
        "enable_comment",
        "enable_comment_approval",
        "enable_article",
        "enable_article_approval",
        "enable_article_crawl",
        "document_visibility",
        "created_at",
        "updated_at",
      ],
      staffOnly: [],
      form: {
        title: filled(64, "名称").meta({ examples: ["校对"] }),
        color: text(20, "颜色").optional(),
        description: text(255, "简介").optional(),
        sort: int.optional(),
        ...flags,
        document_visibility: oneOf(DocumentVisibility, "请选择可见范围").optional(),
      },
      filters: {},
    },
  ),
  "GET /group/permission": {
    title: "获取角色授权",
    access: "permission",
    permission: "GroupAPI/GetGroupPermission",
    input: z.object({ id }),
    output: z.object({ permission_id: many(z.number().int()) }),
  },
  "PUT /group/permission": {
    title: "给角色授权",
    access: "permission",
    permission: "GroupAPI/UpdateGroupPermission",
    confirmed: true,
    /** null, 0 and unknown ids are ignored */
    input: z.object({ group_id: id, permission_id: list(int.nullable()) }),
    output: nothing,
  },
  "GET /permission/list": {
    title: "获取权限列表",
    access: "permission",
    permission: "PermissionAPI/ListPermission",
    input: z.object({ ...listing, path: filter(text(128, "API")), method: filterList(z.string().max(16)) }),
    output: z.object({ total: num, permission: many(Permission) }),
  },
  "GET /permission": {
    title: "根据 ID 查询权限",
    access: "permission",
    permission: "PermissionAPI/GetPermission",
    input: z.object({ id }),
    output: Permission,
  },
  "PUT /permission": {
    title: "更新权限信息",
    access: "permission",
    versioned: true,
    permission: "PermissionAPI/UpdatePermission",
    input: z.object({ id, title: filled(255, "名称"), description: text(255, "简介").optional() }),
    output: nothing,
  },
  "GET /user/permission": {
    title: "我的权限",
    access: "login",
    allowedWhileClosed: true,
    input: z.object({}),
    output: z.object({ permission: many(Permission) }),
  },
})
