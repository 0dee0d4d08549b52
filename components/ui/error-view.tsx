"use client"

import { Empty } from "./empty"

const home = "/"

/** The error page shows the message and a button back to home (docs/reference/specification.md 8). Production hides messages of server errors. */
export const ErrorView = ({ message, onRetry }: { message: string; onRetry: () => void }) => (
  <main id="main" className="wrap">
    <Empty
      page
      searched
      level="h1"
      title="这一页出了点问题"
      action={
        <>
          <button type="button" className="bt" onClick={onRetry}>
            重新加载
          </button>
          {/* no Link and no icons: every page carries this view, and after an error a fresh page is the better way */}
          <a className="bt p" href={home}>
            返回首页
          </a>
        </>
      }
    >
      {message || "请稍后再试。"}
    </Empty>
  </main>
)
