import { useState, type Dispatch, type SetStateAction } from "react"

/**
 * State that begins anew with `initial` whenever `resetOn` changes (by identity): a draft of a prop, a menu that a navigation
 * closes. It is reset while rendering, so that nothing is drawn with the old state.
 */
export const useResettingState = <T>(initial: T, resetOn: unknown = initial): [T, Dispatch<SetStateAction<T>>] => {
  const [last, setLast] = useState(resetOn)
  const [value, setValue] = useState(initial)
  if (Object.is(last, resetOn)) return [value, setValue]
  setLast(resetOn)
  setValue(initial)
  return [initial, setValue]
}
