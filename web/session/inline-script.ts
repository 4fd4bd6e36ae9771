/** Before the first paint: the remembered theme, and whether a token is stored. */
const BEFORE_PAINT =
  "try{let d=document.documentElement.dataset,s=localStorage,t=s.getItem('theme');" +
  "if(t==='light'||t==='dark')d.theme=t;if(s.getItem('token'))d.auth='member'}catch{}"

/** After it: what makes the page work, so that its loading holds up nothing that is seen. A hidden page has no frames. */
const AFTER_PAINT =
  "addEventListener('DOMContentLoaded',()=>{let go=()=>setTimeout(()=>{" +
  "let m=document.querySelectorAll('link[rel=later]');m.forEach(l=>l.rel='modulepreload');if(m[0])import(m[0].href)});" +
  'document.hidden?go():requestAnimationFrame(go)})'

/** Stands in the head. The policy allows it by its hash, so it is the same on every page. */
export const INLINE_SCRIPT = `{${BEFORE_PAINT}};${AFTER_PAINT}`
