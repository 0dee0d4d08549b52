"use client"

import { useMay } from "@/components/providers/use-may"
import { useCall } from "@/components/ui/form/use-call"
import { useFeedback } from "@/components/providers/feedback"
import { MoreIcon } from "@/components/ui/more-icon"
import { Skeleton } from "@/components/ui/skeleton"
import { useAnswer } from "@/components/ui/use-answer"
import { api } from "@/lib/api/client"
import type { Output } from "@/lib/contract/types"

type Env = Output<"GET /envs">["envs"][number]

/** The name under which servers on MySQL report an unsuitable SQL mode; it is not a program. */
const modeName = "GroupBy"

const readEnvs = () => api("GET /envs")

/** 环境依赖: the programs that the site uses, which are missing, and how to install them. */
export const EnvironmentCard = () => {
  const isAllowed = useMay()("ConfigAPI/GetEnvs")
  const { data, failure, load } = useAnswer(isAllowed ? readEnvs : null, "环境依赖没有读到")
  if (!isAllowed) return null
  const envs = data?.envs
  const mode = envs?.find(({ name, error }) => name === modeName && error !== "")
  return (
    <section className="card" aria-label="环境依赖">
      <h2>环境依赖</h2>
      <p className="muted">启动时检测。装好缺少的程序以后重新启动网站就能用，也可以在服务器上运行 npm run doctor 查看。</p>
      {mode ? <ModeAlert text={mode.error} onDone={load} /> : null}
      {envs ? (
        <ul className="adm-envs">
          {envs
            .filter(({ name }) => name !== modeName)
            .map((env) => (
              <Program key={env.name} env={env} />
            ))}
        </ul>
      ) : failure ? (
        <p role="alert">{failure}</p>
      ) : (
        <Skeleton height={240} />
      )}
    </section>
  )
}

const Program = ({ env: { name, version, description, is_installed, is_required, error, install } }: { env: Env }) => (
  <li>
    <span className={is_installed ? "st ok" : is_required ? "st bad" : "st wait"}>{is_installed ? "已安装" : "未安装"}</span>
    <div>
      <p>
        <b>{name}</b> <span className="muted num">{version}</span> {is_required ? <span className="tag">必须</span> : null}
      </p>
      <p className="muted">{description}</p>
      {error ? <p className="adm-env-risk">{error}</p> : null}
      {install ? <code>{install}</code> : null}
    </div>
  </li>
)

const question = { title: "提示", content: "数据库重启后需要再设置一次。", okText: "临时设置" }

const ModeAlert = ({ text, onDone }: { text: string; onDone: () => void }) => {
  const feedback = useFeedback()
  const may = useMay()
  const { busy, call } = useCall()
  const set = async () => {
    if ((await feedback.confirm(question)) && (await call(() => api("PUT /sqlmode"), { done: "设置成功", fallback: "设置失败" }))) onDone()
  }
  return (
    <div className="alert warn" role="note">
      <MoreIcon name="alert" />
      <b>{text}</b>
      {may("ConfigAPI/SetSQLMode") ? (
        <button type="button" className="bt sm" disabled={busy} onClick={() => void set()}>
          临时设置
        </button>
      ) : null}
    </div>
  )
}
