"use client"

import { App } from "antd"
import { useEffect } from "react"
import { AntdProvider } from "./antd"
import type { FeedbackBridge } from "./feedback-types"

type Props = { onReady: (bridge: FeedbackBridge) => void }

const Bridge = ({ onReady }: Props) => {
  const { message, modal } = App.useApp()
  useEffect(() => {
    onReady({
      show: (kind, text) => {
        // errors stay longer; antd announces every message at once
        message.open({ type: kind, content: text, duration: kind === "error" || kind === "warning" ? 5 : 3 })
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
