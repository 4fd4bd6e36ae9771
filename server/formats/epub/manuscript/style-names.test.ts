import { expect, test } from 'vitest'
import { headingOfName, isBodyName, kindOfName } from './style-names.ts'

test.each([
  ['Title', 'title'],
  ['Subtitle', 'subtitle'],
  ['Author', 'author'],
  ['Date', 'date'],
  ['toc 1', 'contents'],
  ['TOC Heading', 'contents'],
  ['Contents_20_Heading', 'contents'],
  ['table of figures', 'contents'],
  ['Quote', 'quote'],
  ['Intense Quote', 'quote'],
  ['Block Text', 'quote'],
  ['Block Quote', 'quote'],
  ['Quotations', 'quote'],
  ['Source Code', 'code'],
  ['Source_Text', 'code'],
  ['Source_20_Text', 'code'],
  ['Source Text', 'code'],
  ['Verbatim Char', 'code'],
  ['HTML Preformatted', 'code'],
  ['Code Span', 'code'],
  ['Code Block', 'code'],
  ['Definition Term', 'term'],
  ['List Heading', 'term'],
  ['Definition', 'definition'],
  ['List_20_Contents', 'definition'],
  ['Horizontal Line', 'rule'],
  ['Titles', undefined],
  ['Source', undefined],
  ['Quote of the day', undefined],
  ['Codex', undefined],
  ['Definitions', undefined],
  ['Dateline', undefined],
])('the style %s is for %s', (name, kind) => expect(kindOfName(name)).toBe(kind))

test.each([
  ['heading 1', 1],
  ['Heading_20_9', 9],
  ['Heading2', 2],
  ['Heading', undefined],
  ['Heading 1 Char', undefined],
  ['Heading 10', undefined],
])('the style %s is a heading of level %s', (name, level) => expect(headingOfName(name)).toBe(level))

test.each([
  ['First Paragraph', true],
  ['Compact', true],
  ['Body Text Indent', true],
  ['Text_20_body', true],
  ['Table Contents', true],
  ['Poem', false],
  ['Letter', false],
  ['Compact List', false],
])('the style %s is of ordinary text: %s', (name, isBody) => expect(isBodyName(name)).toBe(isBody))
