import { lazy, Suspense, useState, type ComponentType } from "react"

const parts = new Set<() => Promise<unknown>>()

/** Preloads every registered dynamic part, including nested ones, so that each renders at once. */
export const loadParts = async (): Promise<void> => {
  for (const load of parts) await load()
}

/** A fake of `next/dynamic`: loads the part when it is first rendered. */
export default function dynamic(load: () => Promise<ComponentType>) {
  let loaded: ComponentType | undefined
  const read = async () => (loaded = await load())
  parts.add(read)
  const Part = lazy(async () => ({ default: await read() }))
  const Loaded = (props: object) => {
    const [Drawn] = useState(() => loaded ?? Part)
    return (
      <Suspense fallback={null}>
        <Drawn {...props} />
      </Suspense>
    )
  }
  return Loaded
}
