"use client"

import { Empty } from "./empty"

const home = "/"

/** Next withholds the message of a server error; its digest identifies it in the server's log. */
export const messageOf = (error: Error & { digest?: string }): string =>
  error.digest ? `服务器没有处理好这个请求，编号 ${error.digest}。` : error.message

/** `inside`: of a frame that has a `<main>` already. */
type Props = { message: string; inside?: boolean; onRetry: () => void }

/** The error page shows the message and a button back to home (docs/reference/specification.md 8). Production hides messages of server errors. */
export const ErrorView = ({ message, inside = false, onRetry }: Props) => {
  const content = (
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
  )
  return inside ? (
    content
  ) : (
    <main id="main" className="wrap">
      {content}
    </main>
  )
}
