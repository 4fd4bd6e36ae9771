import { expect, test } from 'vitest'
import { element, writeDocument } from './content.ts'
import type { Piece } from './manuscript.ts'
import { directBlocks } from './writing-direction.ts'

const written = (name: string, children: Piece[]) => {
  const piece = directBlocks(element(name, {}, children), 'rtl')
  return typeof piece === 'string' ? piece : writeDocument(piece)
}
const aCode = (text: string) => element('code', {}, [text])

test.each([
  ['npm start -- --port=80', '<code dir="ltr">'],
  ['.env', '<code dir="ltr">'],
  ['مرحبا', '<code>'],
  ['%40', '<code>'],
])('code in a text from the right runs as its letters do: %s', (code, opened) => {
  expect(written('p', ['اكتب ', aCode(code), ' ثم اقرأ.'])).toContain(`${opened}${code}</code>`)
})

test('a block of code runs as its letters do', () => {
  expect(written('pre', [aCode('location / {')])).toContain('dir="ltr"><code>location / {</code></pre>')
})
