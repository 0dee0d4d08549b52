import { Empty } from "@/components/ui/empty"
import { Link } from "@/components/ui/link"
import { count } from "@/lib/rules/format"
import { Card } from "./card"
import type { ReadAnswer } from "@/components/ui/use-answer"

/** `tone`: the name of a format's colour; defaults to the accent colour. */
export type Bar = { key: string; label: string; value: number; href?: string; tone?: string }
type Props<T> = { title: string; answer: ReadAnswer<T>; bars: (data: T) => Bar[]; unit: string; empty: string }

/** Renders counts per kind as bars, longest first. Each bar includes its number, so screen readers need no separate table. */
export const BarsCard = <T,>({ title, answer, bars, unit, empty }: Props<T>) => (
  <Card title={title} answer={answer} height={264}>
    {(data) => {
      const rows = bars(data)
      const most = Math.max(...rows.map(({ value }) => value), 1)
      if (rows.length === 0) return <Empty level="h3" title={empty} />
      return (
        <ul className="dash-bars">
          {rows.map(({ key, label, value, href, tone }) => (
            <li key={key} style={tone ? { color: `var(--kind-${tone})` } : undefined}>
              {href ? (
                <Link className="cut" href={href}>
                  {label}
                </Link>
              ) : (
                <span className="cut">{label}</span>
              )}
              <span className="dash-bar" aria-hidden="true">
                <i style={{ inlineSize: `${(value / most) * 100}%` }} />
              </span>
              <span className="num">
                {count(value)} {unit}
              </span>
            </li>
          ))}
        </ul>
      )
    }}
  </Card>
)
