"use client"

import dynamic from "next/dynamic"
import { useEffect } from "react"
import { isChunkError } from "@/lib/view/loading/chunk-reload"
import { errorText, type ErrorText } from "@/lib/view/loading/error-text"
import { navigationFailed } from "@/lib/view/loading/navigation-events"
import { EmptyState } from "./empty-state"

const home = "/"

/** Every page contains this view, so its drawing is loaded only when displayed. If even that fails, the text appears alone. */
const ShelfDrawing = dynamic(
  () =>
    import("./shelf-drawing").then(
      (module) => module.ShelfDrawing,
      () => () => null,
    ),
  { ssr: false, loading: () => <svg className="drawing" viewBox="0 0 132 88" aria-hidden="true" /> },
)

/** `inside`: within a layout that already has a `<main>`. */
type ViewProps = { text: ErrorText; inside?: boolean; onRetry: () => void }

/** Displays the error message and a button to the home page (docs/reference/specification.md 8). */
const ErrorView = ({ text, inside = false, onRetry }: ViewProps) => {
  const content = (
    <EmptyState
      page
      drawing={<ShelfDrawing books />}
      level="h1"
      title="这一页出了点问题"
      action={
        <>
          <button type="button" className="bt" onClick={onRetry}>
            重新加载
          </button>
          {/* no Link and no icons: every page contains this view, and after an error a full page load is safer */}
          <a className="bt p" href={home}>
            返回首页
          </a>
        </>
      }
      more={
        text.details ? (
          <details>
            <summary>错误详情</summary>
            <code>{text.details}</code>
          </details>
        ) : null
      }
    >
      {text.sentence}
    </EmptyState>
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

/** A missing part of the page is only loaded again by a full page load. */
const retryOf = ({ error, reset }: Props) => (isChunkError(error) ? () => window.location.reload() : reset)

const ErrorOf = ({ inside = false, ...props }: Props & { inside?: boolean }) => {
  const { error } = props
  useEffect(() => {
    // the navigation's progress bar must not end as if the page had arrived
    if (isChunkError(error)) window.dispatchEvent(new Event(navigationFailed))
  }, [error])
  return <ErrorView inside={inside} text={errorText(error)} onRetry={retryOf(props)} />
}

/** The error page for a layout without page chrome of its own. */
export const ErrorPage = ({ error, reset }: Props) => <ErrorOf error={error} reset={reset} />

/** The error view inside a screen: the menu and header around it stay usable. */
export const ErrorInside = ({ error, reset }: Props) => <ErrorOf inside error={error} reset={reset} />
