/**
 * Runs in the head before the first paint: the remembered theme, and whether a token is stored.
 * The policy allows it by its hash, so it is the same on every page.
 */
export const INLINE_SCRIPT =
  "try{var d=document.documentElement.dataset,s=localStorage,t=s.getItem('theme');" +
  "if(t==='light'||t==='dark')d.theme=t;if(s.getItem('token'))d.auth='member'}catch{}"
