"use client"

import type { ReactNode } from "react"
import { useFeedback } from "@/components/providers/feedback"
import type { Question } from "@/components/providers/feedback-types"
import { useMay } from "@/components/providers/use-may"
import { useCall } from "@/components/ui/form/use-call"
import type { Result, Right } from "@/lib/contract/types"
import { ActionButton, ActionCard } from "./action-card"

type Props = {
  title: string
  text: ReactNode
  right: Right
  /** label of the button */
  act: string
  question?: Question
  run: () => Promise<Result<unknown>>
  /** the notice on success */
  done: string
}

/** A card with one call that needs no input, after a confirmation if one is set. Renders nothing without its permission. */
export const RunCard = ({ title, text, right, act, question, run, done }: Props) => {
  const may = useMay()
  const feedback = useFeedback()
  const { busy, refusal, call } = useCall({ inline: true })
  if (!may(right)) return null
  const start = async () => {
    if (!question || (await feedback.confirm(question))) await call(run, { done })
  }
  return (
    <ActionCard title={title} text={text} refusal={refusal}>
      <ActionButton busy={busy} onClick={() => void start()}>
        {act}
      </ActionButton>
    </ActionCard>
  )
}
