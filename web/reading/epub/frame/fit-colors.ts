import type { Looks } from '#web/reading/epub/frame-messages.ts'
import { composed, contrast, type Color, colorOf } from './contrast.ts'
import { elementsStyled, elementsWithParts, rulesOf } from './style-rules.ts'
import type { Sheet } from './sheet.ts'
import { addWord, type ReaderWord, takeWords } from './reader-words.ts'

const WORDS: ReaderWord[] = ['ink', 'dark-ink', 'light-ink', 'first-ink', 'added-ink', 'paper', 'line', 'bare']
const ENOUGH = 4.5
const COLORED = /(?:^|[\s;-])(?:color|background)/
const IN_ATTRIBUTES = '[style*="color"], [style*="background"], font[color], [bgcolor]'
const DRAWING = `${['fill', 'stroke'].map((name) => `[${name}]:not([${name}="none"], [${name}="currentColor"])`).join()}, [style*="fill"], [style*="stroke"], [stop-color], image, foreignObject`

/**
 * Lets text be read on the reader's sheet: a book's own colour that has too little contrast gives way. `sheets` are those
 * of the book.
 */
export const fitColors = (looks: Looks, sheets: readonly Sheet[]) => {
  takeWords(WORDS)
  if (looks.isDark) {
    fitLines()
    return fitDrawings(sheets)
  }
  const elements = colored(sheets)
  // What was put right above may be wrong in a box within, also once it has no picture.
  for (let round = 0; round < 3 && elements.length > 0; round++) {
    const wrong = elements.flatMap((element) => wordFor(element, looks))
    for (const [element, word] of wrong) addWord(element, word)
    if (wrong.length === 0) break
  }
  for (const element of elementsWithParts(sheets, ({ cssText }) => COLORED.test(cssText)))
    for (const [word, parts] of PARTS) if (isFaintPart(element, parts, looks)) addWord(element, word)
}

const PARTS: [ReaderWord, string[]][] = [
  ['first-ink', ['::first-line', '::first-letter']],
  ['added-ink', ['::before', '::after', '::marker']],
]

const isFaintPart = (element: Element, parts: string[], { colors }: Looks): boolean => {
  const ground = groundOf(element, colorOf(colors.sheet))
  if (!ground) return false
  return parts.some((part) => {
    const { color, backgroundColor, backgroundImage } = getComputedStyle(element, part)
    // Not every browser tells the colour of a mark.
    if (color === '' || (backgroundImage !== '' && backgroundImage !== 'none')) return false
    const own = composed(colorOf(backgroundColor), ground)
    return contrast(composed(colorOf(color), own), own) < ENOUGH
  })
}

/** A line between parts may be nothing but a ground, which is dark as a rule. */
const fitLines = () => {
  for (const line of document.querySelectorAll('hr')) {
    const { backgroundColor, backgroundImage } = getComputedStyle(line)
    if (isPicture(backgroundImage)) addWord(line, 'paper')
    else if (backgroundImage !== 'none' || colorOf(backgroundColor)[3] > 0) addWord(line, 'line')
  }
}

/** Drawings with colours of their own stand on paper; others are drawn in the colour of the text. */
const fitDrawings = (sheets: readonly Sheet[]) => {
  const drawings = [...document.querySelectorAll('svg')].filter((one) => !one.parentElement?.closest('svg'))
  if (drawings.length === 0) return
  const areStyled = [...rulesOf(sheets)].some(({ style }) => style.fill !== '' || style.stroke !== '')
  for (const drawing of drawings) if (areStyled || drawing.querySelector(DRAWING)) addWord(drawing, 'paper')
}

/** The elements to which the book gives a colour or a ground, and the links in them. */
const colored = (sheets: readonly Sheet[]): HTMLElement[] => {
  const found = elementsStyled(sheets, ({ cssText }) => COLORED.test(cssText))
  for (const element of document.querySelectorAll(IN_ATTRIBUTES)) found.add(element)
  for (const element of Array.from(found))
    if (element !== document.body) for (const link of element.querySelectorAll('a')) found.add(link)
  return [...found].filter((element) => element instanceof HTMLElement)
}

const wordFor = (element: HTMLElement, { colors }: Looks): [HTMLElement, ReaderWord][] => {
  const ground = groundOf(element, colorOf(colors.sheet))
  if (!ground) return pictured(element)
  const text = composed(colorOf(getComputedStyle(element).color), ground)
  if (contrast(text, ground) >= ENOUGH) return []
  const inks: [ReaderWord, Color][] = [
    ['ink', colorOf(colors.ink)],
    ['dark-ink', [0, 0, 0, 1]],
    ['light-ink', [255, 255, 255, 1]],
  ]
  const best = inks.find(([, ink]) => contrast(ink, ground) >= ENOUGH)
  return best ? [[element, best[0]]] : []
}

/** The colour behind the text of an element, that of the middle of a gradient; undefined for a picture. */
const groundOf = (element: Element, sheet: Color): Color | undefined => {
  const layers: Color[] = []
  for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) {
    const { backgroundColor, backgroundImage, backgroundClip } = getComputedStyle(at)
    // It is painted in the letters.
    if (backgroundClip === 'text') continue
    if (isPicture(backgroundImage)) return undefined
    const own = [...gradientOf(backgroundImage), colorOf(backgroundColor)].filter(([, , , alpha]) => alpha > 0)
    layers.push(...own)
    if (own.some(([, , , alpha]) => alpha === 1)) break
  }
  return layers.reduceRight((ground, layer) => composed(layer, ground), sheet)
}

const isPicture = (image: string) => image.includes('url(')

const PAINT = /(?:rgba?|hsla?|hwb|(?:ok)?l(?:ab|ch)|color)\([^()]*\)/g

/** The mean colour of a gradient, if the image is one. */
const gradientOf = (image: string): Color[] => {
  const paints = (image.match(PAINT) ?? []).map(colorOf)
  if (paints.length === 0) return []
  const mean = (part: 0 | 1 | 2 | 3) => paints.reduce((sum, paint) => sum + paint[part], 0) / paints.length
  return [[mean(0), mean(1), mean(2), mean(3)]]
}

const INKED = ['ink', 'dark-ink', 'light-ink'].map((word) => `[data-reader~='${word}']`).join()

/** A box with a picture behind its text has none where that has taken over another colour than the book gave it. */
const pictured = (element: HTMLElement): [HTMLElement, ReaderWord][] => {
  const inked = element.closest(INKED)
  const { color, backgroundImage } = getComputedStyle(element)
  const isSuch = inked !== null && isPicture(backgroundImage) && color === getComputedStyle(inked).color
  return isSuch ? [[element, 'bare']] : []
}
