"use client"

import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from "react"
import { linkAddress, type EditorCommands } from "./editor-tools"

type FormProps = { title: string; action: string; onSubmit: () => void; onClose: () => void; children: ReactNode }

/** A small form below its tool. The editor stands in the form of the article, which Enter must not send. */
const ToolForm = ({ title, action, onSubmit, onClose, children }: FormProps) => {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.querySelector("input")?.focus({ preventScroll: true }), [])
  const onKey = (event: KeyboardEvent) => {
    if (event.key === "Escape") {
      // closes only this form, not what is underneath
      event.stopPropagation()
      event.preventDefault()
      return onClose()
    }
    if (event.key !== "Enter" || event.nativeEvent.isComposing || !(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    onSubmit()
  }
  return (
    <div role="presentation" onKeyDown={onKey}>
      <div ref={box} className="editor-form" role="dialog" aria-label={title}>
        {children}
        <button type="button" className="bt p sm" onClick={onSubmit}>
          {action}
        </button>
      </div>
    </div>
  )
}

type Props = { commands: EditorCommands; close: () => void; done: () => void }

/** Inserts a link at the cursor, or makes the selected words one. */
export const LinkForm = ({ commands, close, done }: Props) => {
  const [address, setAddress] = useState("")
  const [words, setWords] = useState("")
  const [isWrong, setWrong] = useState(false)
  const error = useId()
  const submit = () => {
    const target = linkAddress(address)
    if (!target) return setWrong(true)
    done()
    commands.insertLink(target, words.trim())
  }
  return (
    <ToolForm title="插入链接" action="插入" onSubmit={submit} onClose={close}>
      <label>
        网址
        <span className="in">
          <input
            inputMode="url"
            autoComplete="off"
            maxLength={2000}
            placeholder="https://"
            value={address}
            aria-invalid={isWrong || undefined}
            aria-describedby={isWrong ? error : undefined}
            onChange={({ target }) => {
              setAddress(target.value)
              setWrong(false)
            }}
          />
        </span>
      </label>
      <label>
        文字
        <span className="in">
          <input
            autoComplete="off"
            maxLength={200}
            placeholder="选中了文字时不用填"
            value={words}
            onChange={({ target }) => setWords(target.value)}
          />
        </span>
      </label>
      {isWrong ? (
        <p id={error} className="editor-form-error" role="alert">
          请填写完整的网址，例如 https://example.com
        </p>
      ) : null}
    </ToolForm>
  )
}

const maxRows = 50
const maxColumns = 12
const within = (text: string, max: number): number => Math.min(max, Math.max(1, Math.trunc(Number(text)) || 1))

/** Inserts a table of the size that is entered. */
export const TableForm = ({ commands, close, done }: Props) => {
  const [rows, setRows] = useState("3")
  const [columns, setColumns] = useState("3")
  const submit = () => {
    done()
    commands.insertTable(within(rows, maxRows), within(columns, maxColumns))
  }
  return (
    <ToolForm title="插入表格" action="插入" onSubmit={submit} onClose={close}>
      <label>
        行数
        <span className="in">
          <input type="number" min={1} max={maxRows} value={rows} onChange={({ target }) => setRows(target.value)} />
        </span>
      </label>
      <label>
        列数
        <span className="in">
          <input type="number" min={1} max={maxColumns} value={columns} onChange={({ target }) => setColumns(target.value)} />
        </span>
      </label>
    </ToolForm>
  )
}
