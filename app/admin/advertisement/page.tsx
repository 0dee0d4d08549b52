"use client"

import dynamic from "next/dynamic"
import { AdFigures } from "@/components/site/advertisement/admin/ad-figures"
import { HeightField } from "@/components/site/advertisement/admin/height-field"
import { positionOptions } from "@/components/site/advertisement/admin/position-names"
import { crudPage } from "@/components/admin/crud-page"
import { periodFields } from "@/components/admin/crud/period-fields"
import { Skeleton } from "@/components/ui/skeleton"
import { entities } from "@/lib/contract/entities"

const maxLetters = 100_000
const HtmlField = dynamic(() => import("@/components/site/advertisement/admin/html-field").then((module) => module.HtmlField), {
  ssr: false,
  loading: () => <Skeleton height={120} />,
})

/** Advertisements: HTML displayed at a position of the site during a period. */
export default crudPage(entities.advertisement, {
  searchIn: "名称、代码或备注",
  detail: true,
  empty: { title: "还没有广告", text: "新增一条，选好位置，页面上就会出现；VIP 用户看不到广告。" },
  fields: {
    title: { label: "广告名称", title: true, required: true, max: 255 },
    position: { label: "广告位", kind: "enum", options: positionOptions, required: "请选择广告位", search: true, sort: true, card: true },
    ...periodFields,
    content: {
      label: "广告代码",
      kind: "textarea",
      required: true,
      max: maxLetters,
      column: false,
      input: ({ disabled }) => <HtmlField max={maxLetters} disabled={disabled} />,
      hint: "HTML，图片和链接都可以；有脚本时放进隔离的框里运行，碰不到本站的页面和登录",
    },
    content_b: {
      group: "对比与频率",
      label: "第二份代码",
      kind: "textarea",
      max: maxLetters,
      column: false,
      input: ({ disabled }) => <HtmlField max={maxLetters} disabled={disabled} />,
      hint: "填了以后，一半的页面展示这一份，可以比较哪一份点的人多",
    },
    daily_limit: {
      group: "对比与频率",
      label: "每天最多展示",
      kind: "number",
      min: 0,
      max: 1000,
      initial: 0,
      column: "hidden",
      hint: "同一个浏览器每天最多看到几次，0 为不限",
    },
    impressions: {
      label: "展示",
      kind: "number",
      form: false,
      text: ({ impressions, impressions_b }) => `${impressions + impressions_b}`,
      render: (row) => <AdFigures row={row} of="impressions" />,
    },
    clicks: {
      label: "点击",
      kind: "number",
      form: false,
      text: ({ clicks, clicks_b }) => `${clicks + clicks_b}`,
      render: (row) => <AdFigures row={row} of="clicks" />,
    },
    height_desktop: {
      group: "占位高度",
      label: "电脑",
      kind: "number",
      column: false,
      initial: 0,
      input: ({ disabled }) => <HeightField size="desktop" disabled={disabled} />,
      hint: "代码写好后自动量好；页面先留出这么高的地方，广告出来时正文不动",
    },
    height_phone: {
      group: "占位高度",
      label: "手机",
      kind: "number",
      column: false,
      initial: 0,
      input: ({ disabled }) => <HeightField size="phone" disabled={disabled} />,
    },
    remark: { label: "备注", kind: "textarea", max: 1000, hint: "只有管理员看得到" },
  },
})
