"use client"

import "@/app/styles/admin-import.css"
import { Table, type TableColumnsType } from "antd"
import { useRef } from "react"
import { SidePanel } from "@/components/admin/form/side-panel"
import { BusyButton } from "@/components/ui/busy-button"
import { useFeedback } from "@/components/providers/feedback"
import { Icon } from "@/components/ui/icon"
import { count } from "@/lib/rules/format"
import { downloadText, safeCell } from "./csv"
import { optionsOf, type Named } from "./field"
import type { Column, ImportRow } from "./import-rows"
import { useImport, type ImportTarget } from "./use-import"
import { RefusalNote } from "@/components/ui/refusal-note"

type Props = {
  crud: ImportTarget
  /** the fields of a new row */
  creating: Named[]
  /** rows with the same value of this field count as duplicates */
  importKey: string
  label: string
  unit: string
  onClose: () => void
}

const sheet = (rows: readonly string[][]) => `\ufeff${rows.map((cells) => cells.map(safeCell).join(",")).join("\r\n")}\r\n`

/** Returns a hint about which values a column accepts. */
const hintOf = ({ kind, required, options }: Named): string => {
  const what: Partial<Record<string, string>> = {
    switch: "是或否",
    number: "整数",
    enum: optionsOf({ options })
      .map((one) => one.label)
      .join("、"),
    ref: "名称，下一级写成 甲 / 乙",
    link: "以 / 或 http 开头",
  }
  return [required ? "必填" : "", what[kind ?? "text"] ?? ""].filter(Boolean).join("，")
}

const tones = { ready: "st ok", done: "st ok", skip: "st off", bad: "st bad" }
const order = { bad: 0, skip: 1, ready: 2, done: 3 }

const tableColumns = (columns: readonly Column[]): TableColumnsType<ImportRow> => [
  { key: "line", title: "行", width: 56, render: (_, { line }) => <span className="num">{line}</span> },
  {
    key: "note",
    title: "检查结果",
    width: 200,
    render: (_, { state, note }) => <span className={`${tones[state]} adm-import-note`}>{note || "可以导入"}</span>,
  },
  ...columns.map(({ field, at }) => ({
    key: field.name,
    title: field.label,
    render: (_: unknown, { cells }: ImportRow) => (
      <span className="cut short" title={cells[at]}>
        {cells[at]}
      </span>
    ),
  })),
]

/** Imports rows from a CSV file. Every row is checked and displayed before anything is written; the form's call writes them. */
export const ImportPanel = ({ crud, creating, importKey, label, unit, onClose }: Props) => {
  const feedback = useFeedback()
  const input = useRef<HTMLInputElement>(null)
  const { state, fields, read, run, clear } = useImport(crud, creating, importKey)
  const { file, failure, busy, running } = state
  const rows = file?.rows ?? []
  const of = (...states: ImportRow["state"][]) => rows.filter((row) => states.includes(row.state)).length
  const [ready, left] = [of("ready"), rows.filter((row) => row.state === "bad")]

  const close = async () => {
    const question = {
      title: "还在导入",
      content: "关闭后，还没有导入的行就不导入了，已经导入的留下。",
      okText: "停止导入",
      cancelText: "继续导入",
      danger: true,
    }
    if (running && !(await feedback.confirm(question))) return
    onClose()
  }
  const start = async () => {
    const { done, refused } = await run()
    if (refused > 0) return feedback.warning(`导入了 ${done} ${unit}，${refused} ${unit}没有成功，原因写在行里。`)
    feedback.success(`导入了 ${done} ${unit}`)
    if (left.length === 0) onClose()
  }

  return (
    <SidePanel
      onClose={() => void close()}
      title={`导入${label}`}
      footer={
        <>
          <button type="button" className="bt" onClick={() => void close()}>
            关闭
          </button>
          {file ? (
            <button type="button" className="bt" disabled={running} onClick={clear}>
              换一个文件
            </button>
          ) : null}
          <BusyButton
            className="p"
            busy={running || busy}
            disabled={running || busy || (file !== null && ready === 0)}
            onClick={() => (file ? void start() : input.current?.click())}
          >
            {file ? `导入 ${count(ready)} ${unit}` : "选择 CSV 文件"}
          </BusyButton>
        </>
      }
    >
      <RefusalNote text={failure} />
      {file ? (
        <>
          <p className="adm-import-sum" role="status">
            {file.name}：
            {[
              `${count(rows.length)} 行`,
              `${count(ready)} 行可以导入`,
              ...(of("done") ? [`${count(of("done"))} 行已导入`] : []),
              `${count(of("skip"))} 行跳过`,
              `${count(left.length)} 行有问题`,
            ].join("，")}
          </p>
          {file.unknown.length > 0 ? <p className="muted">不认识的列没有用上：{file.unknown.join("、")}</p> : null}
          {running ? (
            <progress className="adm-import-bar" value={of("done", "bad")} max={of("ready", "done", "bad")} aria-label="导入进度" />
          ) : null}
          <div className="adm-import-rows" role="region" aria-label="每一行的检查结果" tabIndex={0}>
            <Table<ImportRow>
              size="small"
              rowKey="line"
              columns={tableColumns(file.columns)}
              dataSource={rows.toSorted((a, b) => order[a.state] - order[b.state] || a.line - b.line)}
              pagination={rows.length > 50 ? { pageSize: 50, showSizeChanger: false } : false}
            />
          </div>
          {left.length > 0 && !running ? (
            <button
              type="button"
              className="bt sm adm-import-rest"
              onClick={() => downloadText(`没有导入的${label}.csv`, sheet([file.header, ...left.map(({ cells }) => cells)]))}
            >
              <Icon name="download" small />
              下载有问题的行
            </button>
          ) : null}
        </>
      ) : (
        <>
          <p className="adm-import-text">
            第一行是列名，下面一行一{unit}；用 Excel 另存为 CSV，或先导出一份照着改。选好文件后先逐行检查给你看，点“导入”才会写入。
          </p>
          <dl className="adm-import-columns">
            {fields.map((field) => (
              <div key={field.name}>
                <dt>{field.label}</dt>
                <dd className="muted">{hintOf(field) || "可以不填"}</dd>
              </div>
            ))}
          </dl>
          <button
            type="button"
            className="bt sm"
            onClick={() => downloadText(`${label}模板.csv`, sheet([fields.map((field) => field.label)]))}
          >
            <Icon name="download" small />
            下载模板
          </button>
        </>
      )}
      <input
        ref={input}
        type="file"
        hidden
        aria-label="选择 CSV 文件"
        accept=".csv,text/csv"
        onChange={({ currentTarget }) => {
          const [chosen] = currentTarget.files ?? []
          // allows the user to choose the same file again after correcting it
          currentTarget.value = ""
          if (chosen) void read(chosen)
        }}
      />
    </SidePanel>
  )
}
