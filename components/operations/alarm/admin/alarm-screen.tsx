"use client"

import "@/app/styles/operations/alarm.css"
import { useState } from "react"
import { BusyButton } from "@/components/ui/busy-button"
import { useMay } from "@/components/providers/use-may"
import { useCall } from "@/components/ui/form/use-call"
import { Link } from "@/components/ui/link"
import { RefusalNote } from "@/components/ui/refusal-note"
import { Skeleton } from "@/components/ui/skeleton"
import { useAnswer } from "@/components/ui/use-answer"
import { api } from "@/lib/api/client"
import { alarmChannelNames, type AlarmChannel } from "@/lib/contract/operations/alarm.channels"
import { settingPath } from "@/lib/contract/site/settings.screens"
import type { Alarm, Output } from "@/lib/contract/types"
import { minute } from "@/lib/rules/time"

type Answer = Output<"GET /alarm/list">
/** How often the list is read while the tab is visible (ms): the server checks every minute. */
const refreshMs = 30_000

const readAlarms = () => api("GET /alarm/list", {})

/** 告警: the current and the past problems of the site, and the channels that notify user 1. */
export const AlarmScreen = () => {
  const { data: answer, failure, load } = useAnswer(readAlarms, "告警没有读到", refreshMs)
  return (
    <div className="adm-alarms">
      <section className="card" aria-label="告警">
        <h1>告警</h1>
        <p className="muted">每分钟检查一次。出了问题马上通知，没有好的每小时再提醒一次，恢复时也会说一声。</p>
        {failure ? (
          <RefusalNote text={failure}>
            <button type="button" className="bt sm" onClick={load}>
              重新加载
            </button>
          </RefusalNote>
        ) : null}
        {answer ? <AlarmList alarms={answer.alarm} /> : failure ? null : <Skeleton height={420} />}
      </section>
      {answer ? <Channels channels={answer.channel} /> : null}
    </div>
  )
}

const AlarmList = ({ alarms }: { alarms: Alarm[] }) => (
  <ul className="adm-alarm-list">
    {alarms.map((alarm) => (
      <AlarmRow key={alarm.kind} alarm={alarm} />
    ))}
  </ul>
)

const stateOf = ({ active, recovered_at, checked_at }: Alarm): { tone: string; label: string } => {
  if (active) return { tone: "bad", label: "告警中" }
  if (recovered_at) return { tone: "ok", label: "已恢复" }
  return checked_at ? { tone: "ok", label: "正常" } : { tone: "off", label: "还没检查" }
}

const AlarmRow = ({ alarm }: { alarm: Alarm }) => {
  const { active, text, title, since, recovered_at, sent_at, error } = alarm
  const { tone, label } = stateOf(alarm)
  const times = [
    since && `开始于 ${minute(since)}`,
    !active && recovered_at && `恢复于 ${minute(recovered_at)}`,
    sent_at && `最近通知 ${minute(sent_at)}`,
  ].filter(Boolean)
  return (
    <li data-active={active || undefined}>
      <span className={`st ${tone}`}>{label}</span>
      <div>
        <b>{title}</b>
        {text ? <p className={active ? undefined : "muted"}>{active ? text : `上一次：${text}`}</p> : null}
        {times.length ? <p className="muted num">{times.join(" · ")}</p> : null}
        {error ? <p className="adm-alarm-error">没有通知到：{error}</p> : null}
      </div>
    </li>
  )
}

const isTestable = (name: string): name is AlarmChannel => (alarmChannelNames as string[]).includes(name)

const Channels = ({ channels }: { channels: Answer["channel"] }) => {
  const may = useMay()
  const { busy, refusal, call } = useCall({ inline: true })
  const [chosen, setChosen] = useState("")
  const canTest = may("AlarmAPI/TestAlarm")
  const test = (name: AlarmChannel) => {
    setChosen(name)
    void call(() => api("POST /alarm/test", { channel: name }), { done: "测试告警已发出，请看有没有收到" })
  }
  return (
    <section className="card" aria-label="通知方式">
      <h2>通知方式</h2>
      <p className="muted">
        都发给站长。
        {may("ConfigAPI/ListConfig") ? (
          <>
            在<Link href={settingPath("alarm")}>告警配置</Link>里填写；也可以让 <Link href="/admin/config/system?tab=webhook">Webhook</Link>{" "}
            订阅“网站告警”和“告警恢复”。
          </>
        ) : null}
      </p>
      <ul className="adm-alarm-channels">
        {channels.map(({ name, label, ready }) => (
          <li key={name}>
            <b>{label}</b>
            <span className={ready ? "st ok" : "st off"}>{ready ? "已设置" : "没有设置"}</span>
            {ready && canTest && isTestable(name) ? (
              <BusyButton
                className="sm"
                busy={busy && chosen === name}
                disabled={busy}
                aria-label={`向${label}发送测试`}
                onClick={() => test(name)}
              >
                发送测试
              </BusyButton>
            ) : null}
          </li>
        ))}
      </ul>
      <RefusalNote text={refusal} />
    </section>
  )
}
