const stroke = { stroke: "var(--border-strong)", strokeWidth: 1.5, fill: "var(--surface-2)" }

/** Books leaning on each other: no matches. */
const Books = () => (
  <>
    <rect x="26" y="38" width="9" height="38" rx="1" {...stroke} />
    <rect x="37" y="30" width="12" height="46" rx="1" {...stroke} />
    <path d="m54 76 12-42 10 3-12 39Z" {...stroke} />
    <path d="M98 76c0-16 2-26-2-40" stroke="var(--sprout)" strokeWidth="2.5" />
    <path d="M96 36c-12 2-18-4-18-14 12-1 18 4 18 14ZM97 46c2-12 9-17 19-15 0 10-7 16-19 15Z" fill="var(--sprout)" />
  </>
)

/** A seedling: nothing exists yet, or something was just added. */
const Sprout = () => (
  <>
    <path d="M66 76c0-14-3-20 0-32" stroke="var(--sprout)" strokeWidth="2.5" />
    <path d="M66 45c-17 1-25-8-25-22 17-1 26 7 25 22ZM66 45c0-15 8-23 25-22 0 14-8 23-25 22Z" fill="var(--sprout)" />
  </>
)

/** The shelf drawing of empty states, the 404 page and a finished upload. */
export const ShelfDrawing = ({ books = false }: { books?: boolean }) => (
  <svg className="drawing" viewBox="0 0 132 88" aria-hidden="true">
    <path d="M8 78h116" stroke="var(--rail-edge)" strokeWidth="3" />
    {books ? <Books /> : <Sprout />}
  </svg>
)
