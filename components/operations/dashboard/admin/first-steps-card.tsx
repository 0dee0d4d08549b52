"use client"

import { useCallback, useEffect, useState } from "react"
import { useMay } from "@/components/providers/use-may"
import { Link } from "@/components/ui/link"
import { MoreIcon } from "@/components/ui/more-icon"
import { api } from "@/lib/api/client"
import { localStore } from "@/lib/browser-storage"
import { footerArticle } from "@/lib/view/site/copyright"
import { firstStepGroups, firstSteps, settledFrom, type FirstStep } from "./first-steps"

const dismissedKey = "admin:first-steps"

export type SiteProgress = { steps: FirstStep[]; done: number; dismiss: () => void }

/** The remaining steps of a new site; null when all is done or unknown, and after 不再显示 in this browser. */
export const useFirstSteps = (turn: number): SiteProgress | null => {
  const may = useMay()
  const [steps, setSteps] = useState<FirstStep[] | null>(null)
  const [dismissed, setDismissed] = useState(() => localStore.getItem(dismissedKey) !== null)
  const editable = may("ConfigAPI/ListConfig") && may("ConfigAPI/UpdateConfig")
  const hasSamples = may("SampleAPI/GetSamples")

  const read = useCallback(async () => {
    const [list, stats, samples] = await Promise.all([
      api("GET /config/list", { category: firstStepGroups }),
      api("GET /stats"),
      hasSamples ? api("GET /samples") : null,
    ])
    if (!list.ok || !stats.ok) return null
    const left = samples?.ok ? samples.data : null
    if ((stats.data.document_count ?? 0) - (left?.document ?? 0) >= settledFrom) return null
    const { config } = list.data
    const identifier = footerArticle(config.find(({ category, name }) => category === "footer" && name === "agreement")?.value ?? "")
    const terms = identifier ? await api("GET /article", { identifier }) : null
    return firstSteps({ config, terms: terms?.ok ? terms.data : null, samples: left })
  }, [hasSamples])

  useEffect(() => {
    if (!editable || dismissed) return
    let alive = true
    void read().then((answer) => alive && setSteps(answer))
    return () => void (alive = false)
  }, [editable, dismissed, read, turn])

  const done = steps?.filter(({ isDone }) => isDone).length ?? 0
  if (!steps || dismissed || done === steps.length) return null
  const dismiss = () => {
    localStore.setItem(dismissedKey, "1")
    setDismissed(true)
  }
  return { steps, done, dismiss }
}

const cardId = "first-steps"

/** Leads from the heading of the dashboard to the card, which is below everything because it loads late. */
export const FirstStepsLink = ({ progress: { steps, done } }: { progress: SiteProgress }) => (
  <a className="bt dash-first-lk" href={`#${cardId}`}>
    开始使用{" "}
    <span className="num">
      {done} / {steps.length}
    </span>
  </a>
)

/** 开始使用: each step ticked when it is done. */
export const FirstStepsCard = ({ progress: { steps, done, dismiss } }: { progress: SiteProgress }) => (
  <section className="card dash-card dash-first" id={cardId} aria-label="开始使用">
    <div className="dash-h">
      <h2>开始使用</h2>
      <span className="muted num">
        已完成 {done} / {steps.length}
      </span>
      <button type="button" className="bt sm" onClick={dismiss}>
        不再显示
      </button>
    </div>
    <ol>
      {steps.map(({ key, title, about, href, isDone }) => (
        <li key={key} data-done={isDone || undefined}>
          <span className="dash-tick">{isDone ? <MoreIcon name="check" small /> : null}</span>
          <span>
            {href.startsWith("#") ? <a href={href}>{title}</a> : <Link href={href}>{title}</Link>}
            <span className="sr">{isDone ? "，已完成" : "，还没有完成"}</span>
            <small className="muted">{about}</small>
          </span>
        </li>
      ))}
    </ol>
  </section>
)
