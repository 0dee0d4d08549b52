import "@/app/styles/operations/api-docs.css"
import type { ApiCall, ApiChapter } from "@/lib/view/operations/api-docs"
import { ApiNav } from "./api-nav"
import { ApiTrial, ApiTrials } from "./api-trial"

const accessWords = { public: "公开", login: "要登录", permission: "要权限" } as const

/** Lists the calls of one chapter. Each is collapsed at first, so that a list of sixty stays easy to scan. `tokens`: access tokens exist. */
export const ApiChapterView = ({ chapter, calls, tokens }: { chapter: ApiChapter; calls: ApiCall[]; tokens: boolean }) => (
  <main id="main" className="wrap api-docs">
    <h1>{chapter.label}的接口</h1>
    <p className="api-lead">{chapter.about}。</p>
    <ApiNav chapter={chapter.name} />
    {calls.length === 0 ? <p className="muted">这个站点没有这些接口。</p> : null}
    <ApiTrials tokens={tokens}>
      {calls.map((call) => (
        <details key={call.id} id={call.id} className="card api-call">
          <summary>
            <span className={`api-method ${call.method.toLowerCase()}`}>{call.method}</span>
            <code>{call.path}</code>
            <b>{call.title}</b>
          </summary>
          <div className="api-body">
            <p className="meta">
              <span>{accessWords[call.access]}</span>
              {tokens && <span>{call.scope ? `令牌要有 ${call.scope.name}（${call.scope.label}）` : "不能用令牌"}</span>}
              {call.confirmed && <span>要先确认密码</span>}
            </p>
            {call.about && <p>{call.about}。</p>}
            <h3>输入{call.carried === "json" ? "：JSON" : ""}</h3>
            {call.fields.length > 0 ? <Fields fields={call.fields} /> : <p className="muted">没有。</p>}
            {call.carried !== "other" && (
              <ApiTrial method={call.method} path={call.path} inBody={call.carried === "json"} example={call.example} />
            )}
            {call.answer && (
              <>
                <h3>答复的例子</h3>
                <pre>{call.answer}</pre>
              </>
            )}
            <h3>可能的拒绝</h3>
            <ul className="api-refusals">
              {call.refusals.map(({ status, about }) => (
                <li key={status}>
                  <code>{status}</code> {about}
                </li>
              ))}
            </ul>
          </div>
        </details>
      ))}
    </ApiTrials>
  </main>
)

const Fields = ({ fields }: { fields: ApiCall["fields"] }) => (
  <dl className="api-fields">
    {fields.map(({ name, type, required, about }) => (
      <div key={name}>
        <dt>
          <code>{name}</code>
          {required && <span className="tag warn">必填</span>}
        </dt>
        <dd>
          {type}
          {about && <span className="muted"> {about}</span>}
        </dd>
      </div>
    ))}
  </dl>
)
