// @vitest-environment happy-dom
import { fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => vi.resetModules())

test.each([
  ['ltr', 'ArrowRight', 'ArrowLeft'],
  ['rtl', 'ArrowLeft', 'ArrowRight'],
])('on a page in the direction %s %s leads on, and %s back', async (direction, on, back) => {
  vi.doMock('#web/messages/language.ts', () => ({ LANGUAGE: { direction } }))
  const { moveFocus } = await import('./move-focus.ts')
  const { unmount } = render(
    <div role="toolbar" onKeyDown={moveFocus}>
      <button type="button">First</button>
      <button type="button">Second</button>
      <button type="button">Third</button>
    </div>,
  )
  screen.getByText('First').focus()
  const press = (key: string) => {
    if (document.activeElement) fireEvent.keyDown(document.activeElement, { key })
    return document.activeElement?.textContent
  }
  expect([press(on), press(on), press(back)]).toEqual(['Second', 'Third', 'Second'])
  unmount()
})
