import { Fragment } from "react"
import { highlighted } from "@/lib/view/list/highlight"

/** Text with matches marked by <em>; rendered as elements, never as HTML. */
export const Highlight = ({ text }: { text: string }) =>
  highlighted(text).map((part, at) => <Fragment key={at}>{part.match ? <mark>{part.text}</mark> : part.text}</Fragment>)
