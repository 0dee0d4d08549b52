import { MoreIcon } from "@/components/ui/more-icon"
import { discountText } from "@/lib/view/money/benefits"
import type { SoldPlan } from "@/lib/view/money/plans"
import { BuyPlan } from "./buy-plan"
import { PlanTable } from "./plan-table"

type Props = { plans: SoldPlan[]; creditName: string }

/** The membership plans, their benefits and frequently asked questions. */
export const JoinVip = ({ plans, creditName }: Props) => (
  <>
    <div className="vip-h">
      <h1>一张卡，安心读下去</h1>
      <p>VIP 文档免费下载，其他文档折扣购买，全站没有广告。</p>
    </div>
    <div className="plans">
      {plans.map((plan, at) => (
        <PlanCard key={plan.type} plan={plan} best={at === 0} />
      ))}
    </div>
    <Rights plans={plans} creditName={creditName} />
    <PlanTable plans={plans} />
    <Faq creditName={creditName} />
  </>
)

const PlanCard = ({ plan, best }: { plan: SoldPlan; best: boolean }) => (
  <article className={best ? "card plan best" : "card plan"}>
    <h2>
      {plan.name}
      {best && <span className="tag pri">推荐</span>}
    </h2>
    <p className="cash">
      <span>¥</span>
      <b>{plan.price}</b>
      {plan.original && (
        <s>
          <span className="sr">原价</span>¥{plan.original}
        </s>
      )}
    </p>
    <p className="day-p num">
      折合每天 {plan.perDay} 元{plan.inCredits && `，也可以用 ${plan.inCredits} 购买`}
    </p>
    <ul>
      {plan.lines.map((line) => (
        <li key={line}>
          <MoreIcon name="check" small />
          {line}
        </li>
      ))}
    </ul>
    <BuyPlan type={plan.type} name={plan.name} best={best} />
  </article>
)

/** Returns the best discount among the plans: "最低 7 折". */
const bestDiscount = (plans: SoldPlan[]): string => {
  const given = plans.map(({ benefits }) => benefits.discount).filter((discount) => discount > 0 && discount < 100)
  return given.length > 0 ? `普通文档最低 ${discountText(Math.min(...given))}` : "普通文档按原价购买"
}

const Rights = ({ plans, creditName }: Props) => (
  <dl className="rights">
    {[
      ["VIP 文档免费下载", `次数以内不扣${creditName}`],
      ["身份标识", "头像旁显示 VIP"],
      ["购买折扣", bestDiscount(plans)],
      ["去除广告", "页面更安静"],
    ].map(([name, text]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{text}</dd>
      </div>
    ))}
  </dl>
)

const Faq = ({ creditName }: { creditName: string }) => (
  <section aria-label="购买须知">
    <h2 className="vip-t2">购买须知</h2>
    <dl className="faq">
      {[
        ["免费次数用完了怎么办？", `仍可以用${creditName}购买，普通文档享受折扣；也可以再买一张卡，多一份次数。`],
        ["免费的 VIP 文档也会用掉次数吗？", `不会。价格为 0 的文档不占用次数；买过的文档在有效期内再次下载，也不扣次数和${creditName}。`],
        ["有几张卡时先用哪一张？", "依次使用年卡、季卡、月卡的次数。同一种卡续买后，从上一张到期时开始计算。"],
        ["会自动续费吗？", "不会。到期后权益停止，是否续买由你决定。"],
        ["可以退款吗？", "需要退款请联系管理员，由管理员核实处理。全部退款后会员立即停止；只退一部分的，时间和次数按比例减少。"],
        ["手机和电脑通用吗？", "通用。同一账号在所有设备上权益一致。"],
      ].map(([question, answer]) => (
        <div key={question}>
          <dt>{question}</dt>
          <dd>{answer}</dd>
        </div>
      ))}
    </dl>
  </section>
)
