import { useState, type Dispatch, type SetStateAction } from "react"

/**
 * State that resets to `initial` whenever `resetOn` changes (by identity): a draft of a prop, or a menu that a navigation closes. It resets
 * during render, so that the old state is never displayed.
 */
export const useResettingState = <T>(initial: T, resetOn: unknown = initial): [T, Dispatch<SetStateAction<T>>] => {
  const [last, setLast] = useState(resetOn)
  const [value, setValue] = useState(initial)
  if (Object.is(last, resetOn)) return [value, setValue]
  setLast(resetOn)
  setValue(initial)
  return [initial, setValue]
}
