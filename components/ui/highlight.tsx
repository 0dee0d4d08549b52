import { Fragment } from "react"
import { highlighted } from "@/lib/view/highlight"

/** Text in which the server marked the matches with <em>: shown with a marker pen, and never as HTML. */
export const Highlight = ({ text }: { text: string }) =>
  highlighted(text).map((part, at) => <Fragment key={at}>{part.match ? <mark>{part.text}</mark> : part.text}</Fragment>)
