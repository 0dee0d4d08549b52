"use client"

import dynamic from "next/dynamic"
import { useState } from "react"
import { useSettings } from "@/components/providers/settings"
import { siteName } from "@/lib/rules/site/site-name"
import { CopyRow } from "@/components/ui/copy-row"
import { Dialog } from "@/components/ui/dialog"
import { Icon } from "@/components/ui/icon"
import { MoreIcon } from "@/components/ui/more-icon"
import { pageInAddress } from "../../reading/store/reader-rules"
import { embedCode, linkOf, shareTargets } from "./embed-code"

const QrCode = dynamic(() => import("@/components/ui/qr-code").then((module) => module.QrCode), { ssr: false })

const SharePicture = dynamic(() => import("./share-picture").then((module) => module.SharePicture), { ssr: false })

const codeSize = 168
const isWideScreen = () => window.matchMedia("(min-width: 768px)").matches

/** The QR code for WeChat: scanned from another phone, or saved as an image on the same one. */
const Code = ({ link, children }: { link: string; children: string }) => (
  <figure className="share-code">
    <div style={{ width: codeSize, height: codeSize }}>
      <QrCode text={link} size={codeSize} label={`二维码：${link}`} />
    </div>
    <figcaption>{children}</figcaption>
  </figure>
)

/**
 * 分享: the link as text and QR code; for documents optionally with the current page, and the embed code folded below, except on phones,
 * where it is not needed. There the QR code is behind 微信.
 */
export const ShareDialog = ({ title, onClose }: { title: string; onClose: () => void }) => {
  const [now] = useState(() => ({
    page: pageInAddress(location.hash, location.search),
    path: location.pathname,
    wide: isWideScreen(),
  }))
  const [withPage, setWithPage] = useState(now.page > 1)
  const [scanning, setScanning] = useState(false)
  const [drawing, setDrawing] = useState(false)
  const { system } = useSettings()
  const shared = { origin: location.origin, path: now.path, title, page: withPage ? now.page : 0 }
  return (
    <Dialog open onClose={onClose} label="分享" className="reader-dialog share-dialog">
      <div className="reader-dialog-in">
        <header>
          <h2>分享</h2>
          <button type="button" className="ib" aria-label="关闭" onClick={onClose}>
            <MoreIcon name="close" />
          </button>
        </header>
        {now.page > 1 && (
          <label className="share-page">
            <input type="checkbox" checked={withPage} onChange={(event) => setWithPage(event.target.checked)} />
            从第 {now.page} 页开始
          </label>
        )}
        <div className={now.wide ? "share-link scan" : "share-link"}>
          {now.wide && <Code link={linkOf(shared)}>微信扫一扫，分享给朋友</Code>}
          <div>
            <CopyRow label="链接" text={linkOf(shared)} done="链接已复制，可以粘贴给朋友" />
            <p className="share-to">
              <span>分享到</span>
              {!now.wide && (
                <button type="button" className="bt sm" aria-expanded={scanning} onClick={() => setScanning(!scanning)}>
                  微信
                </button>
              )}
              <button type="button" className="bt sm" aria-expanded={drawing} onClick={() => setDrawing(!drawing)}>
                图片
              </button>
              {shareTargets(shared).map(({ name, href }) => (
                <a key={name} className="bt sm" href={href} target="_blank" rel="noopener noreferrer">
                  {name}
                </a>
              ))}
            </p>
            {drawing && <SharePicture title={title} link={linkOf(shared)} site={siteName(system)} />}
            {scanning && <Code link={linkOf(shared)}>请朋友用微信扫一扫；或截屏后在微信里识别</Code>}
          </div>
        </div>
        {now.wide && now.path.startsWith("/document/") && (
          <details className="share-embed">
            <summary>
              嵌入到网页
              <Icon name="down" small />
            </summary>
            <CopyRow label="嵌入代码" text={embedCode(shared)} done="嵌入代码已复制，粘贴到网页里即可" long />
            <p className="muted">公开的文档才能嵌入到别的网页。</p>
          </details>
        )}
      </div>
    </Dialog>
  )
}
