import * as css from 'css-tree'
import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const WEB = join(import.meta.dirname, '../web')
const STATE = /\[aria-(?:current|selected|pressed|checked)|:checked/
/** Forced colors take these away. */
const TAKEN = /^(?:background(?:-color|-image)?|border-color|box-shadow|color|cursor)$/

/** What needs nothing of its own, and why. */
const SHOWN_ELSEWHERE: Record<string, string> = {
  'books/genre-chips.module.css .chip[aria-current] small': 'The chip is underlined.',
  'books/search-box.module.css .more.option[aria-selected="true"]': 'It has the frame of every option.',
  'shelves/want-on-cards.css .want-on-card[aria-pressed="true"]': 'Its icon is another one.',
}

const sheets = (await readdir(WEB, { recursive: true })).filter((path) => path.endsWith('.css'))

test('what is chosen is shown in forced colors too', () => {
  const found = sheets.flatMap((path) => {
    /** By selector: whether something shows it without colours. */
    const states = new Map<string, boolean>()
    css.walk(css.parse(readFileSync(join(WEB, path), 'utf8')), function (node) {
      if (node.type !== 'Rule' || node.prelude.type !== 'SelectorList') return
      const isForced = this.atrule?.prelude ? css.generate(this.atrule.prelude).includes('forced-colors') : false
      const properties = node.block.children.toArray().map((one) => (one.type === 'Declaration' ? one.property : ''))
      const isShown = isForced || properties.some((property) => !TAKEN.test(property))
      for (const selector of node.prelude.children.toArray().map((one) => css.generate(one)))
        if (STATE.test(selector)) states.set(selector, states.get(selector) === true || isShown)
    })
    return [...states].filter(([, isShown]) => !isShown).map(([selector]) => `${path} ${selector}`)
  })
  expect(sheets.length).toBeGreaterThan(100)
  expect(found.toSorted()).toEqual(Object.keys(SHOWN_ELSEWHERE).toSorted())
})
