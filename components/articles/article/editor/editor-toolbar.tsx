"use client"

import { useEffect, useRef, useState, type ComponentType, type KeyboardEvent } from "react"
import { usePopover } from "@/components/ui/use-popover"
import { isParagraphFixed, noTools, paragraphKinds, toolGroups, type EditorCommands, type EditorTool, type ToolState } from "./editor-tools"
import { LinkForm, TableForm } from "./tool-forms"
import { ToolIcon } from "./tool-icon"

/** Tools that ask for something first. */
const forms: Record<string, ComponentType<{ commands: EditorCommands; close: () => void; done: () => void }>> = {
  insertLink: LinkForm,
  insertTable: TableForm,
}

const fullKey = "full"
const allKeys = [...toolGroups.flat().map(({ key }) => key), fullKey]

/** Follows the text at the cursor, at most once per frame. */
const useToolState = (commands: EditorCommands | null): ToolState => {
  const [state, setState] = useState(noTools)
  useEffect(() => {
    if (!commands) return
    let frame = 0
    const stop = commands.listen(() => {
      frame ||= requestAnimationFrame(() => {
        frame = 0
        setState(commands.read())
      })
    })
    return () => {
      stop()
      cancelAnimationFrame(frame)
    }
  }, [commands])
  return state
}

type ToolProps = {
  tool: EditorTool
  commands: EditorCommands | null
  state: ToolState
  isStop: boolean
}

const titleOf = ({ label, hotkey }: EditorTool) => (hotkey ? `${label}（${hotkey}）` : label)

const ToolButton = ({ tool, commands, state, isStop }: ToolProps) => {
  const disabled = !commands || state.disabled.has(tool.key)
  return (
    <button
      type="button"
      data-tool={tool.key}
      tabIndex={isStop ? 0 : -1}
      aria-label={tool.label}
      title={titleOf(tool)}
      aria-pressed={state.active.has(tool.key)}
      aria-disabled={disabled || undefined}
      onClick={() => !disabled && commands.run(tool.key)}
    >
      <ToolIcon name={tool.icon} />
    </button>
  )
}

const FormTool = ({ tool, commands, state, isStop }: ToolProps) => {
  const { root, open, setOpen, close } = usePopover<HTMLSpanElement>()
  const Question = forms[tool.key]!
  const disabled = !commands || state.disabled.has(tool.key)
  return (
    <span className="editor-pop" ref={root}>
      <button
        type="button"
        data-tool={tool.key}
        tabIndex={isStop ? 0 : -1}
        aria-label={tool.label}
        title={titleOf(tool)}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-disabled={disabled || undefined}
        onClick={() => !disabled && setOpen(!open)}
      >
        <ToolIcon name={tool.icon} />
      </button>
      {open && commands ? <Question commands={commands} close={close} done={() => setOpen(false)} /> : null}
    </span>
  )
}

type Props = { commands: EditorCommands | null; full: boolean; onFull: (full: boolean) => void }

/** The editor's toolbar: one tab stop for its buttons, between which the arrow keys move. */
export const EditorToolbar = ({ commands, full, onFull }: Props) => {
  const bar = useRef<HTMLDivElement>(null)
  const state = useToolState(commands)
  const [stop, setStop] = useState(allKeys[0]!)
  const onKey = (event: KeyboardEvent) => {
    const key = event.target instanceof Element ? event.target.getAttribute("data-tool") : null
    if (!key || event.altKey || event.ctrlKey || event.metaKey) return
    const at = allKeys.indexOf(key)
    const last = allKeys.length - 1
    const next = { ArrowLeft: at > 0 ? at - 1 : last, ArrowRight: at < last ? at + 1 : 0, Home: 0, End: last }[event.key]
    if (next === undefined) return
    event.preventDefault()
    setStop(allKeys[next]!)
    bar.current?.querySelector<HTMLElement>(`[data-tool="${allKeys[next]}"]`)?.focus()
  }
  return (
    <div
      ref={bar}
      className="editor-bar"
      role="toolbar"
      aria-label="排版"
      tabIndex={-1}
      onKeyDown={onKey}
      onFocus={({ target }) => {
        const key = target.getAttribute("data-tool")
        if (key) setStop(key)
      }}
      // a press on a button leaves the focus and the selection in the text
      onMouseDown={(event) => {
        if (event.target instanceof Element && event.target.closest("[data-tool]")) event.preventDefault()
      }}
    >
      <select
        className="editor-kind"
        aria-label="段落样式"
        value={state.paragraph}
        disabled={!commands || isParagraphFixed(state)}
        onChange={({ target }) => commands?.setParagraph(target.value)}
      >
        {paragraphKinds.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      {toolGroups.map((group) => (
        <span key={group[0]!.key} className="editor-group">
          {group.map((tool) => {
            const Tool = forms[tool.key] ? FormTool : ToolButton
            return <Tool key={tool.key} tool={tool} commands={commands} state={state} isStop={stop === tool.key} />
          })}
        </span>
      ))}
      <button
        type="button"
        className="editor-full"
        data-tool={fullKey}
        tabIndex={stop === fullKey ? 0 : -1}
        aria-label={full ? "退出全屏" : "全屏"}
        title={full ? "退出全屏" : "全屏"}
        aria-pressed={full}
        onClick={() => onFull(!full)}
      >
        <ToolIcon name={full ? "shrink" : "full"} />
      </button>
    </div>
  )
}
