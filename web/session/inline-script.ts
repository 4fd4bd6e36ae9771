/** Before the first paint: applies the stored theme and the reader's room, and marks whether a token is stored. */
const BEFORE_PAINT =
  "try{let d=document.documentElement.dataset,s=localStorage,t=s.getItem('theme');" +
  "if(t==='light'||t==='dark')d.theme=t;if(s.getItem('token'))d.auth='member';d.room=s.getItem('reading:room')||((d.theme||matchMedia('(prefers-color-scheme:dark)').matches&&'dark')==='dark'?'night':'paper')}catch{}"

/**
 * After the first paint: loads the scripts, so that they do not delay it. The paint is observed with a
 * PerformanceObserver, because requestAnimationFrame runs before the paint. A hidden page is not painted, so a timeout
 * starts the scripts there.
 */
const AFTER_PAINT =
  "addEventListener('DOMContentLoaded',()=>{let go=()=>{let m=document.querySelectorAll('link[rel=later]');" +
  "m.forEach(l=>l.rel=l.media?'stylesheet':'modulepreload');if(m[0]?.media==='')import(m[0].href)};" +
  'setTimeout(go,document.hidden?0:1000);' +
  "new PerformanceObserver(l=>l.getEntriesByName('first-contentful-paint')[0]&&go())" +
  ".observe({type:'paint',buffered:true})})"

/** The inline script in the head. The Content Security Policy allows it by its hash, so it is the same on every page. */
export const INLINE_SCRIPT = `{${BEFORE_PAINT}};${AFTER_PAINT}`
