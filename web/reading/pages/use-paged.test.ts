// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { aGlide } from '#web/reading/format/testing-wheel.ts'
import type { OpenPages } from './open-pdf.ts'
import { usePaged } from './use-paged.ts'

/** How often a glide downwards turns a page that is so high, in a window of 600 pixels. */
const turnsIn = (scrollHeight: number, scrollTop: number) => {
  const container = document.createElement('div')
  Object.defineProperties(container, {
    clientHeight: { value: 600 },
    scrollHeight: { value: scrollHeight },
    scrollTop: { value: scrollTop },
  })
  const turn = vi.fn<(by: 1 | -1) => void>()
  const pages = { view: { container, turn }, viewer: {}, zoom: { refit: () => undefined } } as unknown as OpenPages
  const { unmount } = renderHook(() => usePaged(pages, true))
  for (const [timeStamp, deltaY] of aGlide(1000))
    container.dispatchEvent(
      Object.defineProperty(new WheelEvent('wheel', { deltaY }), 'timeStamp', { value: timeStamp }),
    )
  unmount()
  return turn.mock.calls
}

test('a glide on a touchpad turns one page', () => {
  expect(turnsIn(600, 0)).toEqual([[1]])
  expect(turnsIn(900, 300)).toEqual([[1]])
})

test('a page that is higher than the window is scrolled first', () => {
  expect(turnsIn(900, 100)).toEqual([])
})

test('a page that is fitted to the window is turned at once, though there is some room below it', () => {
  expect(turnsIn(610, 0)).toEqual([[1]])
})
