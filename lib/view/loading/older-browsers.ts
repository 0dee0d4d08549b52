/** The attribute of `<html>` in a browser below the target; base.css shows the notice. */
export const tooOldMark = "data-too-old"

/** Increased with each change of the file, because browsers keep it for an hour. */
const address = "/older-browsers.js?1"

/**
 * A part of the first script, in ES5: marks browsers below the target of package.json (`browserslist`), and loads what the supported ones
 * lack before any other script runs. `aspect-ratio` came with Safari 15, `at` with Chromium 92, `toSorted` with Firefox 115; Safari has the
 * system's fonts as values of `font`, Firefox has `-moz-appearance`.
 */
export const olderBrowsers = `(function(d,a){var c=window.CSS&&CSS.supports?function(n,v){return CSS.supports(n,v)}:function(){return!1};
if(!c("aspect-ratio","1")||!(a.at||c("font","-apple-system-body"))||c("-moz-appearance","none")&&!a.toSorted)d.documentElement.setAttribute("${tooOldMark}","");
if(!a.toSorted||!URL.canParse||!("popover"in HTMLElement.prototype)||!window.URLSearchParams||!("size"in URLSearchParams.prototype))d.write('<scr'+'ipt src="${address}"><\\/script>')})(document,[]);`
