import { expect, test } from 'vitest'
import { parseBlocks, parseSpans } from './parse-markdown.ts'

test('blocks are separated by empty lines; headings and lists need none', () => {
  const text =
    '# Title\nFirst line\nsecond line\n\n## Part\n- one\n  goes on\n- two\n1. first\n2. second\n\n> said\n> so'
  expect(parseBlocks(text)).toEqual([
    { kind: 'heading', depth: 1, text: 'Title' },
    { kind: 'paragraph', text: 'First line second line' },
    { kind: 'heading', depth: 2, text: 'Part' },
    { kind: 'list', ordered: false, items: ['one goes on', 'two'] },
    { kind: 'list', ordered: true, items: ['first', 'second'] },
    { kind: 'quotation', text: 'said so' },
  ])
})

test('emphasis, code and links are found within a line', () => {
  expect(parseSpans('A **strong** and *soft* `code` [house](https://example.org/a_b).')).toEqual([
    { kind: 'text', text: 'A ' },
    { kind: 'strong', text: 'strong' },
    { kind: 'text', text: ' and ' },
    { kind: 'em', text: 'soft' },
    { kind: 'text', text: ' ' },
    { kind: 'code', text: 'code' },
    { kind: 'text', text: ' ' },
    { kind: 'link', text: 'house', href: 'https://example.org/a_b' },
    { kind: 'text', text: '.' },
  ])
})

test.each(['javascript:alert(1)', 'data:text/html,x', '//evil.example', 'vbscript:x'])(
  'a link to %s is shown as text',
  (href) => {
    expect(parseSpans(`[here](${href})`).map(({ kind }) => kind)).not.toContain('link')
  },
)

test('5 * 3 * 2 is not emphasis, and an empty text has no blocks', () => {
  expect(parseSpans('5 * 3 * 2')).toEqual([{ kind: 'text', text: '5 * 3 * 2' }])
  expect(parseBlocks(' \n\n')).toEqual([])
})
