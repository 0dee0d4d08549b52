"use client"

import { crudPage } from "@/components/admin/crud-page"
import { entities } from "@/lib/contract/entities"
import { BannerType } from "@/lib/contract/site/banner.enums"

export default crudPage(entities.banner, {
  searchIn: "名称或简介",
  empty: { title: "还没有轮播图", text: "新增一张，首页就会轮流展示。" },
  fields: {
    title: { label: "名称", title: true, max: 255 },
    path: { label: "图片", kind: "image", picture: "banner", required: true },
    type: {
      label: "类型",
      kind: "enum",
      options: BannerType,
      search: true,
      initial: BannerType.website,
    },
    enable: { label: "启用", kind: "switch", search: true, initial: true, inline: true },
    url: { label: "链接", kind: "link", max: 255, hint: "点击图片后去哪里，可以不填" },
    sort: { label: "排序", kind: "number", sort: true, inline: true, hint: "越大越靠前" },
    description: { label: "简介", kind: "textarea", max: 255, column: "hidden" },
  },
})
