/** The logo, shaped as the character 豆: rail, open book, two leaves, shelf. */
export const LogoMark = () => (
  <svg className="logo-mark" viewBox="0 0 32 32" aria-hidden="true">
    <g className="lm-d">
      <rect x="5" y="2.5" width="22" height="3" rx="1.5" />
      <path d="M15.3 10.3C13.3 8.5 10.4 7.8 7.4 8v9.4c3-.2 5.9.5 7.9 2.3Z" />
      <path d="M16.7 10.3C18.7 8.5 21.6 7.8 24.6 8v9.4c-3-.2-5.9.5-7.9 2.3Z" />
      <rect x="3" y="27" width="26" height="3" rx="1.5" />
    </g>
    <g className="lm-l">
      <path d="M15.4 27C10.2 27.3 7.5 24.6 7.4 20c5-.3 7.9 2.2 8 7Z" />
      <path d="M16.6 27C21.8 27.3 24.5 24.6 24.6 20c-5-.3-7.9 2.2-8 7Z" />
    </g>
  </svg>
)

/** The bean icon beside credit amounts. */
export const Bean = () => (
  <svg className="bean" viewBox="0 0 20 20" aria-hidden="true">
    <path d="M13.6 2.2c3 .9 4.7 4.2 4 7.7-1 5.1-5.6 8.6-10.4 7.9-3.6-.5-5.6-3.4-5-6 .5-2.1 2.4-2.7 4.2-3 2-.3 2.7-1.2 3.1-3 .5-2.5 2-4.2 4.1-3.6Z" />
  </svg>
)
