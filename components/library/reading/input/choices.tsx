/** One row of a panel: a label and its choices, one of them pressed. */
export const Choices = <T extends string | number>({
  label,
  all,
  chosen,
  choose,
}: {
  label: string
  all: { value: T; label: string }[]
  chosen: T
  choose: (value: T) => void
}) => (
  <div className="sheet-choices" role="group" aria-label={label}>
    <span>{label}</span>
    {all.map((one) => (
      <button key={one.value} type="button" aria-pressed={one.value === chosen} onClick={() => choose(one.value)}>
        {one.label}
      </button>
    ))}
  </div>
)
