"use client"

import { useId, useState, type FormEvent } from "react"
import { useRouter } from "next/navigation"
import { BusyButton } from "@/components/ui/busy-button"
import { useCall } from "@/components/ui/form/use-call"
import { useSession } from "@/components/providers/session"
import { Icon } from "@/components/ui/icon"
import { MoreIcon } from "@/components/ui/more-icon"
import { api } from "@/lib/api/client"
import { count } from "@/lib/rules/format"
import { paths } from "@/lib/rules/path"
import { keepRating, takeRating } from "./rating-draft"
import { useDocumentState, useDocumentStore } from "@/components/providers/document-state"

/** Labels of one to five stars. */
export const ratingLabels = ["该文档令人失望", "该文档不怎么样", "该文档一般般", "该文档很让我满意", "该文档非常棒"]
const wordOf = (stars: number) => ratingLabels[stars - 1] ?? ""

const Mean = () => {
  const score = useDocumentState((state) => state.score)
  const scores = useDocumentState((state) => state.scores)
  if (scores === 0) return <p className="rate-mean muted">还没有人评分</p>
  return (
    <p className="rate-mean">
      <b>{(score / 100).toFixed(1)}</b>
      <span>{count(scores)} 人评分</span>
    </p>
  )
}

/** Five read-only stars. */
const Fixed = ({ stars }: { stars: number }) => (
  <div className="rate-pick">
    <span className="rate-name">我的评分</span>
    <span className="rate-stars" role="img" aria-label={`${stars} 星`}>
      {ratingLabels.map((word, at) => (
        <Icon key={word} name="star" className={at < stars ? "on" : ""} />
      ))}
    </span>
    <span className="rate-word">{wordOf(stars)}</span>
  </div>
)

/** A vote is final: the user first selects the stars and then submits them. */
const Vote = () => {
  const name = useId()
  const router = useRouter()
  const store = useDocumentStore()
  const token = useSession((state) => state.token)
  const [chosen, setChosen] = useState(() => takeRating(store.getState().uuid))
  const [touched, setTouched] = useState(0)
  const { busy, refusal, call } = useCall({ inline: true })
  const visibleScore = touched || chosen
  const logIn = () => {
    const { uuid } = store.getState()
    keepRating(uuid, chosen)
    router.push(paths.login(paths.document(uuid)))
  }

  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (!chosen) return
    if (!token) return logIn()
    const { id, set } = store.getState()
    /** Loads the vote of a user who has voted elsewhere since. */
    const showOwn = async () => {
      const reply = await api("GET /document/score", { document_id: id })
      if (reply.ok && reply.data.score > 0) set({ ownScore: reply.data.score })
    }
    const voted = await call(() => api("POST /document/score", { document_id: id, score: chosen * 100 }), {
      done: "提交评分成功",
      fallback: "评分失败",
      onRefused: ({ status }) => {
        if (status === 401) logIn()
        else void showOwn()
        return status === 401
      },
    })
    if (!voted) return
    set({ ownScore: chosen * 100 })
    // the server computes the mean
    const now = await api("GET /document", { id })
    if (now.ok) set({ score: now.data.score, scores: now.data.score_count })
  }

  return (
    <form noValidate className="rate-pick" onSubmit={(event) => void send(event)}>
      <fieldset onPointerLeave={() => setTouched(0)}>
        <legend className="rate-name">文档评分</legend>
        <span className="rate-stars">
          {ratingLabels.map((word, at) => (
            <label key={word} onPointerEnter={() => setTouched(at + 1)}>
              <input type="radio" name={name} value={at + 1} checked={chosen === at + 1} onChange={() => setChosen(at + 1)} />
              <Icon name="star" className={at < visibleScore ? "on" : ""} />
              <span className="sr">
                {at + 1} 星，{word}
              </span>
            </label>
          ))}
        </span>
      </fieldset>
      <span className="rate-word">{wordOf(visibleScore) || "读过之后，给它打个分"}</span>
      <BusyButton type="submit" className="soft sm" busy={busy} hidden={!chosen}>
        提交评分
      </BusyButton>
      {refusal && (
        <p className="form-error" role="alert">
          <MoreIcon name="fail" small />
          {refusal}
        </p>
      )}
    </form>
  )
}

/** 文档评分: the mean and the user's vote; users cannot rate their own documents. */
export const Rating = () => {
  const ownScore = useDocumentState((state) => state.ownScore)
  const ownerId = useDocumentState((state) => state.ownerId)
  const mine = useSession((state) => state.user?.id === ownerId)
  return (
    <div className="rate">
      <Mean />
      {mine ? (
        <p className="rate-pick muted">这是你上传的文档，评分由读者来给。</p>
      ) : ownScore > 0 ? (
        <Fixed stars={Math.round(ownScore / 100)} />
      ) : (
        <Vote />
      )}
    </div>
  )
}
