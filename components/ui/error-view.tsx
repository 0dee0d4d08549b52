"use client"

import dynamic from "next/dynamic"
import { EmptyFrame } from "./empty-frame"

const home = "/"

/** Every page carries this view, so its drawing comes when it is shown; where even that fails, the words stand alone. */
const ShelfDrawing = dynamic(
  () =>
    import("./shelf-drawing").then(
      (module) => module.ShelfDrawing,
      () => () => null,
    ),
  { ssr: false, loading: () => <svg className="drawing" viewBox="0 0 132 88" aria-hidden="true" /> },
)

/** `inside`: of a frame that has a `<main>` already. */
type ViewProps = { message: string; inside?: boolean; onRetry: () => void }

/** The error page shows the message and a button back to home (docs/reference/specification.md 8). Production hides messages of server errors. */
export const ErrorView = ({ message, inside = false, onRetry }: ViewProps) => {
  const content = (
    <EmptyFrame
      page
      drawing={<ShelfDrawing books />}
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
    </EmptyFrame>
  )
  return inside ? (
    content
  ) : (
    <main id="main" className="wrap">
      {content}
    </main>
  )
}

type Props = { error: Error & { digest?: string }; reset: () => void }

/** Next withholds the message of a server error; its digest identifies it in the server's log. */
const messageOf = (error: Props["error"]): string => (error.digest ? `服务器没有处理好这个请求，编号 ${error.digest}。` : error.message)

/** What fails below a layout without a frame of its own. */
export const ErrorPage = ({ error, reset }: Props) => <ErrorView message={messageOf(error)} onRetry={reset} />

/** What fails in one screen leaves the frame around it standing: menu and head stay usable. */
export const ErrorInside = ({ error, reset }: Props) => <ErrorView inside message={messageOf(error)} onRetry={reset} />
