"use client"

import { Input } from "antd"
import { crudPage } from "@/components/admin/crud-page"
import { reference } from "@/components/admin/crud/reference"
import { treeChoices } from "@/components/admin/crud/tree"
import { entities } from "@/lib/contract/entities"
import { LinkTarget } from "@/lib/contract/site/navigation.enums"

const parents = reference("GET /navigation/list", { page: 1, size: 10_000 }, ({ navigation }) => treeChoices(navigation), { tree: true })

/** Entries of the site header, as a tree. Built-in entries (`fixed`) can be disabled but not deleted. */
export default crudPage(entities.navigation, {
  tree: true,
  searchIn: "名称、链接或简介",
  removal: "它下面的导航会一起删除，不能恢复。",
  empty: { title: "还没有导航", text: "新增一项，它就会出现在页头；没有时页头显示首页、文库资料和文章资讯。" },
  canSelect: (row) => !row.fixed,
  fields: {
    title: { label: "名称", title: true, required: true, max: 255 },
    href: {
      label: "链接",
      kind: "link",
      max: 255,
      card: true,
      hint: "站内以 / 开头，站外以 http 开头；自带的导航不能改",
      input: ({ row }) => <Input maxLength={255} inputMode="url" placeholder="https://" disabled={row?.fixed} autoComplete="off" />,
    },
    parent_id: { label: "上级", kind: "ref", reference: parents, column: false, placeholder: "没有，放在最上层" },
    enable: { label: "启用", kind: "switch", initial: true, inline: true, card: true },
    target: { label: "打开方式", kind: "enum", options: LinkTarget, initial: LinkTarget.self },
    color: { label: "颜色", kind: "color", column: "hidden" },
    description: { label: "简介", kind: "textarea", max: 1024, column: "hidden" },
  },
})
