"use client"

import { ErrorView, messageOf } from "@/components/ui/error-view"

type Props = { error: Error & { digest?: string }; reset: () => void }

export default function ErrorPage({ error, reset }: Props) {
  return <ErrorView message={messageOf(error)} onRetry={reset} />
}
