// @vitest-environment happy-dom
import { cleanup, createEvent, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Menu } from './menu.tsx'

beforeEach(() => {
  const entries = ['Library', 'Profile', 'Logout'].map((label) => ({ label, onSelect: () => undefined }))
  render(
    <MemoryRouter>
      <Menu button="Menu" entries={entries} />
    </MemoryRouter>,
  )
  fireEvent.click(screen.getByText('Menu'))
})
afterEach(cleanup)

/** Whether the browser does what it does for this key. */
const press = (key: string, held = {}) => {
  const at = document.activeElement ?? document.body
  const event = createEvent.keyDown(at, { key, ...held })
  fireEvent(at, event)
  return !event.defaultPrevented
}

test.each([
  ['p', 'Profile'],
  ['ArrowUp', 'Logout'],
  ['End', 'Logout'],
])('the key %s moves the focus to %s', (key, label) => {
  expect(press(key)).toBe(false)
  expect(document.activeElement?.textContent).toBe(label)
})

test.each([
  ['Ctrl+P', 'p', { ctrlKey: true }],
  ['Cmd+L', 'l', { metaKey: true }],
  ['Alt+ArrowDown', 'ArrowDown', { altKey: true }],
])('%s is the browser’s', (_, key, held) => {
  expect(press(key, held)).toBe(true)
  expect(document.activeElement?.textContent).toBe('Library')
})
