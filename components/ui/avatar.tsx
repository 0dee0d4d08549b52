/** The picture, or the first character of the name. `size`: l = 48 px, xs = 22 px, otherwise 32 px. */
export const Avatar = ({ name, src = "", size = "" }: { name: string; src?: string; size?: "" | "l" | "xs" }) => (
  <span className={`av ${size}`} aria-hidden="true">
    {src ? <img src={src} alt="" loading="lazy" /> : ([...name][0]?.toUpperCase() ?? "豆")}
  </span>
)
