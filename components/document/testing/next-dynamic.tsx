import { lazy, Suspense, type ComponentType } from "react"

/** A fake of `next/dynamic`: loads the part when it is first rendered. */
export default function dynamic(load: () => Promise<ComponentType>) {
  const Part = lazy(async () => ({ default: await load() }))
  const Loaded = (props: object) => (
    <Suspense fallback={null}>
      <Part {...props} />
    </Suspense>
  )
  return Loaded
}
