import { lazy, Suspense, type ComponentType } from "react"

/** Stands in for `next/dynamic`: the part is loaded when it is first drawn, and its place is empty until then. */
export default function dynamic(load: () => Promise<ComponentType>) {
  const Part = lazy(async () => ({ default: await load() }))
  const Loaded = (props: object) => (
    <Suspense fallback={null}>
      <Part {...props} />
    </Suspense>
  )
  return Loaded
}
