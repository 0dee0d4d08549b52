"use client"

import { useEffect, useRef } from "react"
import { Icon } from "@/components/ui/icon"
import { shortcuts } from "./use-keys"
import { closedByPress } from "./closed-by-press"
import { useReader, useReaderStore } from "../use-reader"

/** The `?` table, a native dialog: above full screen, with focus trap, closed by Escape. */
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
            <Icon name="close" />
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
