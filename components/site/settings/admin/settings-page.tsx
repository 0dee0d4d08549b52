"use client"

import { Form, Tabs } from "antd"
import { useRouter } from "next/navigation"
import { Suspense, useCallback, useLayoutEffect, useState, type ReactNode } from "react"
import { BusyButton } from "@/components/ui/busy-button"
import { useCall, type CallRefusal } from "@/components/ui/form/use-call"
import { Empty } from "@/components/ui/empty"
import { Icon } from "@/components/ui/icon"
import { Skeleton } from "@/components/ui/skeleton"
import { useLeaveGuard } from "@/components/ui/use-leave-guard"
import type { Config } from "@/lib/contract/types"
import { SettingFields } from "./setting-fields"
import { useConfig } from "./use-config"
import { TargetField } from "./target-field"
import { changedRows, inputOf, nameOf, type SettingInputs } from "./values"
import { useMay } from "@/components/providers/use-may"
import { RefusalNote } from "@/components/ui/refusal-note"

export type SettingsScreen = {
  title: string
  /** groups of settings with the label of their tab or section */
  groups: readonly { name: string; label: string }[]
  /** selects the group displayed besides the first, by the values; without it several groups are tabs */
  chosen?: (values: SettingInputs) => string
  /** rendered after a field's hint, from the input of the field */
  beside?: (row: Config, input: SettingInputs[string]) => ReactNode
  /** rendered above the form */
  intro?: ReactNode
  /**
   * rendered below the form; receives the form's values and whether there are unsaved changes, and may fill in values without saving them
   */
  extra?: (form: { values: SettingInputs; unsaved: boolean; fill: (values: SettingInputs) => void }) => ReactNode
}

const leaving = { title: "设置还没有保存", content: "离开后，刚才的修改就没有了。", okText: "不保存", cancelText: "继续编辑", danger: true }

/** A settings screen generated from the rows of its groups. Sends only changed rows. */
export const SettingsPage = ({ title, groups, chosen, beside, intro, extra }: SettingsScreen) => {
  const mayWrite = useMay()("ConfigAPI/UpdateConfig")
  const { rows, failure, load, save } = useConfig(groups.map((group) => group.name))
  const [form] = Form.useForm<SettingInputs>()
  const [values, setValues] = useState<SettingInputs>({})
  const { busy, refusal, call } = useCall({ inline: true, form })
  const [tab, setTab] = useState(groups[0]!.name)
  const [target, setTarget] = useState("")
  const unsaved = rows !== null && changedRows(rows, values).length > 0
  useLeaveGuard(unsaved, leaving)

  // before paint: a later effect could overwrite what the user has begun to type
  useLayoutEffect(() => {
    if (!rows) return
    const fresh: SettingInputs = Object.fromEntries(rows.map((row) => [nameOf(row), inputOf(row)]))
    form.setFieldsValue(fresh)
    setValues(fresh)
  }, [rows, form])

  const router = useRouter()
  const openField = useCallback((row: Config) => {
    setTab(row.category)
    setTarget(nameOf(row))
  }, [])
  const submit = async () => {
    // opens the tab of the refused field; all tabs are rendered, so its input already exists
    const openTab = ({ field }: CallRefusal) => {
      const row = rows?.find((one) => nameOf(one) === field)
      if (row) setTab(row.category)
    }
    // refreshes name and logo in the page chrome
    if (await call(() => save(values), { done: "配置更新成功", onRefused: openTab })) router.refresh()
  }
  const fill = (some: SettingInputs) => {
    form.setFieldsValue(some)
    setValues((old) => ({ ...old, ...some }))
  }
  const rowsOf = (group: string): Config[] => (rows ?? []).filter((row) => row.category === group)
  const sections = chosen ? groups.filter((group, at) => at === 0 || group.name === chosen(values)) : groups
  const fieldsOf = (group: string) => (
    <SettingFields rows={rowsOf(group)} target={target} beside={beside && ((row) => beside(row, values[nameOf(row)]))} />
  )

  return (
    <>
      <div className="adm-h bare">
        <h1>{title}</h1>
      </div>
      {intro}
      {failure ? (
        <div className="card adm-blank" role="alert">
          <Empty
            searched
            title="设置没有加载出来"
            action={
              <button type="button" className="bt p" onClick={() => void load()}>
                <Icon name="rotate" small />
                重新加载
              </button>
            }
          >
            {failure}
          </Empty>
        </div>
      ) : rows === null ? (
        <div className="card adm-settings" aria-busy="true" aria-label="正在加载">
          <Skeleton height={420} />
        </div>
      ) : rows.length === 0 ? (
        <div className="card adm-blank">
          <Empty title="这里没有设置">服务器没有给出这一组设置。</Empty>
        </div>
      ) : (
        <Form<SettingInputs>
          noValidate
          form={form}
          className="form adm-settings"
          layout="vertical"
          disabled={!mayWrite}
          onValuesChange={(_, all) => setValues((old) => ({ ...old, ...(all as SettingInputs) }))}
          onFinish={() => void submit()}
        >
          <RefusalNote text={refusal} />
          {sections.length > 1 && !chosen ? (
            <Tabs
              className="card"
              activeKey={tab}
              onChange={setTab}
              items={sections.map((group) => ({ key: group.name, label: group.label, forceRender: true, children: fieldsOf(group.name) }))}
            />
          ) : (
            sections.map((group, at) => (
              <section key={group.name} className="card" aria-label={group.label}>
                {at > 0 ? <h2>{group.label}</h2> : null}
                {fieldsOf(group.name)}
              </section>
            ))
          )}
          {mayWrite ? (
            <div className="adm-save" data-unsaved={unsaved || undefined}>
              <BusyButton type="submit" className="p" busy={busy} disabled={busy || !unsaved}>
                保存设置
              </BusyButton>
              <span className="muted" aria-live="polite">
                {unsaved ? "有修改还没有保存" : ""}
              </span>
            </div>
          ) : null}
        </Form>
      )}
      {rows && rows.length > 0 ? (
        <Suspense>
          <TargetField rows={rows} target={target} onFind={openField} />
        </Suspense>
      ) : null}
      {rows && rows.length > 0 ? extra?.({ values, unsaved, fill }) : null}
    </>
  )
}
