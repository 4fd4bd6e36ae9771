// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { getPaper } from '#contract/calls/paper.ts'
import type { Paper as Made } from '#contract/paper.ts'
import { query } from '#web/api/query.ts'
import { Paper } from './paper.tsx'

afterEach(cleanup)

const PAPER: Made = {
  size: 'pocket',
  opensRight: false,
  cropMarks: true,
  bleed: false,
  isOffered: true,
  state: 'made',
  pageCount: 12,
  bytes: 2_000_000,
  notices: ['formulas'],
  url: '/files/paper/look',
  downloadUrl: '/files/paper/save',
}

const open = (paper: Made | null) => {
  const id = '4d1f3b5e-0000-4000-8000-000000000000'
  const client = new QueryClient({
    defaultOptions: { queries: { staleTime: Infinity, queryFn: async () => ({ paper }) } },
  })
  client.setQueryData(query(getPaper, { params: { id } }).queryKey, { paper })
  const { container } = render(
    <QueryClientProvider client={client}>
      <Paper bookId={id} />
    </QueryClientProvider>,
  )
  const details = container.querySelector('details')
  if (details) details.open = true
  details?.dispatchEvent(new Event('toggle'))
}

test('before there is one, an author chooses how it is made', async () => {
  open(null)
  expect(await screen.findByRole('button', { name: 'Make the PDF' })).toBeTruthy()
  expect(screen.getByRole('checkbox', { name: 'Begin chapters on right-hand pages', checked: true })).toBeTruthy()
  const bleed = { name: /^Let whole-page pictures run beyond the edge/, checked: false }
  expect(screen.getByRole('checkbox', bleed)).toBeTruthy()
  expect(screen.queryByRole('link')).toBeNull()
})

test('one that is made is shown with what it lacks, and links to it', async () => {
  open(PAPER)
  expect((await screen.findByRole('link', { name: 'Download the PDF' })).getAttribute('href')).toBe('/files/paper/save')
  expect(screen.getByRole('status').textContent).toContain('12 pages')
  expect(screen.getByText('Formulas are set as plain lines of letters.')).toBeTruthy()
})

test('one that could not be made says why', async () => {
  open({ ...PAPER, state: 'fixed-pages', pageCount: null, bytes: null, notices: [], url: null, downloadUrl: null })
  expect((await screen.findByRole('status')).textContent).toContain('the pages of this EPUB are fixed')
  expect(screen.queryByRole('link')).toBeNull()
})
