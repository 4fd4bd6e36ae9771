// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { bookFormData } from './book-form-data.ts'
import { ChapterOffer } from './chapter-offer.tsx'

afterEach(cleanup)

test('lines that look like titles of chapters are offered as chapters', () => {
  const onChange = vi.fn<(checked: boolean) => void>()
  render(<ChapterOffer lines={['The Harbour', 'The Ferry']} checked={false} onChange={onChange} />)
  fireEvent.click(screen.getByRole('checkbox', { name: 'These 2 look like chapter titles: use them?' }))
  expect(onChange).toHaveBeenCalledWith(true)
  expect(screen.getByText('The Ferry')).toBeTruthy()
})

test('the choice is sent with the file, and never without one', () => {
  const files = { image: undefined, book: new File(['x'], 'a.docx') }
  expect(bookFormData({ ...files, chaptersByLooks: true }).get('chaptersByLooks')).toBe('true')
  expect(bookFormData({ ...files, chaptersByLooks: false }).get('chaptersByLooks')).toBeNull()
  expect(bookFormData({ ...files, book: undefined, chaptersByLooks: true }).get('chaptersByLooks')).toBeNull()
})
