import { reloadEvery, reloadKey, targetMark } from "./chunk-reload"
import { navigationFailed } from "./navigation-events"

/** Sets the theme, the reader's colours and the session state before the first paint, to avoid a flash. */
const paint = `var t,r;try{t=localStorage.getItem("theme");r=localStorage.getItem("reader-theme");if(r==="light"||r==="sepia"||r==="dark")d.setAttribute("data-reading",r);if(localStorage.getItem("reading-shelf"))d.setAttribute("data-reader","");if(localStorage.getItem("list-look")==="list")d.setAttribute("data-look","list");if(localStorage.getItem("reader-desk"))d.setAttribute("data-desk","narrow");if(localStorage.getItem("token")){d.setAttribute("data-session","");if((localStorage.getItem("user")||"").indexOf('"is_vip":true')>=0)d.setAttribute("data-vip","")}}catch(e){}
d.setAttribute("data-theme",t==="dark"||t==="light"?t:matchMedia("(prefers-color-scheme: dark)").matches?"dark":"light");`

/**
 * Loads the page again if a code chunk fails to load, or the page that a click wanted, at most once in 60 s
 * (docs/reference/specification.md 4), and reports the failure to the progress bar. It is inline, because the rest of the code may be what is
 * missing.
 */
const reload = `addEventListener("error",function(e){var s=e.target;if(!s||s.tagName!=="SCRIPT"||s.src.indexOf("/_next/static/")<0)return;dispatchEvent(new Event("${navigationFailed}"));
try{var n=Date.now(),k="${reloadKey}";if(n-Number(sessionStorage.getItem(k))>=${reloadEvery}){sessionStorage.setItem(k,n);var u=d.getAttribute("${targetMark}");if(u)location.assign(u);else location.reload()}}catch(x){}},true)`

/** An attribute of a form until hydration; the first script records in it that the submit button was pressed. */
export const earlyMark = "data-early"
export const earlyPressed = "pressed"

/**
 * Records a click on a submit button before hydration (`components/ui/form/early-input.ts`), instead of reloading the page and losing the
 * input.
 */
export const keepPress = `addEventListener("submit",function(e){var f=e.target;if(!f.hasAttribute("${earlyMark}"))return;e.preventDefault();e.stopPropagation();f.setAttribute("${earlyMark}","${earlyPressed}")},true);`

/** The first script of every page, executed before the first paint. Without storage the system's theme applies. */
export const firstScript = `(function(d){${paint}\n${keepPress}\n${reload}})(document.documentElement)`
