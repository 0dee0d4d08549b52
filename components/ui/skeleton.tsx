/** A placeholder of the content's size while it loads. */
export const Skeleton = ({ width = "100%", height = 14 }: { width?: number | string; height?: number | string }) => (
  <span className="sk" style={{ width, height }} />
)

/** The skeleton of result rows: the same boxes as `DocumentRow`. */
export const RowSkeleton = ({ rows = 5 }: { rows?: number }) => (
  <ul className="res" aria-busy="true" aria-label="正在加载">
    {Array.from({ length: rows }, (_, row) => (
      <li key={row}>
        <Skeleton height={119} />
        <div>
          <Skeleton width="60%" height={20} />
          <span style={{ display: "block", height: 14 }} />
          <Skeleton />
          <span style={{ display: "block", height: 9 }} />
          <Skeleton width="40%" />
        </div>
      </li>
    ))}
  </ul>
)
