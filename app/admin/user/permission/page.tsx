"use client"

import { crudPage } from "@/components/admin/crud-page"
import { entities } from "@/lib/contract/entities"
import { RequestMethod } from "@/lib/contract/people/group.enums"

/** Permissions. The server creates the rows; staff edit only their titles and descriptions. */
export default crudPage(entities.permission, {
  searchIn: "名称或简介",
  create: false,
  remove: false,
  times: false,
  empty: { title: "没有权限记录", text: "服务器启动时会登记全部接口。" },
  fields: {
    title: { label: "名称", title: true, required: true, max: 255, always: true },
    method: {
      label: "方法",
      kind: "enum",
      options: RequestMethod,
      search: true,
      form: false,
      card: true,
      width: 96,
    },
    path: { label: "API", form: false, search: "API 地址", card: true, render: (row) => <code>{row.path}</code> },
    retired_at: {
      label: "状态",
      form: false,
      render: (row) => (row.retired_at ? <span className="muted">这个版本没有，保留但不生效</span> : "可用"),
    },
    description: { label: "简介", kind: "textarea", max: 255 },
  },
})
