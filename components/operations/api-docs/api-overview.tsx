import "@/app/styles/operations/api-docs.css"
import { Link } from "@/components/ui/link"
import { tokenScopeNames, tokenScopes } from "@/lib/contract/people/session.token-scopes"
import { paths } from "@/lib/rules/path"
import { hrefOf } from "@/lib/view/library/list/query"
import { apiChapters } from "@/lib/view/operations/api-docs"
import { ApiNav } from "./api-nav"

const first = `curl -H "Authorization: Bearer dj_…" \\
  "https://网站域名/api/v1/document/list?page=1&size=10"`

/** Explains how to get started with the API and lists its chapters with the number of their calls. `tokens`: access tokens exist. */
export const ApiOverview = ({ counts, tokens }: { counts: Record<string, number>; tokens: boolean }) => (
  <main id="main" className="wrap api-docs">
    <h1>接口文档</h1>
    <p className="api-lead">
      网页上能做的事，程序也能做。地址都在 <code>/api/v1</code> 下面，收发 JSON；机器可读的同一份文档在
      <a className="lk" href="/api/v1/openapi.json" target="_blank" rel="noopener">
        openapi.json
      </a>
      （OpenAPI 3.1），可以用它生成客户端。
    </p>
    <ApiNav />
    <section className="card pad">
      <h2>第一次调用</h2>
      <ol>
        {tokens ? (
          <li>
            在
            <Link className="lk" href={hrefOf(paths.myProfile, { tab: "token" })}>
              个人中心 - 资料设置 - 访问令牌
            </Link>
            里新建一个令牌，选好它可以做什么。
          </li>
        ) : (
          <li>用 POST /api/v1/user/login 登录，答复里的 token 就是令牌。</li>
        )}
        <li>把令牌放在请求头 Authorization 里。公开的接口不用令牌。</li>
        <li>出错时答复里有 code、message，和一项输入有关时还有 field；次数太多时答 429，请求头 Retry-After 说几秒以后再试。</li>
      </ol>
      <pre>{tokens ? first : first.replace("dj_", "")}</pre>
    </section>
    {tokens ? (
      <section className="card pad">
        <h2>令牌的权限</h2>
        <dl className="api-scopes">
          {tokenScopeNames.map((name) => (
            <div key={name}>
              <dt>
                <code>{name}</code> {tokenScopes[name].label}
              </dt>
              <dd>{tokenScopes[name].about}</dd>
            </div>
          ))}
        </dl>
        <p className="muted">登录、密码、两步验证、第三方账号、付款，和要确认密码的接口，不能用令牌。</p>
      </section>
    ) : null}
    <h2>全部接口</h2>
    <ul className="api-chapters">
      {apiChapters.map(({ name, label, about }) => (
        <li key={name} className="card">
          <Link href={paths.apiChapter(name)}>{label}</Link>
          <p className="muted">{about}</p>
          <p className="meta">{counts[name]} 个接口</p>
        </li>
      ))}
    </ul>
  </main>
)
