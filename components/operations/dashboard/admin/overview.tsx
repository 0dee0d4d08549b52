"use client"

import "@/app/styles/operations/host.css"
import "@/app/styles/operations/dashboard.css"
import { useCallback, useMemo, useState } from "react"
import { SamplesCard } from "@/components/site/samples/admin/samples-card"
import { useMay } from "@/components/providers/use-may"
import { useAnswer } from "@/components/ui/use-answer"
import { api } from "@/lib/api/client"
import { DeviceCard } from "./device-card"
import { NewestCard, TopCard } from "./document-cards"
import { EnvironmentCard } from "./environment-card"
import { FirstStepsCard, FirstStepsLink, useFirstSteps } from "./first-steps-card"
import { LibraryCards } from "./library-cards"
import { QueueCard } from "./queue-card"
import { ReleaseCard } from "./release-card"
import { SeriesCard } from "./series-card"
import { SiteCard } from "./site-card"
import { WaitingCard } from "./waiting-card"

/** Refresh interval of queue and totals (ms). */
const everyMs = 30_000

/** The dashboard: pending decisions first, then the numbers of today and a chart, totals, and the state of the machine. */
export const Overview = () => {
  const may = useMay()
  const counted = may("DashboardAPI/GetDashboard")
  const answer = useAnswer(
    useMemo(() => (counted ? () => api("GET /dashboard") : null), [counted]),
    undefined,
    everyMs,
  )
  const [removals, setRemovals] = useState(0)
  /** what waits has its final height: nothing below it is rendered before, so nothing moves */
  const [isRead, setRead] = useState(false)
  const onRead = useCallback(() => setRead(true), [])
  const progress = useFirstSteps(removals)
  const onRemoved = () => {
    setRemovals((before) => before + 1)
    answer.load()
  }
  return (
    <>
      <div className="adm-h dash-title">
        <h1>面板</h1>
        {progress ? <FirstStepsLink progress={progress} /> : null}
      </div>
      <div className="dash">
        <WaitingCard onRead={onRead} />
        {isRead ? (
          <SiteCard total={answer.data?.total ?? null} first={<SeriesCard dashboard={counted ? answer : null} />}>
            <div className="dash-two">
              <LibraryCards answer={answer} />
              <TopCard />
              {counted ? <QueueCard answer={answer} linked={may("DocumentAPI/ListDocument")} /> : null}
            </div>
            <NewestCard />
            <SamplesCard onRemoved={onRemoved} />
          </SiteCard>
        ) : null}
      </div>
      {isRead ? (
        <div className="adm-host">
          <DeviceCard />
          <ReleaseCard />
          <EnvironmentCard />
        </div>
      ) : null}
      {progress && isRead ? (
        <div className="dash dash-last">
          <FirstStepsCard progress={progress} />
        </div>
      ) : null}
    </>
  )
}
