type Props = {
  label: string
  /** 0 to 1, or 0 to `max` */
  value: number
  /** announces `value` of `max` instead of a percentage */
  max?: number
  className?: string
  /** false: nothing is moving, so the bar is empty and hidden from screen readers */
  moving?: boolean
}

/** A progress bar; its sheet draws `className` (default `bar`) and the `i` inside. */
export const ProgressBar = ({ label, value, max, className = "bar", moving }: Props) => (
  <div
    className={className}
    data-on={moving}
    role="progressbar"
    aria-label={label}
    aria-valuemin={0}
    aria-valuemax={max ?? 100}
    aria-valuenow={max === undefined ? Math.floor(value * 100) : value}
    aria-hidden={moving === false ? true : undefined}
  >
    <i style={{ transform: `scaleX(${moving === false ? 0 : Math.min(1, value / (max ?? 1))})` }} />
  </div>
)
