/** The props that a form item passes to its field. */
export type FormFieldProps<T> = {
  id?: string
  value?: T
  onChange?: (value: T) => void
  placeholder?: string
  disabled?: boolean
  size?: "large" | "middle"
}
