import type { ReactNode } from "react"
import { Skeleton } from "@/components/ui/skeleton"
import type { ReadAnswer } from "@/components/ui/use-answer"
import { RefusalNote } from "@/components/ui/refusal-note"

type Props<T> = {
  title: string
  answer: ReadAnswer<T>
  /** height of the skeleton, so that nothing shifts when the answer arrives */
  height: number
  /** rendered beside the title */
  end?: ReactNode
  children: (data: T) => ReactNode
}

/** One card of the dashboard: its title, and below it the skeleton, the error with a retry button, or the content. */
export const Card = <T,>({ title, answer: { data, failure, load }, height, end, children }: Props<T>) => (
  <section className="card dash-card" aria-label={title}>
    <div className="dash-h">
      <h2>{title}</h2>
      {end}
    </div>
    {data ? children(data) : failure ? <Failure text={failure} onRetry={load} /> : <Skeleton height={height} />}
  </section>
)

/** Renders an error message with a retry button. */
export const Failure = ({ text, onRetry }: { text: string; onRetry: () => void }) => (
  <RefusalNote text={text}>
    <button type="button" className="bt sm" onClick={onRetry}>
      重新加载
    </button>
  </RefusalNote>
)
