import { defineModule } from "@/server/module"
import { leaveGroups, listGroups } from "./membership.usecases"
import { userRoutes } from "./user.routes"
import { userGroupTable, userTable } from "./user.table"

export const userModule = defineModule({
  ...userRoutes,
  personal: [
    {
      table: userTable,
      column: userTable.id,
      notExported: "stands in the export by itself, as `user`",
      onErase: { keep: "the row stays, emptied and renamed (privacy), for what the person has published" },
    },
    {
      table: userGroupTable,
      exportAs: "group",
      read: async (db, id) => ({ rows: await listGroups({ db }, id), truncated: false }),
      onErase: (ctx, { id }) => leaveGroups(ctx, id),
    },
  ],
})
