const JAPANESE = /[\u3005-\u3007\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uff66-\uff9d]/

/** Fetches the Japanese faces, whose list alone is 30 KB, once a page has a Japanese letter. Call it in the browser, once. */
export const loadJapaneseWhenNeeded = () => {
  const check = () => {
    if (!JAPANESE.test(document.body.textContent ?? '') && !JAPANESE.test(document.title)) return
    watching.disconnect()
    void import('./japanese.css')
  }
  let waiting = 0
  const watching = new MutationObserver(() => {
    window.clearTimeout(waiting)
    waiting = window.setTimeout(check, 50)
  })
  watching.observe(document.body, { childList: true, subtree: true, characterData: true })
  check()
}
