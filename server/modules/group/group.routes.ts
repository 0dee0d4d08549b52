import { asc, desc } from "drizzle-orm"
import { group } from "../../../lib/contract/group"
import { serve, type Module } from "../../routes"
import { crudRoutes } from "../../crud"
import { groupTable as t } from "./group.table"
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

const groups = crudRoutes(group, {
  path: "/group",
  list: "group",
  table: t,
  searched: [t.title, t.description],
  order: [desc(t.sort), asc(t.id)],
  // the name of a group stands beside people's names
  subject: "user",
  duplicate: "分组名称已存在",
  beforeSave: beforeSaveGroup,
  beforeDelete: beforeDeleteGroups,
})

const permissions = serve(
  {
    "GET /user/permission": group["GET /user/permission"],
    "GET /group/permission": group["GET /group/permission"],
    "PUT /group/permission": group["PUT /group/permission"],
    "GET /permission/list": group["GET /permission/list"],
    "GET /permission": group["GET /permission"],
    "PUT /permission": group["PUT /permission"],
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

export const groupRoutes: Module = { area: group, handlers: { ...groups.handlers, ...permissions.handlers } }
