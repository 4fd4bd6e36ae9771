// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { CREATE } from '#web/messages/publishing.ts'
import { UploadFooter } from './upload-footer.tsx'

afterEach(cleanup)

const Footer = () => {
  const [isPending, setPending] = useState(true)
  const upload = {
    progress: undefined,
    isPending,
    isDone: false,
    isCancelled: !isPending,
    cancel: () => setPending(false),
  }
  return <UploadFooter upload={upload} labels={{ send: 'Upload', sending: 'Sending', cancelled: 'Cancelled' }} />
}

test('after an upload was cancelled the focus is on the button that begins it again', () => {
  render(<Footer />)
  const cancel = screen.getByText(CREATE.cancel)
  cancel.focus()
  fireEvent.click(cancel)
  expect(screen.getByText('Cancelled').role).toBe('status')
  expect(document.activeElement?.textContent).toBe('Upload')
})
