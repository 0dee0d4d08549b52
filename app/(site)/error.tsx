"use client"

import { ErrorView } from "@/components/ui/error-view"

type Props = { error: Error & { digest?: string }; reset: () => void }

export default function ErrorPage({ error, reset }: Props) {
  // Next withholds the message of a server error; its digest identifies it in the server's log
  const message = error.digest ? `服务器没有处理好这个请求，编号 ${error.digest}。` : error.message
  return <ErrorView message={message} onRetry={reset} />
}
