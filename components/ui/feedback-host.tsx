"use client"

import { App } from "antd"
import { useEffect, useRef, useState } from "react"
import { AntdProvider } from "./antd"
import type { FeedbackBridge } from "../providers/feedback-types"

/** Native dialogs cover everything else on the page: a confirmation must be inside the newest of them. */
const topDialog = (): HTMLElement => [...document.querySelectorAll<HTMLElement>("dialog[open]")].at(-1) ?? document.body

/** Holds the toasts above native dialogs, which a `z-index` cannot reach. It outlives the dialog that they are about. */
const makeToastLayer = (): HTMLElement => {
  const layer = document.createElement("div")
  layer.className = "toast-layer"
  layer.popover = "manual"
  return layer
}

/** Raises the toasts above the dialogs that opened after them. Browsers without popovers show them as part of the page. */
const raise = (layer: HTMLElement): void => {
  if (!layer.isConnected) document.body.append(layer)
  if (!("showPopover" in layer)) return
  // oxlint-disable-next-line no-restricted-properties -- checked above: without popovers, an open dialog covers the toasts
  if (layer.matches(":popover-open")) layer.hidePopover()
  // oxlint-disable-next-line no-restricted-properties -- as above
  layer.showPopover()
}

type Props = { onReady: (bridge: FeedbackBridge) => void }

const Bridge = ({ onReady, layer }: Props & { layer: HTMLElement }) => {
  const { message, modal } = App.useApp()
  const offers = useRef(0)
  useEffect(() => {
    onReady({
      show: (kind, text, action) => {
        const key = action ? `notice-${++offers.current}` : undefined
        const press = () => {
          if (key) message.destroy(key)
          action?.onClick()
        }
        raise(layer)
        // errors stay longer; antd announces every message at once
        message.open({
          key,
          type: kind,
          content: action ? (
            <>
              {text}
              <button type="button" className="bt sm notice-act" onClick={press}>
                {action.label}
              </button>
            </>
          ) : (
            text
          ),
          duration: action ? 10 : kind === "error" || kind === "warning" ? 5 : 3,
        })
      },
      ask: ({ title, content, okText = "确定", cancelText = "取消", danger = false }, answer) => {
        modal.confirm({
          title,
          content,
          okText,
          cancelText,
          okButtonProps: { danger },
          centered: true,
          getContainer: topDialog,
          onOk: () => answer(true),
          onCancel: () => answer(false),
        })
      },
    })
  }, [message, modal, onReady, layer])
  return null
}

export const FeedbackHost = ({ onReady }: Props) => {
  const [layer] = useState(makeToastLayer)
  useEffect(() => () => layer.remove(), [layer])
  return (
    <AntdProvider>
      <App component={false} message={{ top: 72, maxCount: 3, getContainer: () => layer }}>
        <Bridge onReady={onReady} layer={layer} />
      </App>
    </AntdProvider>
  )
}
