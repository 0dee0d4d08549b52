import type { ConvertedSample } from "../contract/operations/trial"
import type { ProgressEvent } from "../contract/streams"
import { requestStream } from "./absent"
import { createEventParser } from "./event-stream"
import { readToken } from "./token"

const shortest = 1_000
const longest = 30_000

type Listener = {
  onEvent?: (event: ProgressEvent) => void
  /** one sample of a trial conversion of this user */
  onSample?: (event: ConvertedSample) => void
  /** connected for the first time: events from now on arrive */
  onOpen?: () => void
  /** reconnected: steps may have been missed during the interruption */
  onReturn?: () => void
  /** stay connected while the tab is hidden, for events that are not sent again */
  whileHidden?: true
}
type Reading = Pick<Listener, "onEvent" | "onSample"> & { onOpen: () => void; signal: AbortSignal }
/** Why a connection ended: "over" = stop, "again" = retry later, "good" = it had worked. */
type End = "over" | "again" | "good"

const readOnce = async ({ onEvent, onSample, onOpen, signal }: Reading): Promise<End> => {
  const reply = await requestStream("GET /document/progress", {
    headers: { authorization: `Bearer ${readToken()}`, accept: "text/event-stream" },
    signal,
  })
  if (reply.status >= 400 && reply.status < 500 && reply.status !== 429) return "over"
  if (!reply.ok || !reply.body) return "again"
  onOpen()
  const parse = createEventParser()
  const reader = reply.body.pipeThrough(new TextDecoderStream()).getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return "good"
    for (const { event, data } of parse(value)) {
      if (event === "document") onEvent?.(JSON.parse(data) as ProgressEvent)
      if (event === "sample") onSample?.(JSON.parse(data) as ConvertedSample)
    }
  }
}

const sleep = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener("abort", () => {
      clearTimeout(timer)
      resolve()
    })
  })

/** Reconnects with growing backoff until `signal` aborts. */
const readOn = async (reading: Reading): Promise<void> => {
  let pause = shortest
  while (!reading.signal.aborted) {
    const end = await readOnce(reading).catch((): End => "again")
    if (end === "over") return
    pause = end === "good" ? shortest : Math.min(longest, pause * 2)
    await sleep(pause, reading.signal)
  }
}

/**
 * Follows the conversions of the user's own documents and trials. EventSource cannot send a Bearer token, so the stream is read with fetch.
 * A hidden tab disconnects to save the server a connection. Returns the function that stops it.
 */
export const followProgress = ({ onEvent, onSample, onOpen, onReturn, whileHidden }: Listener): (() => void) => {
  let current: AbortController | null = null
  // a tab that starts hidden has missed the earlier events
  let opened = document.hidden && !whileHidden
  const onConnected = () => {
    if (opened) onReturn?.()
    else onOpen?.()
    opened = true
  }
  const tune = () => {
    if (document.hidden && !whileHidden) {
      current?.abort()
      current = null
    } else if (!current) {
      current = new AbortController()
      void readOn({ onEvent, onSample, onOpen: onConnected, signal: current.signal })
    }
  }
  document.addEventListener("visibilitychange", tune)
  tune()
  return () => {
    document.removeEventListener("visibilitychange", tune)
    current?.abort()
  }
}
