/**
 * The first script of every page, before anything is painted: light or dark from the saved choice or the system, and
 * whether this browser holds a session, so that neither the colours nor the header change a moment later. Storage may be refused.
 */
export const firstScript = `(function(d){var t;try{t=localStorage.getItem("theme");if(localStorage.getItem("token"))d.setAttribute("data-session","")}catch(e){}
d.setAttribute("data-theme",t==="dark"||t==="light"?t:matchMedia("(prefers-color-scheme: dark)").matches?"dark":"light")})(document.documentElement)`
