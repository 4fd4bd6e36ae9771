import { appendFileSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { type Locator, type Page, expect, test } from '@playwright/test'
import { literalTexts, type Screen, type Seen, type TextOf, unseen } from '#tests/literal-texts.ts'

const WITHIN_MS = 15_000
const LOOK_AGAIN_MS = [20, 50, 100]

/** Waits until texts of the specification are visible on the page, or in a part of it, and registers them as seen. */
export const sees = async <S extends Screen>(where: Page | Locator, screen: S, ...texts: TextOf<S>[]) => {
  const root = 'goto' in where ? where.locator('body') : where
  const patterns = texts.map(patternOf)
  const look = async () => {
    const skipMs = skips.get(root.page())
    if (skipMs) await root.page().clock.fastForward(skipMs)
    return (await root.evaluate(missingIn, patterns)).map((index) => texts[index])
  }
  await expect
    .poll(look, { timeout: WITHIN_MS, intervals: LOOK_AGAIN_MS, message: `‘${screen}’ on ${root.page().url()}` })
    .toEqual([])
  register(screen, texts)
}

const skips = new Map<Page, number>()

/** Makes `sees` advance the page's mocked clock by this time in each attempt. */
export const skipTime = (page: Page, milliseconds: number) => skips.set(page, milliseconds)

/** The last test of a file: its tests have seen each text of the specification that belongs to it. */
export const expectAllSeen = () => {
  const file = basename(test.info().file, '.spec.ts')
  const texts = literalTexts().filter(({ spec }) => spec === file)
  expect(unseen(texts, allSeen())).toEqual([])
}

/** The texts seen by the tests of this run. */
const allSeen = (): Seen[] =>
  readFileSync(record(), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Seen)

const register = (screen: Screen, texts: readonly string[]) => {
  const { file, titlePath } = test.info()
  const by = { spec: basename(file, '.spec.ts'), test: titlePath.slice(1).join(' › ') }
  for (const text of texts) appendFileSync(record(), `${JSON.stringify({ screen, text, ...by } satisfies Seen)}\n`)
}

/** A file, because Playwright replaces a worker after a failed test. */
const record = () => process.env['QUILLHOUSE_SEEN'] ?? ''

const REST = '[…]'
const SIZED = /^\{(\d+) characters\}$/

/** A text as a pattern for an element's whole text; `part` if the rest of a sentence is left out. */
const patternOf = (text: string) => {
  const literal = text.replace(/^\[…\] ?| ?\[…\]$/g, '')
  const source = literal.split(/(\{[^}]*\})/).map((piece) => {
    const size = SIZED.exec(piece)?.[1]
    if (size) return `.{${size}}`
    return piece.startsWith('{') ? '.+?' : piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  })
  const from = text.startsWith(REST) ? '' : '^'
  const to = text.endsWith(REST) ? '' : '$'
  return { source: `${from}${source.join('')}${to}`, part: text.includes(REST) }
}

type Pattern = ReturnType<typeof patternOf>

/** Runs in the page: the patterns that match no visible element's text, title, placeholder or alt text. */
const missingIn = (root: Element, patterns: Pattern[]): number[] => {
  const LONGEST = 400
  const tidy = (text: string | null) => (text ?? '').replace(/\s+/g, ' ').trim()
  const isVisible = (element: Element) => {
    const { width, height } = element.getBoundingClientRect()
    return width > 1 && height > 1 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  }
  const ownTexts = (element: Element) =>
    [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE).map((node) => tidy(node.textContent))
  const candidates = [root, ...root.querySelectorAll('*')].flatMap((element) => {
    if (element.matches('script, style, option, title')) return []
    const own = ownTexts(element)
    const whole = (element.textContent?.length ?? 0) > LONGEST ? [] : [tidy(element.textContent)]
    const names = ['title', 'placeholder', 'alt'].map((name) => tidy(element.getAttribute(name)))
    const options = element instanceof HTMLSelectElement ? [...element.options].map(({ text }) => tidy(text)) : []
    return [{ element, own, all: [...own, ...whole, ...names, ...options] }]
  })
  return patterns.flatMap(({ source, part }, index) => {
    const pattern = new RegExp(source, 'u')
    const found = candidates.some(
      ({ element, own, all }) => (part ? own : all).some((text) => text && pattern.test(text)) && isVisible(element),
    )
    return found ? [] : [index]
  })
}
