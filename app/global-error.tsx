"use client"

import "./styles/every-page.css"
import { ErrorPage } from "@/components/ui/error-view"
import { firstScript } from "@/lib/view/loading/first-script"

/** Browsers ignore scripts that React adds to a page, so only the server's HTML needs it. */
const script = typeof window === "undefined" ? firstScript : ""

/** Displayed when the root layout fails. It renders its own `<html>` and uses none of the layout's providers. */
export default function GlobalError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <html lang="zh-CN" suppressHydrationWarning>
      <head>
        <title>出错了</title>
        <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: script }} />
      </head>
      <body>
        <ErrorPage error={error} reset={reset} />
      </body>
    </html>
  )
}
