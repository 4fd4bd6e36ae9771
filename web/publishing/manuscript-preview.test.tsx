import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ManuscriptPreviewList } from './manuscript-preview.tsx'

const withoutClasses = (html: string) => html.replace(/ class="[^"]*"/g, '')

test('the contents of a book and both sides of what differs are lists that a screen reader knows', () => {
  const html = withoutClasses(
    renderToStaticMarkup(
      <ManuscriptPreviewList
        contents={[
          { level: 1, label: 'One' },
          { level: 5, label: 'שער' },
        ]}
        differences={[
          { before: 'Published words', file: 'ask <the> editor', book: '' },
          { before: '', file: 'NOTE', book: 'Note' },
        ]}
      />,
    ),
  )
  expect(html).toContain('<summary>Contents of the book: 2 entries</summary>')
  expect(html).toContain('<ol><li dir="auto" data-level="1">One</li><li dir="auto" data-level="3">שער</li></ol>')
  expect(html).toContain('<summary>2 places where the words of your file and of the book differ</summary>')
  expect(html).toContain(
    '<li><p dir="auto">After “Published words”:</p><dl><dt>Your file</dt><dd dir="auto">ask &lt;the&gt; editor</dd><dt>The book</dt><dd dir="auto"><i>nothing</i></dd></dl></li>',
  )
  expect(html).toContain('<p dir="auto">At the begin:</p>')
})

test('nothing is shown of a book without contents whose words are those of its file', () =>
  expect(renderToStaticMarkup(<ManuscriptPreviewList contents={[]} differences={[]} />)).toBe(''))
