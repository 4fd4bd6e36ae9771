// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import type { PageSettings } from '#web/reading/format/opened-book.ts'
import type { Pages } from './show-pages.ts'
import { viewOfPages } from './view-of-pages.ts'

const WINDOW = 800

/** The view of a book, of which the second page is the visible one; a page is from one x to another. */
const viewOf = (pages: readonly (readonly [left: number, right: number])[], isPaired = false) => {
  const container = document.createElement('div')
  const divs = pages.map(([left, right]) => {
    const page = document.createElement('div')
    page.getBoundingClientRect = () => new DOMRect(left, 0, right - left, 600)
    return page
  })
  const sheets = document.createElement('div')
  if (isPaired) sheets.className = 'spread'
  sheets.append(...divs)
  container.append(sheets)
  container.getBoundingClientRect = () => new DOMRect(0, 0, WINDOW, 600)
  const scrollWidth = Math.max(...pages.map(([, right]) => right))
  Object.defineProperties(container, { clientWidth: { value: WINDOW }, scrollWidth: { value: scrollWidth } })
  const viewer = { container, currentPageNumber: 2, getPageView: (index: number) => ({ div: divs[index] }) }
  return viewOfPages({ viewer } as unknown as Pages, {} as PageSettings)
}

test.each([
  [
    'fits in the window',
    [
      [0, 800],
      [0, 800],
    ],
    false,
  ],
  [
    'fits, before a wide one',
    [
      [0, 800],
      [100, 700],
      [0, 1200],
    ],
    false,
  ],
  [
    'is wide itself',
    [
      [0, 800],
      [0, 1200],
    ],
    true,
  ],
  [
    'was scrolled sideways on another page',
    [
      [-200, 1000],
      [-100, 500],
    ],
    true,
  ],
] as const)('a page that %s in %j is wide: %s', (_, pages, isWide) => {
  expect(viewOf(pages).isWide()).toBe(isWide)
})

test('of a pair, the wide page may be the other one', () => {
  expect(
    viewOf(
      [
        [0, 400],
        [400, 1200],
      ],
      true,
    ).isWide(),
  ).toBe(true)
  expect(
    viewOf(
      [
        [-100, 400],
        [400, 800],
      ],
      true,
    ).isWide(),
  ).toBe(true)
  expect(
    viewOf(
      [
        [0, 400],
        [400, 800],
      ],
      true,
    ).isWide(),
  ).toBe(false)
})
