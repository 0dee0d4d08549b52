import { asc, desc } from "drizzle-orm"
import { entities } from "@/lib/contract/entities"
import { group } from "@/lib/contract/people/group"
import { crudRoutes } from "@/server/crud"
import type { Module } from "@/server/routes"
import { groupTable as t, permissionTable } from "./group.table"
import {
  beforeDeleteGroups,
  beforeSaveGroup,
  changePermission,
  grantPermissions,
  listPermissions,
  readGroupPermission,
  readPermission,
} from "./group.usecases"
import { readPermissions } from "./permission.usecases"

const routes = crudRoutes(
  group,
  entities.group,
  {
    table: t,
    searched: [t.title, t.description],
    order: [desc(t.sort), asc(t.id)],
    // a group's name is displayed beside usernames, so user pages must be refreshed
    subject: "user",
    duplicate: { message: "分组名称已存在", field: "title" },
    beforeSave: beforeSaveGroup,
    beforeDelete: beforeDeleteGroups,
  },
  {
    "GET /user/permission": readPermissions,
    "GET /group/permission": readGroupPermission,
    "PUT /group/permission": grantPermissions,
    "GET /permission/list": listPermissions,
    "GET /permission": readPermission,
    "PUT /permission": changePermission,
  },
)

export const groupRoutes: Module = { ...routes, versioned: { ...routes.versioned, "PUT /permission": { table: permissionTable } } }
