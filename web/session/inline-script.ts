/** Before the first paint: the remembered theme, and whether a token is stored. */
const BEFORE_PAINT =
  "try{let d=document.documentElement.dataset,s=localStorage,t=s.getItem('theme');" +
  "if(t==='light'||t==='dark')d.theme=t;if(s.getItem('token'))d.auth='member'}catch{}"

/**
 * After it: what makes the page work, so that its loading holds up nothing that is seen. The browser tells of its first
 * paint once it stands on the screen, a frame's own callback runs before; a hidden page is not painted, nor told of
 * everywhere.
 */
const AFTER_PAINT =
  "addEventListener('DOMContentLoaded',()=>{let go=()=>{let m=document.querySelectorAll('link[rel=later]');" +
  "m.forEach(l=>l.rel=l.media?'stylesheet':'modulepreload');if(m[0]?.media==='')import(m[0].href)};" +
  'setTimeout(go,document.hidden?0:1000);' +
  "new PerformanceObserver(l=>l.getEntriesByName('first-contentful-paint')[0]&&go())" +
  ".observe({type:'paint',buffered:true})})"

/** Stands in the head. The policy allows it by its hash, so it is the same on every page. */
export const INLINE_SCRIPT = `{${BEFORE_PAINT}};${AFTER_PAINT}`
