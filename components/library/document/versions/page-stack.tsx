"use client"

import "@/app/styles/library/document-page-stack.css"
import { useState } from "react"
import { inkSources } from "@/components/library/reading/store/reader-rules"
import { count } from "@/lib/rules/format"

const step = 10

type Props = {
  pages: number
  /** the address of a page, which counts from 1 */
  address: (page: number) => string
  /** of the first page, in any unit; 0 if unknown */
  width: number
  height: number
}

/** The pages of a file below each other, ten at first: to check it, without the tools of the reader. */
export const PageStack = ({ pages, address, width, height }: Props) => {
  const [visible, setVisible] = useState(step)
  return (
    <>
      <ol className="page-stack">
        {Array.from({ length: Math.min(pages, visible) }, (_, at) => (
          <li key={at}>
            <img
              srcSet={inkSources(address(at + 1))}
              src={address(at + 1)}
              alt={`第 ${at + 1} 页`}
              loading="lazy"
              decoding="async"
              style={width > 0 ? { aspectRatio: `${width}/${height}` } : undefined}
            />
          </li>
        ))}
      </ol>
      {pages > visible && (
        <button type="button" className="bt block" onClick={() => setVisible(visible + step)}>
          再看 {Math.min(step, pages - visible)} 页，共 {count(pages)} 页
        </button>
      )}
    </>
  )
}
