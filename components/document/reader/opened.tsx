"use client"

import { Shortcuts } from "./input/shortcuts"
import { Slides } from "./layout/slides"
import { PhoneSheet } from "./panels/phone-sheet"
import { PrintPages } from "./print"
import { FindBar } from "./search/find-bar"
import { useConversion } from "./use-conversion"
import { useReader } from "./use-reader"

/** What a reader opens, and what follows a conversion. Loaded with the first of them; dialogs stay, so that closing one gives the focus back. */
export const Opened = () => {
  const presents = useReader((state) => state.mode === "slides")
  const found = useReader((state) => state.search.hits.length > 0)
  const printing = useReader((state) => state.printing)
  useConversion()
  return (
    <>
      {presents && <Slides />}
      {found && <FindBar />}
      <PhoneSheet />
      <Shortcuts />
      {printing && <PrintPages />}
    </>
  )
}
