"use client"

import { crudPage } from "@/components/admin/crud-page"
import { HitKind, SensitiveAction, SensitiveCategory } from "@/lib/contract/community/sensitive-word.enums"
import { entities } from "@/lib/contract/entities"

/** Texts that contained sensitive words, newest first. */
export default crudPage(entities.sensitiveHit, {
  searchIn: "敏感词",
  create: false,
  edit: false,
  times: false,
  empty: { title: "没有命中", text: "提交的文字里有敏感词时，会记在这里，保留 180 天。" },
  fields: {
    word: { label: "敏感词", title: true, form: false },
    kind: { label: "哪里", kind: "enum", options: HitKind, search: true, form: false, card: true },
    object_id: { label: "对象编号", kind: "number", form: false, text: (row) => (row.object_id ? String(row.object_id) : "没有发布") },
    excerpt: { label: "上下文", form: false, card: true },
    action: {
      label: "处理",
      kind: "enum",
      options: SensitiveAction,
      tones: { [SensitiveAction.refuse]: "bad", [SensitiveAction.review]: "warn", [SensitiveAction.mask]: "info" },
      search: true,
      form: false,
      card: true,
    },
    category: { label: "分类", kind: "enum", options: SensitiveCategory, search: true, form: false },
    user_id: { label: "用户编号", kind: "number", form: false },
    created_at: { label: "时间", kind: "datetime", form: false },
  },
})
