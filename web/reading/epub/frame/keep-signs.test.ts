// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { keepSigns } from './keep-signs.ts'
import { Sheet } from './sheet.ts'

const SIGN = '\uE001'

test.each([
  [`<p>A <i>${SIGN}</i> sign</p>`, '', 'i'],
  ['<p>A <i>\u{F0001}</i> sign</p>', '', 'i'],
  [`<p>A <i>${SIGN}${SIGN}1</i> sign</p>`, '', 'i'],
  [`<p>${SIGN}<b>Words</b></p>`, '', 'p'],
  // The words are the reader's.
  [`<p>A ${SIGN} among words</p>`, '', ''],
  ['<p>A <i>sign ☑</i></p>', '', ''],
  ['<p>A <i></i> sign</p>', `i::before { content: "${SIGN}" }`, 'i'],
  ['<p>A <i></i> sign</p>', `@media all { p i:after { content: "${SIGN}" } }`, 'i'],
  ['<p>A <i></i> sign</p>', 'i::before { content: "A" }', ''],
  ['<p>A <i>sign</i></p>', `i::before { content: "${SIGN}" }`, ''],
])('signs of a font of the book keep it: %s %s', (body, css, name) => {
  document.body.innerHTML = body
  const sheet = new Sheet()
  sheet.write(css)
  keepSigns([sheet])
  const found = [...document.querySelectorAll('[data-reader~="sign"]')].map(({ localName }) => localName)
  expect(found.join()).toBe(name)
})
