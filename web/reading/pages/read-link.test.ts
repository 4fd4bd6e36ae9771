import type { PDFDocumentProxy } from 'pdfjs-dist'
import { expect, test } from 'vitest'
import { readLink } from './read-link.ts'

/** A file of pages of 600 by 800 points with a link. */
const aPdf = (dest: unknown, named: Record<string, unknown[]> = {}) =>
  ({
    getPage: () =>
      Promise.resolve({
        getAnnotations: () => Promise.resolve([{ id: 'link', dest }]),
        getViewport: () => ({ height: 800, convertToViewportPoint: (x: number, y: number) => [x, 800 - y] }),
      }),
    getDestination: (name: string) => Promise.resolve(named[name] ?? null),
    getPageIndex: ({ num }: { num: number }) => Promise.resolve(num),
  }) as unknown as PDFDocumentProxy

const PAGE = { num: 4, gen: 0 }

test.each([
  [[PAGE, { name: 'XYZ' }, 72, 700, null], 100],
  [[PAGE, { name: 'XYZ' }, null, null, null], 0],
  [[PAGE, { name: 'FitH' }, 700], 100],
  [[PAGE, { name: 'FitBH' }, 700], 100],
  [[PAGE, { name: 'FitR' }, 72, 300, 540, 700], 100],
  [[PAGE, { name: 'FitV' }, 72], 0],
  [[PAGE, { name: 'FitBV' }, 72], 0],
  [[PAGE, { name: 'Fit' }], 0],
  [[4, { name: 'XYZ' }, 72, 700], 100],
])('a link to %j leads to its place on the page', async (dest, top) => {
  expect(await readLink(aPdf(dest), 1, 'link')).toMatchObject({ kind: 'inside', page: 5, top })
})

test('a link to a name leads to the place that the file has for it', async () => {
  const named = { chapter: [PAGE, { name: 'FitR' }, 72, 300, 540, 600] }
  expect(await readLink(aPdf('chapter', named), 1, 'link')).toMatchObject({ page: 5, top: 200 })
})
