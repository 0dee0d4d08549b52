import { minute, relativeTime } from "@/lib/rules/time"

/** A relative time like 3 天前. `now` is the page's render time, so that server and browser render the same text. */
export const Time = ({ value, now }: { value: string | null; now: number }) =>
  value ? (
    <time dateTime={value} title={minute(value)}>
      {relativeTime(value, now)}
    </time>
  ) : null
