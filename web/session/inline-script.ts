import { PDF_JS_NEEDS, POLYFILLED } from '#web/engines/engines.ts'

/** Before the first paint: applies the stored theme and the reader's room, and marks whether a token is stored. */
const BEFORE_PAINT =
  "try{let s=localStorage,t=s.getItem('theme');if(t==='light'||t==='dark')d.theme=t;if(s.getItem('token'))d.auth='member';" +
  "d.room=s.getItem('reading:room')||((d.theme||matchMedia('(prefers-color-scheme:dark)').matches&&'dark')==='dark'?'night':'paper')}catch(e){}"

/** An expression that is true where all of these functions are there. */
const has = (names: string[]) => names.map((name) => name.replace('Array.prototype', '[]')).join('&&')

/**
 * `data-start` of the document says how far its scripts are: 'on' from the first one, 'done' when the page has started,
 * 'failed' when it did not; without it, no script has run. Chooses the files for this browser: those that the page does not
 * need yet, or only some browsers need, are links with a `data-for`. Engines without `findLast` are older than all that the
 * site is built for, and run none of its scripts.
 */
const CHOOSE =
  'let all=s=>document.querySelectorAll(s),' +
  `p=${has(PDF_JS_NEEDS)}?'modern':'legacy',` +
  `c=()=>${has(POLYFILLED)}?Promise.resolve():import(all('[rel=polyfills]')[0].href),` +
  // The entries of the page; if one fails, the page that the server rendered stays, and says so.
  "run=s=>all(s).forEach(l=>c().then(()=>import(l.href)).catch(()=>{d.start='failed'}));" +
  // Without React, which would keep links from being followed.
  "['click','submit'].forEach(t=>addEventListener(t,e=>{if(d.start==='failed')e.stopPropagation()},true));" +
  "d.pdf=p;d.start='on';all('[data-for='+p+']').forEach(l=>l.rel=l.dataset.rel);run('[data-run=now]');"

/**
 * After the first paint: loads the scripts, so that they do not delay it. The paint is observed with a
 * PerformanceObserver, because requestAnimationFrame runs before the paint. A hidden page is not painted, so a timeout
 * starts the scripts there.
 */
const AFTER_PAINT =
  "addEventListener('DOMContentLoaded',()=>{let go=()=>{" +
  "all('link[rel=later]').forEach(l=>l.rel=l.media?'stylesheet':'modulepreload');run('[data-run=painted]')};" +
  'setTimeout(go,document.hidden?0:1000);' +
  "new PerformanceObserver(l=>l.getEntriesByName('first-contentful-paint')[0]&&go())" +
  ".observe({type:'paint',buffered:true})})"

/**
 * The inline script at the end of the head. The Content Security Policy allows it by its hash, so it is the same on every page.
 * Its syntax is older than that of the other scripts, so that it runs in engines that those are not built for.
 */
export const INLINE_SCRIPT = `{let d=document.documentElement.dataset;${BEFORE_PAINT}if([].findLast){${CHOOSE}${AFTER_PAINT}}}`
