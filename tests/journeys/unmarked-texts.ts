/** Runs in the page: finds texts in Latin letters that are in no mark of the pseudo-language. */
export const findUnmarkedTexts = (): string[] => {
  /** Names, addresses, and what is not language. */
  const NOT_TRANSLATED = /\bQuillhouse\b|https?:\/\/\S+|\S+@\S+|\b[\w-]+(?:\.[\w-]+)+\S*/g
  const NAMES = [
    'aria-label',
    'aria-description',
    'aria-roledescription',
    'aria-valuetext',
    'title',
    'placeholder',
    'alt',
    'label',
  ]
  const isWord = (text: string) => /[A-Za-z]{2}/.test(text.replaceAll(NOT_TRANSLATED, ''))

  /** How many marks are open at the end of a text. */
  const depthOf = (text: string) =>
    [...text].reduce(
      (depth, letter) => (letter === '«' ? depth + 1 : letter === '»' ? Math.max(depth - 1, 0) : depth),
      0,
    )
  const outside = (text: string) => {
    let depth = 0
    return [...text]
      .map((letter) => {
        if (letter === '«') depth += 1
        const kept = depth === 0 ? letter : ' '
        if (letter === '»') depth = Math.max(depth - 1, 0)
        return kept
      })
      .join('')
  }
  const textBefore = (node: Node, root: Element) => {
    const range = document.createRange()
    range.setStart(root, 0)
    range.setEndBefore(node)
    return range.toString()
  }
  /** A message may be divided among elements. */
  const isWithin = (node: Node) => {
    for (let one = node.parentElement; one && one !== document.body; one = one.parentElement)
      if (depthOf(textBefore(node, one)) > 0) return true
    return false
  }
  const isExempt = (element: Element) =>
    element.closest('script, style, noscript, template, code, pre, kbd, [translate=no], .textLayer') !== null ||
    // The name of a language in that language.
    (element.hasAttribute('lang') && element !== document.documentElement) ||
    (element.parentElement?.hasAttribute('lang') && element.parentElement !== document.documentElement)

  const found = new Set<string>()
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const node = walker.currentNode
    const text = node.textContent ?? ''
    const element = node.parentElement
    if (!element || !isWord(text) || isExempt(element)) continue
    if (isWord(outside(text)) && !isWithin(node)) found.add(`text: ${text.trim().slice(0, 80)}`)
  }
  for (const element of document.body.querySelectorAll(NAMES.map((name) => `[${name}]`).join(', ')))
    for (const name of NAMES) {
      const value = element.getAttribute(name)
      if (value && isWord(outside(value)) && !isExempt(element)) found.add(`${name}: ${value.slice(0, 80)}`)
    }
  if (isWord(outside(document.title))) found.add(`title of the page: ${document.title}`)
  return [...found]
}
