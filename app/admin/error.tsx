"use client"

import { ErrorView, messageOf } from "@/components/ui/error-view"

type Props = { error: Error & { digest?: string }; reset: () => void }

/** What fails in one screen leaves the frame around it standing: menu and head stay usable. */
export default function ErrorPage({ error, reset }: Props) {
  return <ErrorView inside message={messageOf(error)} onRetry={reset} />
}
