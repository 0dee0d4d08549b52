"use client"

import { AntdRegistry } from "@ant-design/nextjs-registry"
import { ConfigProvider } from "antd"
import zhCN from "antd/locale/zh_CN"
import type { ReactNode } from "react"
import "@/app/styles/antd.gen.css"
import { Icon } from "@/components/ui/icon"
import { antdKey, antdTheme } from "@/lib/theme"
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
 * Everything that uses antd stands inside of this: the layouts of /login, /me, /upload and /admin, and what a public
 * page loads on demand. It is not in the root layout on purpose: a public page then ships neither antd nor its variables.
 * Styles come from one static sheet (`zeroRuntime`), dark from the same variables under `[data-theme="dark"]`.
 */
export const AntdProvider = ({ children }: { children: ReactNode }) => {
  // antd must know about reduced motion: its pop-ups appear at the end of an animation that would never run
  const reducedMotion = useReducedMotion()
  return (
    <AntdRegistry>
      {/* antd puts a layer around its children when their motion differs from what is around them, and makes them all anew then. Around
          them there is none, so that the layer stands from the beginning: a page keeps what was typed when the browser tells its wish. */}
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
