"use client"

import { Icon } from "@/components/ui/icon"
import { MoreIcon } from "@/components/ui/more-icon"
import { Link } from "@/components/ui/link"
import type { Slide } from "@/lib/view/site/home"
import { useCarousel } from "./use-carousel"

/**
 * Displays the banners one at a time in a row with scroll snapping, so that swiping, keys and scrolling work before (and without) script.
 * It advances by itself until the user hovers, focuses or stops it, and never under reduced motion.
 */
export const Carousel = ({ slides }: { slides: Slide[] }) => {
  const { track, at, go, playing, toggle, holding } = useCarousel(slides.length)
  const several = slides.length > 1
  return (
    <section className="banner" aria-roledescription="轮播图" aria-label="推荐内容" {...(several ? holding : {})}>
      {/* without a link inside, nothing else lets the keyboard scroll it */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ul ref={track} className="slides" tabIndex={several && slides.every(({ href }) => !href) ? 0 : undefined} aria-label="推荐内容">
        {slides.map((slide, n) => (
          <li key={slide.id} aria-label={several ? `第 ${n + 1} 张，共 ${slides.length} 张` : undefined}>
            <SlideLink slide={slide}>
              <img
                src={slide.picture}
                width={440}
                height={218}
                alt={slide.title || "推荐内容"}
                loading={n === 0 ? "eager" : "lazy"}
                fetchPriority={n === 0 ? "high" : undefined}
                decoding={n === 0 ? undefined : "async"}
              />
            </SlideLink>
          </li>
        ))}
      </ul>
      {several ? (
        <>
          <span className="dots" aria-hidden="true">
            {slides.map(({ id }, n) => (
              <i key={id} className={n === at ? "on" : undefined} />
            ))}
          </span>
          <div className="banner-acts">
            <button type="button" aria-label="上一张" onClick={() => go(at - 1)}>
              <Icon name="back" small />
            </button>
            <button type="button" aria-label={playing ? "停止自动播放" : "自动播放"} onClick={toggle}>
              <MoreIcon name={playing ? "pause" : "play"} small />
            </button>
            <button type="button" aria-label="下一张" onClick={() => go(at + 1)}>
              <Icon name="next" small />
            </button>
          </div>
        </>
      ) : null}
    </section>
  )
}

const SlideLink = ({ slide, children }: { slide: Slide; children: React.ReactNode }) =>
  !slide.href ? (
    children
  ) : slide.external ? (
    <a href={slide.href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  ) : (
    <Link href={slide.href}>{children}</Link>
  )
