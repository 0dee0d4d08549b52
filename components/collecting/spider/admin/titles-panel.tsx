"use client"

import { Input } from "antd"
import { useState } from "react"
import { Select } from "@/components/ui/form/select"
import type { PanelProps } from "@/components/admin/crud/options"
import { SidePanel } from "@/components/admin/form/side-panel"
import { useCall } from "@/components/ui/form/use-call"
import { LanguageField } from "@/components/library/document/fields/term-fields"
import { api } from "@/lib/api/client"
import { adoptedTitle, patternOf, replacedTitle, titleSources, type TitleSource } from "./titles"

/** 批量修改: edits titles and languages of the selected documents, one by one or by one rule for all. */
export const TitlesPanel = ({ rows, crud, onClose }: PanelProps<"/spiderdocument">) => {
  const { busy, call } = useCall()
  const [titles, setTitles] = useState<Record<number, string>>(() => Object.fromEntries(rows.map((row) => [row.id, row.title])))
  const [language, setLanguage] = useState("")
  const [source, setSource] = useState<TitleSource>("title_from_href")
  const [find, setFind] = useState("")
  const [replacement, setReplacement] = useState("")
  const pattern = patternOf(find)
  const all = (titleOf: (row: (typeof rows)[number]) => string) => setTitles(Object.fromEntries(rows.map((row) => [row.id, titleOf(row)])))
  const save = async () => {
    const spider_document = rows.map(({ id }) => ({ id, title: titles[id] ?? "", ...(language ? { language } : {}) }))
    if (!(await call(() => api("PUT /spiderdocument/batch", { spider_document }), { done: "批量修改成功" }))) return
    crud.reload()
    onClose()
  }
  return (
    <SidePanel
      onClose={onClose}
      title={`修改 ${rows.length} 份文档`}
      footer={
        <>
          <button type="button" className="bt" onClick={onClose}>
            取消
          </button>
          <button type="button" className="bt p" disabled={busy} aria-busy={busy} onClick={() => void save()}>
            提交修改
          </button>
        </>
      }
    >
      <div className="adm-titles">
        <div className="adm-titles-rule" role="group" aria-label="引用标题">
          <Select<TitleSource>
            className="wide"
            aria-label="引用"
            value={source}
            onChange={setSource}
            options={titleSources.map(({ value, label }) => ({ value, label }))}
          />
          <button type="button" className="bt" onClick={() => all((row) => adoptedTitle(row, source))}>
            引用为正式标题
          </button>
        </div>
        <div className="adm-titles-rule" role="group" aria-label="字符串替换">
          <Input
            aria-label="查找内容"
            placeholder="查找内容（正则表达式）"
            maxLength={200}
            value={find}
            status={find && !pattern ? "error" : undefined}
            onChange={(event) => setFind(event.target.value)}
          />
          <Input
            aria-label="替换内容"
            placeholder="替换为"
            maxLength={200}
            value={replacement}
            onChange={(event) => setReplacement(event.target.value)}
          />
          <button
            type="button"
            className="bt"
            disabled={!pattern}
            onClick={() => pattern && all((row) => replacedTitle(titles[row.id] ?? "", pattern, replacement))}
          >
            替换
          </button>
        </div>
        <LanguageField placeholder="语言不变" value={language} onChange={setLanguage} />
        <ul>
          {rows.map((row) => (
            <li key={row.id}>
              <Input
                aria-label={`${row.title_from_href || row.title_from_url} 的正式标题`}
                maxLength={255}
                value={titles[row.id]}
                placeholder="还没有标题"
                onChange={(event) => setTitles({ ...titles, [row.id]: event.target.value })}
              />
              <span className="muted" title={row.url}>
                {[row.title_from_href, row.title_from_attachment, row.title_from_url].filter(Boolean).join(" · ") || row.url}
              </span>
            </li>
          ))}
        </ul>
      </div>
    </SidePanel>
  )
}
