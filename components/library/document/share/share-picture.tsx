"use client"

import { useEffect, useRef, useState } from "react"
import { QrCode } from "@/components/ui/qr-code"
import { drawPicture } from "./share-drawing"

/** The head names a picture only if the site knows its domain. */
const coverOf = (path: string): string => {
  const [, uuid] = /^\/document\/(\w+)/.exec(path) ?? []
  return uuid ? `/view/cover/${uuid}` : ""
}

type Props = { title: string; link: string; site: string }

/** A picture with cover, title and QR code, for programs that share pictures only. */
export const SharePicture = ({ title, link, site }: Props) => {
  const code = useRef<HTMLDivElement>(null)
  const [picture, setPicture] = useState<{ url: string } | { failed: true } | null>(null)
  useEffect(() => {
    let url = ""
    let isCurrent = true
    const cover = document.querySelector<HTMLMetaElement>('meta[property="og:image"]')?.content ?? coverOf(location.pathname)
    void drawPicture({ title, site, cover, code: () => code.current?.querySelector("svg") ?? null }).then(
      (blob) => {
        if (!isCurrent) return
        url = URL.createObjectURL(blob)
        setPicture({ url })
      },
      () => isCurrent && setPicture({ failed: true }),
    )
    return () => {
      isCurrent = false
      if (url) URL.revokeObjectURL(url)
    }
  }, [title, site, link])
  return (
    <figure className="share-picture" aria-busy={picture === null}>
      <div hidden ref={code}>
        <QrCode text={link} size={320} label="二维码" />
      </div>
      {picture && "url" in picture && (
        <>
          <img src={picture.url} alt={`《${title}》的分享图`} width={250} height={400} />
          <figcaption>
            长按图片保存，或
            <a href={picture.url} download={`${title.slice(0, 60)}.png`}>
              下载图片
            </a>
          </figcaption>
        </>
      )}
      {picture === null && <p className="muted">正在画分享图…</p>}
      {picture && "failed" in picture && <p role="alert">这个浏览器画不出分享图，请改用链接或二维码</p>}
    </figure>
  )
}
