import { minute, relativeTime } from "@/lib/domain/time"

/** 3 天前. `now` comes from the page (its render time), so that server and browser write the same words. */
export const Time = ({ value, now }: { value: string | null; now: number }) =>
  value ? (
    <time dateTime={value} title={minute(value)}>
      {relativeTime(value, now)}
    </time>
  ) : null
