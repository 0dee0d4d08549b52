"use client"

import { App } from "antd"
import { useEffect, useRef } from "react"
import { AntdProvider } from "./antd"
import type { FeedbackBridge } from "../providers/feedback-types"

type Props = { onReady: (bridge: FeedbackBridge) => void }

const Bridge = ({ onReady }: Props) => {
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
          onOk: () => answer(true),
          onCancel: () => answer(false),
        })
      },
    })
  }, [message, modal, onReady])
  return null
}

export const FeedbackHost = ({ onReady }: Props) => (
  <AntdProvider>
    <App component={false} message={{ top: 72, maxCount: 3 }}>
      <Bridge onReady={onReady} />
    </App>
  </AntdProvider>
)
