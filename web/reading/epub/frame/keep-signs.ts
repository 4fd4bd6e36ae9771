import { addWord } from './reader-words.ts'
import type { Sheet } from './sheet.ts'
import { elementsWithParts } from './style-rules.ts'

/** What Unicode leaves to each font: icons, ornaments and characters that it lacks. Another font has other ones there. */
const SIGNS = /\p{Co}/gu
const LETTERS = /[\p{L}\p{N}]/gu

const countIn = (text: string, kind: RegExp) => text.match(kind)?.length ?? 0

/** Without that of the elements in it. */
const ownTextOf = (element: Element): string =>
  [...element.childNodes].map((node) => (node instanceof Text ? node.data : '')).join('')

/** Lets elements that show signs and no words keep the font of the book. `sheets` are those of the book. */
export const keepSigns = (sheets: readonly Sheet[]) => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement
    if (!element || countIn(texts.currentNode.textContent ?? '', SIGNS) === 0) continue
    const text = ownTextOf(element)
    if (countIn(text, LETTERS) <= countIn(text, SIGNS)) addWord(element, 'sign')
  }
  for (const element of elementsWithParts(sheets, ({ content }) => countIn(content, SIGNS) > 0))
    if (countIn(ownTextOf(element), LETTERS) === 0) addWord(element, 'sign')
}
