import { appendFileSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { type Locator, type Page, expect, test } from '@playwright/test'
import type { Screen, Seen, TextOf } from '#tests/literal-texts.ts'

const WITHIN_MS = 10_000
const LOOK_AGAIN_MS = [20, 50, 100]

/** Finds texts of the specification on the page, or in a part of it, as a person sees them, and registers them. */
export const sees = async <S extends Screen>(where: Page | Locator, screen: S, ...texts: TextOf<S>[]) => {
  const root = 'goto' in where ? where.locator('body') : where
  const patterns = texts.map(patternOf)
  const look = async () => {
    const hurry = hurried.get(root.page())
    if (hurry) await root.page().clock.fastForward(hurry)
    return (await root.evaluate(missingIn, patterns)).map((index) => texts[index])
  }
  await expect
    .poll(look, { timeout: WITHIN_MS, intervals: LOOK_AGAIN_MS, message: `‘${screen}’ on ${root.page().url()}` })
    .toEqual([])
  register(screen, texts)
}

const hurried = new Map<Page, number>()

/** While a text is looked for, the page's clock, which is the test's own, goes on by so many milliseconds a look. */
export const hurry = (page: Page, milliseconds: number) => hurried.set(page, milliseconds)

/** What tests of this run have seen. */
export const allSeen = (): Seen[] =>
  readFileSync(record(), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Seen)

const register = (screen: Screen, texts: readonly string[]) => {
  const { file, titlePath } = test.info()
  const by = { spec: basename(file, '.spec.ts'), test: titlePath.slice(1).join(' › ') }
  for (const text of texts) appendFileSync(record(), `${JSON.stringify({ screen, text, ...by } satisfies Seen)}\n`)
}

/** A file, because a worker that had a failing test makes way for another. */
const record = () => process.env['QUILLHOUSE_SEEN'] ?? ''

const REST = '[…]'
const SIZED = /^\{(\d+) characters\}$/

/** The text as a pattern of all that an element says; `part` where the rest of a sentence is left out. */
const patternOf = (text: string) => {
  const said = text.replace(/^\[…\] ?| ?\[…\]$/g, '')
  const source = said.split(/(\{[^}]*\})/).map((piece) => {
    const size = SIZED.exec(piece)?.[1]
    if (size) return `.{${size}}`
    return piece.startsWith('{') ? '.+?' : piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  })
  const from = text.startsWith(REST) ? '' : '^'
  const to = text.endsWith(REST) ? '' : '$'
  return { source: `${from}${source.join('')}${to}`, part: text.includes(REST) }
}

type Pattern = ReturnType<typeof patternOf>

/** Runs in the page: which patterns no visible element says, by its words, its tooltip or what stands in its empty field. */
const missingIn = (root: Element, patterns: Pattern[]): number[] => {
  const LONGEST = 400
  const tidy = (text: string | null) => (text ?? '').replace(/\s+/g, ' ').trim()
  const isVisible = (element: Element) => {
    const { width, height } = element.getBoundingClientRect()
    return width > 1 && height > 1 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  }
  const ownTexts = (element: Element) =>
    [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE).map((node) => tidy(node.textContent))
  const said = [root, ...root.querySelectorAll('*')].flatMap((element) => {
    if (element.matches('script, style, option, title')) return []
    const own = ownTexts(element)
    const whole = (element.textContent?.length ?? 0) > LONGEST ? [] : [tidy(element.textContent)]
    const names = ['title', 'placeholder', 'alt'].map((name) => tidy(element.getAttribute(name)))
    const options = element instanceof HTMLSelectElement ? [...element.options].map(({ text }) => tidy(text)) : []
    return [{ element, own, all: [...own, ...whole, ...names, ...options] }]
  })
  return patterns.flatMap(({ source, part }, index) => {
    const pattern = new RegExp(source, 'u')
    const found = said.some(
      ({ element, own, all }) => (part ? own : all).some((text) => text && pattern.test(text)) && isVisible(element),
    )
    return found ? [] : [index]
  })
}
