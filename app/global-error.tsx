"use client"

import "./styles/every-page.css"
import { ErrorPage } from "@/components/ui/error-view"
import { firstScript } from "@/lib/view/loading/first-script"

/** Displayed when the root layout fails. It renders its own `<html>` and uses none of the layout's providers. */
export default function GlobalError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <html lang="zh-CN" suppressHydrationWarning>
      <head>
        <title>出错了</title>
        <script dangerouslySetInnerHTML={{ __html: firstScript }} />
      </head>
      <body>
        <ErrorPage error={error} reset={reset} />
      </body>
    </html>
  )
}
