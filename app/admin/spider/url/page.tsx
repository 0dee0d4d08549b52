"use client"

import { crudPage } from "@/components/admin/crud-page"
import { FoundCell, ProgressCell, UrlCell } from "@/components/collecting/spider/admin/spider-cells"
import { linkActions, linkBatchActions } from "@/components/collecting/spider/admin/link-actions"
import { entities } from "@/lib/contract/entities"
import { SpiderUrlStatus } from "@/lib/contract/collecting/spider.enums"
import { isCrawlActive } from "@/lib/rules/collecting/spider-url-status"

const where = "怎么采集"
const access = "怎么访问"
const columnOnly = { form: false } as const

/** Links to crawl for documents: their schedule, the relevant part of a page and how to connect to the site. */
export default crudPage(entities.spiderUrl, {
  searchIn: "链接",
  live: (row) => isCrawlActive(row.status),
  removal: "已经发现的文档会留下。",
  empty: {
    title: "还没有采集链接",
    text: "新增别的网站的网页或文档链接，一行一个；里面的文档会出现在“文档采集”里，由你决定下载和发布哪些。",
  },
  rowActions: linkActions,
  batchActions: linkBatchActions,
  fields: {
    url: {
      label: "链接地址",
      kind: "textarea",
      form: "create",
      title: true,
      required: "请输入链接地址，一行一个",
      placeholder: "https://example.com/list.html",
      hint: "一行一个，网页或文档的链接都可以；重复的会跳过",
      render: (row) => <UrlCell url={row.url} />,
    },
    status: {
      ...columnOnly,
      label: "状态",
      kind: "enum",
      options: SpiderUrlStatus,
      tones: { 0: "info", 1: "pri", 2: "ok", 3: "bad" },
      search: true,
      card: true,
      render: (row) => <ProgressCell link={row} />,
    },
    total: { ...columnOnly, label: "发现文档", kind: "number", sort: true, card: true, render: (row) => <FoundCell link={row} /> },
    error: { ...columnOnly, label: "错误", card: true },
    depth: {
      label: "深度",
      kind: "number",
      min: 0,
      max: 5,
      initial: 0,
      group: where,
      hint: "0 只看这一页；每加 1 就跟着同一网站的链接多走一层",
      column: "hidden",
    },
    include: {
      label: "只看",
      kind: "textarea",
      max: 2_000,
      group: where,
      placeholder: ".article-list",
      hint: "CSS 选择器，一行一个；不填则看整页",
      column: "hidden",
    },
    exclude: {
      label: "排除",
      kind: "textarea",
      max: 2_000,
      group: where,
      placeholder: ".ad, .related",
      hint: "CSS 选择器，一行一个",
      column: "hidden",
    },
    cron: {
      label: "定时",
      max: 64,
      group: where,
      placeholder: "0 3 * * *",
      hint: "cron 表达式（北京时间），例如 0 3 * * * 是每天 3 点；不填则只采集一次",
      column: "hidden",
    },
    proxy: {
      label: "代理",
      max: 255,
      group: access,
      hint: "只有站长可以设置；改动后请求头要重新填写",
      placeholder: "http://用户名:密码@proxy.example.com:8080",
      column: "hidden",
    },
    headers: {
      label: "请求头",
      kind: "textarea",
      max: 4_000,
      group: access,
      placeholder: "Cookie: name=value",
      hint: "一行一个“名称: 值”，只发给这个网站；保存后值不再显示，****** 表示不变",
      column: "hidden",
    },
    next_at: { ...columnOnly, label: "下次采集", kind: "datetime", sort: true, column: "hidden" },
    created_at: { ...columnOnly, label: "创建时间", kind: "datetime", sort: true, column: "hidden" },
    updated_at: { ...columnOnly, label: "更新时间", kind: "datetime", sort: true },
  },
})
