import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { BookDetail } from '#contract/books.ts'
import { DEFAULT_SITE_SETTINGS } from '#contract/values/site.ts'
import { getSiteSettings } from '#contract/calls/site.ts'
import { query } from '#web/api/query.ts'
import { BookDetails } from './book-details.tsx'
import { FileFacts } from './book-header.tsx'

/** Where the links lead to that the server writes into the page of a book. */
const linksWhere = (libraryAccess: 'everyone' | 'members') => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  client.setQueryData(query(getSiteSettings).queryKey, { ...DEFAULT_SITE_SETTINGS, libraryAccess, version: '0.1.0' })
  const markup = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <BookDetails fileOf="a" format="pdf" fileBytes={1_048_576} />
      <BookDetails pageEpubOf="a" kepubOf="a" paperOf="a" />
    </QueryClientProvider>,
  )
  return Array.from(markup.matchAll(/ href="([^"]+)"/g), ([, address]) => address)
}

test('where the library is open, visitors save the files of a book by plain links, which need no script', () => {
  expect(linksWhere('everyone')).toEqual(['/opds/get/a.pdf', '/opds/get/a.epub', '/opds/get/a.kepub'])
  expect(linksWhere('members')).toEqual([])
})

test('the file is shown where its bytes have the name that earlier servers give them', () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  client.setQueryData(query(getSiteSettings).queryKey, { ...DEFAULT_SITE_SETTINGS, version: '0.1.0' })
  const book = { _id: 'a', format: 'pdf', pageCount: 3, pdfBytes: 1_048_576 } as BookDetail
  const markup = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <FileFacts book={book} />
    </QueryClientProvider>,
  )
  expect(markup).toContain('PDF · 1.0 MB')
})
