import { expect, test } from 'vitest'
import { readChapters } from './read-chapters.ts'

test('a text has a title, an introduction, and a chapter for each heading of the highest level', () => {
  const text = '# Our *house*\n\nWe lend books.\n\n## Who may come\nAll.\n\n### And dogs\nToo.\n\n## When\n- always'
  expect(readChapters(text)).toEqual({
    title: 'Our *house*',
    introduction: [{ kind: 'paragraph', text: 'We lend books.' }],
    depth: 2,
    chapters: [
      {
        id: 'who-may-come',
        title: 'Who may come',
        blocks: [
          { kind: 'paragraph', text: 'All.' },
          { kind: 'heading', depth: 3, text: 'And dogs' },
          { kind: 'paragraph', text: 'Too.' },
        ],
      },
      { id: 'when', title: 'When', blocks: [{ kind: 'list', ordered: false, items: ['always'] }] },
    ],
  })
})

test('a text without a heading has no title and no chapter', () => {
  expect(readChapters('We lend books.')).toMatchObject({
    title: undefined,
    introduction: [{ text: 'We lend books.' }],
    chapters: [],
  })
})

test('each chapter has an id that is unique on the page', () => {
  const ids = (text: string) => readChapters(text).chapters.map(({ id }) => id)
  expect(
    ids('## Data\n## Contact\n## Links\n## Main\n## Rules\n## [Rules](/terms)!\n## 規則\n## ...\n## <b id="data">'),
  ).toEqual(['data-2', 'contact-2', 'links-2', 'main-2', 'rules', 'rules-2', '規則', 'chapter', 'b-id-data'])
})
