/** In px: 80 by default, 42 in a header (docs/reference/specification.md 9); the others are for rows and small cards. */
export type AvatarSize = 80 | 48 | 42 | 32 | 22

/** The avatar image, or the first character of the name. */
export const Avatar = ({ name, src = "", size = 80 }: { name: string; src?: string; size?: AvatarSize }) => (
  <span className={`av av-${size}`} aria-hidden="true">
    {src ? <img src={src} alt="" loading="lazy" /> : ([...name][0]?.toUpperCase() ?? "豆")}
  </span>
)
