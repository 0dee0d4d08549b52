import { reloadEvery, reloadKey } from "./chunk-reload"

/** Light or dark from the saved choice or the system, the reader's own colours, and whether this browser holds a session: nothing changes a moment later. */
const paint = `var t,r;try{t=localStorage.getItem("theme");r=localStorage.getItem("reader-theme");if(r==="light"||r==="sepia"||r==="dark")d.setAttribute("data-reading",r);if(localStorage.getItem("token"))d.setAttribute("data-session","")}catch(e){}
d.setAttribute("data-theme",t==="dark"||t==="light"?t:matchMedia("(prefers-color-scheme: dark)").matches?"dark":"light");`

/** A chunk of code that does not load reloads the page, at most once in 60 s (docs/reference/specification.md 4). Here, since the rest may be what is missing. */
const reload = `addEventListener("error",function(e){var s=e.target;if(!s||s.tagName!=="SCRIPT"||s.src.indexOf("/_next/static/")<0)return;
try{var n=Date.now(),k="${reloadKey}";if(n-Number(sessionStorage.getItem(k))>=${reloadEvery}){sessionStorage.setItem(k,n);location.reload()}}catch(x){}},true)`

/** Stands on a form until its own script is there; the first script writes into it that the button was pressed. */
export const earlyMark = "data-early"
export const earlyPressed = "pressed"

/** A press that comes before a form can answer it is kept for it (`components/form/early-input.ts`), instead of a load that loses what was typed. */
export const keepPress = `addEventListener("submit",function(e){var f=e.target;if(!f.hasAttribute("${earlyMark}"))return;e.preventDefault();e.stopPropagation();f.setAttribute("${earlyMark}","${earlyPressed}")},true);`

/** The first script of every page, before anything is painted. Storage may be refused: then the system's colours, and no reload. */
export const firstScript = `(function(d){${paint}\n${keepPress}\n${reload}})(document.documentElement)`
