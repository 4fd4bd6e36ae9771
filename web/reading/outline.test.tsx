import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Chapter } from '#web/reading/format/book-view.ts'
import type { OpenedBook } from '#web/reading/format/opened-book.ts'
import { Outline } from './outline.tsx'

const propsOf = (outline: Chapter[]) => {
  const book = { pageName: String } as unknown as OpenedBook
  return { outline, book, page: 4, onGo: () => undefined, onNavigate: () => undefined }
}

const chapter = (title: string, depth: number, page: number) => ({ title, depth, page, destination: '' })

test('chapters of a chapter are a list in its entry, also where a level is left out', () => {
  const outline = [chapter('A', 1, 1), chapter('B', 0, 2), chapter('C', 2, 3), chapter('D', 1, 4), chapter('E', 0, 5)]
  const markup = renderToStaticMarkup(<Outline {...propsOf(outline)} />)
  const lists = markup.replaceAll(/<(?!\/?(?:ol|li)\b)[^>]*>/g, '').replaceAll(/<(\/?\w+)[^>]*>/g, '<$1>')
  expect(lists).toBe('<ol><li>A1</li><li>B2<ol><li>C3</li><li>D4</li></ol></li><li>E5</li></ol>')
  expect(markup.match(/aria-current="location".*?<\/button>/)?.[0]).toContain('>D<')
})

test('the heading of a group is a text over its list, and no button', () => {
  const outline = [{ ...chapter('Part one', 0, 2), destination: undefined }, chapter('A', 1, 2), chapter('B', 1, 4)]
  const markup = renderToStaticMarkup(<Outline {...propsOf(outline)} />)
  expect(markup).toMatch(/<li><span[^>]*>Part one<\/span><ol>/)
  expect(markup.match(/<button/g)).toHaveLength(2)
  expect(markup.match(/aria-current="location".*?<\/button>/)?.[0]).toContain('>B<')
})
