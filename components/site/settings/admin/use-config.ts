"use client"

import { useCallback, useEffect, useState } from "react"
import { api } from "@/lib/api/client"
import { refusalText } from "@/lib/api/result"
import type { Config } from "@/lib/contract/types"
import { changedRows, type SettingInputs } from "./values"

/** Reads the settings of some groups and saves the changed ones. */
export const useConfig = (groups: readonly string[]) => {
  const [rows, setRows] = useState<Config[] | null>(null)
  const [failure, setFailure] = useState("")
  const groupList = groups.join(",")

  const load = useCallback(async () => {
    setFailure("")
    const reply = await api("GET /config/list", { category: groupList.split(",") })
    if (reply.ok) setRows(reply.data.config.toSorted((a, b) => a.sort - b.sort))
    else setFailure(refusalText(reply, "配置没有读到"))
  }, [groupList])
  useEffect(() => void load(), [load])

  const save = async (values: SettingInputs) => {
    const config = changedRows(rows ?? [], values)
    const reply = await api("PUT /config", { config })
    // reload after saving, so that a new secret is displayed as its mask
    if (reply.ok) await load()
    return reply
  }
  return { rows, failure, load, save }
}
