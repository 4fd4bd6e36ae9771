import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { OpenedBook } from '#web/reading/format/opened-book.ts'
import { Outline } from './outline.tsx'

const chapter = (title: string, depth: number, page: number) => ({ title, depth, page, destination: '' })

test('chapters of a chapter are a list in its entry, also where a level is left out', () => {
  const outline = [chapter('A', 1, 1), chapter('B', 0, 2), chapter('C', 2, 3), chapter('D', 1, 4), chapter('E', 0, 5)]
  const book = { pageName: String } as unknown as OpenedBook
  const props = { outline, book, page: 4, onGo: () => undefined, onNavigate: () => undefined }
  const markup = renderToStaticMarkup(<Outline {...props} />)
  const lists = markup.replaceAll(/<(?!\/?(?:ol|li)\b)[^>]*>/g, '').replaceAll(/<(\/?\w+)[^>]*>/g, '<$1>')
  expect(lists).toBe('<ol><li>A1</li><li>B2<ol><li>C3</li><li>D4</li></ol></li><li>E5</li></ol>')
  expect(markup.match(/aria-current="location".*?<\/button>/)?.[0]).toContain('>D<')
})
