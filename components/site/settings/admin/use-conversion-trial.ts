"use client"

import { useEffect, useRef, useState } from "react"
import { useCall } from "@/components/ui/form/use-call"
import { api } from "@/lib/api/client"
import { followProgress } from "@/lib/api/progress"
import type { ConvertedSample } from "@/lib/contract/operations/trial"

/** How long connecting may take (ms). */
const connectMs = 15_000
/** Longer than the samples need with their own time limits, when other conversions occupy the machine (ms). */
const patienceMs = 150_000

const unconnected = "没有连上服务器，请再试一次"
const silent = "一直没有收到结果。请看服务器的日志，稍后再试"
const interrupted = "和服务器的连接断开过，没有收到全部结果，请再试一次"

/**
 * Runs `POST /config/converter/test`, which answers at once, and collects the results from the event stream: it connects first, so that no
 * result is missed.
 */
export const useConversionTrial = () => {
  const [samples, setSamples] = useState<readonly ConvertedSample[]>([])
  const [running, setRunning] = useState(false)
  const { refusal, refuse, call } = useCall({ inline: true })
  const stop = useRef<() => void>(() => undefined)
  useEffect(() => () => stop.current(), [])

  const begin = () => {
    stop.current()
    setSamples([])
    setRunning(true)
    refuse("")
    // results may arrive before the answer that names their trial
    let received: ConvertedSample[] = []
    let trial: string | undefined
    const end = (failure = "") => {
      stop.current()
      setRunning(false)
      if (failure) refuse(failure)
    }
    const show = () => {
      const ownSamples = received.filter((one) => one.trial === trial)
      setSamples(ownSamples)
      if (ownSamples.at(-1)?.left === 0) end()
    }
    const start = async () => {
      const reply = await call(() => api("POST /config/converter/test", {}), { fallback: "试转失败" })
      if (!reply) return end()
      trial = reply.trial
      show()
    }
    const disconnect = followProgress({
      whileHidden: true,
      onOpen: () => {
        clearTimeout(timer)
        timer = setTimeout(() => end(silent), patienceMs)
        void start()
      },
      onReturn: () => end(interrupted),
      onSample: (sample) => {
        received = [...received, sample]
        show()
      },
    })
    let timer = setTimeout(() => end(unconnected), connectMs)
    stop.current = () => {
      clearTimeout(timer)
      disconnect()
    }
  }
  return { samples, running, refusal, begin }
}
