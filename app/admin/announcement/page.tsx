"use client"

import { crudPage } from "@/components/admin/crud-page"
import { periodFields } from "@/components/admin/crud/period-fields"
import { userGroups } from "@/components/people/group/admin/group-reference"
import { entities } from "@/lib/contract/entities"
import { AnnouncementAudience } from "@/lib/contract/site/announcement.enums"

/** Messages of the site, in a bar on its pages and in the notifications of its users. */
export default crudPage(entities.announcement, {
  searchIn: "标题或内容",
  detail: true,
  empty: { title: "还没有公告", text: "新增一条，就会出现在每个页面的底部，也可以写进用户的通知。" },
  fields: {
    title: { label: "标题", title: true, required: true, max: 100 },
    content: { label: "内容", kind: "textarea", max: 500, column: "hidden", hint: "一两句话；较长的内容写成文章，把链接填在下面" },
    href: { label: "链接", kind: "link", max: 500, column: "hidden", hint: "点“查看”去哪里，可以不填" },
    audience: {
      label: "谁能看到",
      kind: "enum",
      options: AnnouncementAudience,
      initial: AnnouncementAudience.everybody,
      search: true,
      card: true,
    },
    group_id: {
      label: "用户组",
      kind: "ref",
      reference: userGroups,
      many: true,
      column: "hidden",
      visible: ({ audience }) => audience === AnnouncementAudience.groups,
    },
    in_banner: { label: "页面底部的横条", kind: "switch", initial: true, group: "显示在哪里" },
    in_bell: {
      label: "用户的通知",
      kind: "switch",
      initial: false,
      group: "显示在哪里",
      hint: "开始时写进范围内每个用户的通知，每人一次；写出去以后改文字，通知里也会跟着变",
    },
    dismissible: {
      label: "可以关掉",
      kind: "switch",
      initial: true,
      column: "hidden",
      group: "显示在哪里",
      hint: "关掉以后不再出现；不允许时只能收起，下次来又会看到",
    },
    ...periodFields,
    told_at: { label: "已写进通知", kind: "datetime", form: false, column: "hidden" },
  },
})
