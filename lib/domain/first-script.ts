import { reloadEvery, reloadKey } from "./chunk-reload"

/** Light or dark from the saved choice or the system, the reader's own colours, and whether this browser holds a session: nothing changes a moment later. */
const paint = `var t,r;try{t=localStorage.getItem("theme");r=localStorage.getItem("reader-theme");if(r==="light"||r==="sepia"||r==="dark")d.setAttribute("data-reading",r);if(localStorage.getItem("token"))d.setAttribute("data-session","")}catch(e){}
d.setAttribute("data-theme",t==="dark"||t==="light"?t:matchMedia("(prefers-color-scheme: dark)").matches?"dark":"light");`

/** spec §4: a chunk of code that does not load reloads the page, at most once in 60 s. Here, since the rest may be what is missing. */
const reload = `addEventListener("error",function(e){var s=e.target;if(!s||s.tagName!=="SCRIPT"||s.src.indexOf("/_next/static/")<0)return;
try{var n=Date.now(),k="${reloadKey}";if(n-Number(sessionStorage.getItem(k))>=${reloadEvery}){sessionStorage.setItem(k,n);location.reload()}}catch(x){}},true)`

/** The first script of every page, before anything is painted. Storage may be refused: then the system's colours, and no reload. */
export const firstScript = `(function(d){${paint}\n${reload}})(document.documentElement)`
