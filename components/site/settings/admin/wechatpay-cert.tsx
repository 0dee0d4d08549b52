"use client"

import { useMay } from "@/components/providers/use-may"
import { api } from "@/lib/api/client"
import type { Output } from "@/lib/contract/types"
import { minute } from "@/lib/rules/time"
import { ActionButton, ActionCard } from "./action-card"
import { useCheck } from "./use-check"
import type { SettingInputs } from "./values"

type CertificateCheck = Output<"GET /wechatpay/cert">
type Props = { unsaved: boolean; fill: (values: SettingInputs) => void }

const sentenceOf = ({ cert, serial_no, expires_at, public_key }: CertificateCheck): string => {
  if (cert) return `取到了证书 ${serial_no}${expires_at ? `，有效期到 ${minute(expires_at)}` : ""}，已填到上面，请保存设置。`
  return public_key
    ? "商户信息正确。微信没有给这个商户平台证书，用的是微信支付公钥，不需要证书。"
    : "商户信息正确，但微信没有给这个商户平台证书：请到商户平台申请微信支付公钥，把公钥和公钥 ID 填在上面。"
}

/** Requests the platform certificate from WeChat with the saved settings and fills it in, which also verifies the settings. */
export const WechatpayCert = ({ unsaved, fill }: Props) => {
  const may = useMay()
  const { result, busy, refusal, check } = useCheck(() => api("GET /wechatpay/cert", {}), "获取失败")
  const fetchCertificate = async () => {
    const reply = await check()
    if (reply?.cert) fill({ "wechatpay.platform_cert": reply.cert })
  }
  if (!may("ConfigAPI/GetWechatPayCert")) return null
  return (
    <ActionCard
      title="微信支付平台证书"
      text={`用已保存的商户号、证书序列号、私钥和 APIv3 密钥向微信获取平台证书，同时检查它们是否正确。${unsaved ? "上面的修改还没有保存。" : ""}`}
      refusal={refusal}
    >
      <ActionButton busy={busy} onClick={() => void fetchCertificate()}>
        {busy ? "正在检查" : "检查证书"}
      </ActionButton>
      {result ? <p role="status">{sentenceOf(result)}</p> : null}
    </ActionCard>
  )
}
