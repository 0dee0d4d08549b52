"use client"

import { crudPage } from "@/components/admin/crud-page"
import { entities } from "@/lib/contract/entities"

/** Links to partner sites, displayed at the foot of the home page. */
export default crudPage(entities.friendlink, {
  imports: "link",
  searchIn: "名称、链接或简介",
  empty: { title: "还没有友链", text: "新增一条，启用后它就会出现在首页底部。" },
  fields: {
    title: { label: "名称", title: true, required: true, max: 64 },
    link: { label: "链接", kind: "link", required: true, max: 255, card: true },
    enable: { label: "启用", kind: "switch", search: true, initial: true, inline: true, card: true },
    sort: { label: "排序", kind: "number", sort: true, inline: true, hint: "越大越靠前" },
    description: { label: "简介", kind: "textarea", max: 1024, hint: "只有后台看得到" },
  },
})
