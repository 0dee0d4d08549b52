"use client"

import { crudPage } from "@/components/admin/crud-page"
import { Link } from "@/components/ui/link"
import { entities } from "@/lib/contract/entities"
import { SearchType } from "@/lib/contract/library/search.enums"
import { paths } from "@/lib/rules/path"

const columnOnly = { form: false } as const
const counted = { kind: "number", form: false, sort: true } as const

/** Users' search queries: read and delete only. They are stored for the number of days in the security settings. */
export default crudPage(entities.searchRecord, {
  searchIn: false,
  create: false,
  edit: false,
  times: false,
  inspect: true,
  empty: { title: "还没有搜索记录", text: "有人搜索以后，记录会出现在这里，到期自动删除。" },
  fields: {
    keywords: {
      ...columnOnly,
      label: "关键词",
      title: true,
      search: true,
      render: ({ keywords }) => (
        <Link className="lk cut" href={paths.search(keywords)} target="_blank">
          {keywords}
        </Link>
      ),
    },
    type: { ...columnOnly, label: "范围", kind: "enum", options: SearchType, search: true },
    user_id: {
      ...columnOnly,
      label: "用户",
      kind: "user",
      search: true,
      card: true,
      text: (row) => row.username || "游客",
      render: ({ user_id, username }) =>
        user_id ? (
          <Link className="lk cut short" href={paths.user(user_id)} target="_blank">
            {username}
          </Link>
        ) : (
          <span className="muted">游客</span>
        ),
    },
    total: { ...counted, label: "结果数", card: true },
    is_empty: { ...columnOnly, label: "没有结果", kind: "switch", column: false, search: true },
    page: { ...columnOnly, label: "页码", kind: "number", column: "hidden" },
    spend_time: { ...columnOnly, label: "耗时（秒）", sort: true, width: 96 },
    ip: { ...columnOnly, label: "IP", search: true },
    created_at: { ...columnOnly, label: "搜索时间", kind: "datetime", search: true, sort: true, card: true },
    user_agent: { ...columnOnly, label: "客户端", column: "hidden" },
  },
})
