import { Icon } from "@/components/ui/icon"
import { MoreIcon } from "@/components/ui/more-icon"
import type { CaptchaState } from "./captcha-types"

type Props = { state: CaptchaState; listening: boolean; onReload: () => void; onListen: (listening: boolean) => void }

const Sound = ({ source, start }: { source: string; start: boolean }) => (
  <audio className="captcha-sound" src={source} controls autoPlay={start} aria-label="语音验证码">
    {/* empty on purpose: an alternative text would reveal the answer */}
    <track kind="captions" />
  </audio>
)

const Picture = ({ source, onReload }: { source: string; onReload: () => void }) => (
  <button type="button" className="captcha-picture" onClick={onReload} title="点击可刷新验证码">
    <img src={source} alt="验证码图片，点击可刷新验证码" />
  </button>
)

/** The captcha's image or audio player in a box of fixed size, with its buttons. */
export const CaptchaBox = ({ state, listening, onReload, onListen }: Props) => {
  const { phase, kind, reply, round } = state
  const ready = phase === "ready" && reply !== null
  const speaks = kind === "audio" || listening
  return (
    <div className="captcha-row">
      <div className="captcha-box" aria-busy={phase === "loading"}>
        {!ready && <span className="sk" />}
        {ready && speaks && <Sound key={round} source={kind === "audio" ? reply.captcha : reply.audio} start={listening} />}
        {ready && !speaks && <Picture source={reply.captcha} onReload={onReload} />}
      </div>
      <div className="captcha-tools">
        <button type="button" className="bt text sm" disabled={!ready} onClick={onReload}>
          <Icon name="rotate" small />
          {speaks ? "刷新语音验证码" : "换一张"}
        </button>
        {kind === "image" && (!ready || reply.audio) && (
          <button type="button" className="bt text sm" disabled={!ready} onClick={() => onListen(!listening)}>
            <MoreIcon name={listening ? "eye" : "play"} small />
            {listening ? "图片验证码" : "语音验证码"}
          </button>
        )}
      </div>
    </div>
  )
}
