// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { PageNumber } from './page-number.tsx'

afterEach(cleanup)

test.each([
  ['on a page without a name, of a book that has names', null, true, ' iv', 'iv', 'text'],
  ['on a page with a name that is a number, of a book that has others', '12', true, 'A-3', 'A-3', 'text'],
  ['where pages have no names', null, false, 'A-3', '3', 'numeric'],
  ['where all names are numbers', '12', false, '٣ ', '3', 'numeric'],
])('%s, the field for the page takes what can be one', (_, label, hasNames, typed, gone, keys) => {
  const onGo = vi.fn<(name: string) => void>()
  render(<PageNumber state={{ step: 'open', page: 16, pages: 30, label, hasNames }} onGo={onGo} />)
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Page' })
  fireEvent.change(field, { target: { value: typed } })
  if (field.form) fireEvent.submit(field.form)
  expect(onGo).toHaveBeenCalledWith(gone)
  expect(field.inputMode).toBe(keys)
})
