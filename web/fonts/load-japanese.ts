const DEBOUNCE_MS = 50
const JAPANESE = /[\u3005-\u3007\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uff66-\uff9d]/

/** Pages in Chinese are set in fonts of the system (tokens.css). */
export const needsJapanese = (lang: string, text: string) => !lang.startsWith('zh') && JAPANESE.test(text)

/** Loads the style sheet of the Japanese fonts (30 KB) when a page first contains Japanese text. Call it once, in the browser. */
export const loadJapaneseWhenNeeded = () => {
  const check = () => {
    const { lang } = document.documentElement
    if (!needsJapanese(lang, document.body.textContent ?? '') && !needsJapanese(lang, document.title)) return
    observer.disconnect()
    void import('@fontsource-variable/noto-serif-jp')
  }
  let timer = 0
  const observer = new MutationObserver(() => {
    window.clearTimeout(timer)
    timer = window.setTimeout(check, DEBOUNCE_MS)
  })
  observer.observe(document.body, { childList: true, subtree: true, characterData: true })
  check()
}
