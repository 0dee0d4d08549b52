"use client"

import dynamic from "next/dynamic"
import { useState, type ComponentProps } from "react"
import { Icon } from "@/components/ui/icon"
import type { ImportPanel } from "./import-panel"

const Panel = dynamic(() => import("./import-panel").then((module) => module.ImportPanel), { ssr: false })

/** Opens the import of rows from a CSV file; the import panel is loaded on first use. */
export const ImportButton = (props: Omit<ComponentProps<typeof ImportPanel>, "onClose">) => {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <button type="button" className="ib" aria-label="导入 CSV" title="导入 CSV" onClick={() => setOpened(true)}>
        <Icon name="upload" />
      </button>
      {opened ? <Panel {...props} onClose={() => setOpened(false)} /> : null}
    </>
  )
}
