// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { REPORT } from '#web/messages/reports.ts'
import { ToastProvider } from '#web/ui/toast.tsx'
import { ReportDialog } from './report-dialog.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const open = () => {
  const onClose = vi.fn<() => void>()
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <ToastProvider>
          <ReportDialog kind="book" id="a" onClose={onClose} />
        </ToastProvider>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  const words = screen.getByLabelText<HTMLTextAreaElement>(REPORT.words)
  return { onClose, words, reason: screen.getByLabelText<HTMLSelectElement>(REPORT.reason) }
}

const SAID = 'Pages 3 to 9 are from another book.'

test('what was typed is there again after the dialog or the page was closed, until it is sent', async () => {
  const first = open()
  fireEvent.change(first.reason, { target: { value: 'copyright' } })
  fireEvent.change(first.words, { target: { value: SAID } })
  cleanup()
  const again = open()
  expect([again.reason.value, again.words.value]).toEqual(['copyright', SAID])
  vi.stubGlobal('fetch', async () => Response.json({ message: '' }, { status: 201 }))
  fireEvent.click(screen.getByText(REPORT.send))
  await vi.waitFor(() => expect(again.onClose.mock.calls).toHaveLength(1))
  cleanup()
  expect(open().words.value).toBe('')
})
