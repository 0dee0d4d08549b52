"use client"

import { crudPage } from "@/components/admin/crud-page"
import { findingText } from "@/components/operations/review/admin/safety-finding"
import { Link } from "@/components/ui/link"
import { safetyProviders, SafetyLevel } from "@/lib/contract/community/content-safety.enums"
import { HitKind } from "@/lib/contract/community/sensitive-word.enums"
import { entities } from "@/lib/contract/entities"
import type { SafetyCheck } from "@/lib/contract/types"

const checkedKinds: readonly number[] = [HitKind.document, HitKind.documentText, HitKind.article, HitKind.comment]
const problemsOf = ({ findings, error }: SafetyCheck): string => findings.map(findingText).join("；") || error
const nameOf = ({ title, kind, object_id }: SafetyCheck): string => title || `${HitKind.labelOf(kind)} ${object_id}（看不到或已删除）`

/** What the content-safety service said about each content, newest first. */
export default crudPage(entities.safetyCheck, {
  searchIn: false,
  create: false,
  edit: false,
  remove: false,
  inspect: true,
  times: false,
  views: [
    { label: "全部", filters: {} },
    { label: "有问题", filters: { level: [String(SafetyLevel.review), String(SafetyLevel.block)] } },
    { label: "没有检查成功", filters: { level: [String(SafetyLevel.unchecked)] } },
  ],
  empty: {
    title: "没有检查结果",
    text: "在“安全配置”里启用内容安全服务后，公开的文档、文章和评论会由它检查，结果记在这里，保留 180 天。",
  },
  fields: {
    title: {
      label: "内容",
      title: true,
      form: false,
      text: nameOf,
      render: (row) =>
        row.href ? (
          <Link className="cut name" href={row.href} target="_blank">
            {nameOf(row)}
          </Link>
        ) : (
          <span className="cut name">{nameOf(row)}</span>
        ),
    },
    level: {
      label: "结果",
      kind: "enum",
      options: SafetyLevel,
      tones: { [SafetyLevel.unchecked]: "warn", [SafetyLevel.pass]: "ok", [SafetyLevel.review]: "warn", [SafetyLevel.block]: "bad" },
      search: true,
      form: false,
      card: true,
    },
    findings: {
      label: "发现的问题",
      form: false,
      card: true,
      text: problemsOf,
      // a list of objects, or the reason why there is none
      render: (row) => (
        <span className="cut" title={problemsOf(row)}>
          {problemsOf(row) || "—"}
        </span>
      ),
    },
    kind: {
      label: "类型",
      kind: "enum",
      options: HitKind.options.filter(({ value }) => checkedKinds.includes(value)),
      search: true,
      form: false,
      card: true,
    },
    provider: {
      label: "服务",
      kind: "enum",
      options: Object.entries(safetyProviders).map(([value, label]) => ({ value, label })),
      search: true,
      form: false,
    },
    checked_at: { label: "检查时间", kind: "datetime", form: false },
  },
})
