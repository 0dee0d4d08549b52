"use client"

import { useEffect, useRef } from "react"
import { MoreIcon } from "@/components/ui/more-icon"
import { closedByPress } from "./closed-by-press"
import { useReader, useReaderStore } from "../store/use-reader"

/** Every key of `use-keys.ts`, with a description for users. */
const shortcuts: [string, string][] = [
  ["← →", "上一页、下一页"],
  ["PageUp PageDown", "上一页、下一页"],
  ["Home End", "第一页、最后一页"],
  ["G", "输入页码"],
  ["+ −", "放大、缩小"],
  ["0 9", "适应宽度、适应页面"],
  ["Ctrl+F", "在文档内搜索"],
  ["Enter Shift+Enter", "下一处、上一处"],
  ["F3", "下一处（加 Shift 为上一处）"],
  ["T", "显示或收起缩略图"],
  ["O", "显示或收起目录"],
  ["M", "连续、单页、双页"],
  ["S", "幻灯片"],
  ["V", "文字版"],
  ["R", "旋转"],
  ["N", "换底色"],
  ["W", "宽屏（窗口够宽时）"],
  ["F", "全屏"],
  ["Ctrl+P", "打印"],
  ["Esc", "关闭搜索、退出幻灯片或全屏"],
  ["?", "这张表"],
]

/** The `?` table, a native dialog: displayed above full screen, with a focus trap, closed by Escape. */
export const Shortcuts = () => {
  const store = useReaderStore()
  const open = useReader((state) => state.help)
  const dialog = useRef<HTMLDialogElement>(null)
  const close = () => store.getState().set({ help: false })
  useEffect(() => {
    if (open && !dialog.current?.open) dialog.current?.showModal()
    if (!open) dialog.current?.close()
  }, [open])
  return (
    <dialog ref={dialog} className="reader-dialog" aria-label="快捷键" onClose={close} {...closedByPress}>
      <div className="reader-dialog-in">
        <header>
          <h2>快捷键</h2>
          <button type="button" className="ib" aria-label="关闭" onClick={close}>
            <MoreIcon name="close" />
          </button>
        </header>
        <div className="reader-keys" role="region" aria-label="全部快捷键" tabIndex={0}>
          <dl>
            {shortcuts.map(([keys, command]) => (
              <div key={keys}>
                <dt>
                  {keys.split(" ").map((key) => (
                    <kbd className="kbd" key={key}>
                      {key}
                    </kbd>
                  ))}
                </dt>
                <dd>{command}</dd>
              </div>
            ))}
          </dl>
        </div>
      </div>
    </dialog>
  )
}
