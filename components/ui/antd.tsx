"use client"

import { AntdRegistry } from "@ant-design/nextjs-registry"
import { ConfigProvider } from "antd"
import zhCN from "antd/locale/zh_CN"
import { useEffect, type ReactNode } from "react"
import "@/app/styles/antd.gen.css"
import { Icon } from "@/components/ui/icon"
import { antdKey, antdTheme } from "@/lib/theme"
import { followLabels } from "./antd-labels"
import { useReducedMotion } from "./use-reduced-motion"

const { token } = antdTheme.light
const theme = (motion: boolean) => ({
  ...antdTheme.light,
  token: { ...token, motion },
  hashed: false,
  zeroRuntime: true,
  cssVar: { key: antdKey },
})

/**
 * Wraps everything that uses antd: the layouts of /login, /me, /upload and /admin, and what a public page loads on demand. It is not in the
 * root layout, so that public pages ship neither antd nor its variables.
 * Styles come from one static sheet (`zeroRuntime`); dark mode uses the same variables under `[data-theme="dark"]`.
 */
export const AntdProvider = ({ children }: { children: ReactNode }) => {
  // antd must know about reduced motion: its pop-ups wait for the end of an animation that would never run
  const reducedMotion = useReducedMotion()
  useEffect(() => followLabels(), [])
  return (
    <AntdRegistry>
      {/* antd adds a wrapper around its children, and remounts them, when their motion setting differs from the surrounding provider's. The outer provider keeps that wrapper present from the start, so typed text survives when the browser reports its motion preference. */}
      <ConfigProvider theme={theme(false)}>
        <ConfigProvider
          locale={zhCN}
          theme={theme(!reducedMotion)}
          form={{ requiredMark: true, scrollToFirstError: { block: "center" } }}
          button={{ autoInsertSpace: false }}
          select={{ suffixIcon: <Icon name="down" small /> }}
        >
          {children}
        </ConfigProvider>
      </ConfigProvider>
    </AntdRegistry>
  )
}
