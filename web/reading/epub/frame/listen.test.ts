// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { FromFrame } from '#web/reading/epub/frame-messages.ts'
import { aGlide } from '#web/reading/format/testing-wheel.ts'
import { listen, nameImages } from './listen.ts'
import { PaintedMarks } from './paint.ts'

const LARGE = 400
const SMALL = 20
const isSmall = (image: Element) => image.classList.contains('small')

beforeEach(() => {
  for (const side of ['naturalWidth', 'naturalHeight'])
    vi.spyOn(HTMLImageElement.prototype, side as 'naturalWidth', 'get').mockImplementation(function (this: Element) {
      return isSmall(this) ? SMALL : LARGE
    })
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const side = isSmall(this) ? SMALL : LARGE
    return new DOMRect(0, 0, side, side)
  })
})
afterEach(() => vi.restoreAllMocks())

const DRAWN = '<svg xmlns="http://www.w3.org/2000/svg"><image data-book-href="map.jpg"/></svg>'

test.each<[body: string, isFixed: boolean, isEnlarged: boolean]>([
  ['<img data-book-src="a.jpg" alt="A"/>', false, true],
  ['<img data-book-src="a.jpg" alt="A" class="small"/>', false, false],
  ['<img data-book-src="a.jpg" alt="A note." class="small qqreader-footnote"/>', false, true],
  ['<a href="#" data-book-to="one.xhtml"><img data-book-src="a.jpg" alt="A"/></a>', false, false],
  // An anchor, as around a figure, leads nowhere.
  ['<a id="fig1"><img data-book-src="a.jpg" alt="A"/></a>', false, true],
  ['<a id="fig1"><b><img data-book-src="a.jpg" alt="A"/></b></a>', false, true],
  [DRAWN, false, true],
  [`<a id="fig1">${DRAWN}</a>`, false, true],
  [`<a href="#" data-book-to="one.xhtml">${DRAWN}</a>`, false, false],
  [DRAWN.replace('<image', '<image class="small"'), false, false],
  ['<svg xmlns="http://www.w3.org/2000/svg"><image/></svg>', false, false],
  // A page of a comic.
  [DRAWN, true, false],
])('an image that can be enlarged: %s, fixed: %s', (body, isFixed, isEnlarged) => {
  document.body.innerHTML = body
  nameImages({ isFixed })
  expect(document.querySelectorAll('[data-enlarges]')).toHaveLength(isEnlarged ? 1 : 0)
})

test.each([
  ['<a href="#" data-book-image="big.jpg"><img data-book-src="small.jpg" alt="A quay"/></a>', 'img', 'A quay'],
  ['<a href="#" data-book-image="big.jpg">The <i>large</i> one</a>', 'i', ''],
])('a link to an image opens the image: %s', (body, pressed, alt) => {
  document.body.innerHTML = body
  const sent: FromFrame[] = []
  const ignore = () => {}
  listen({
    send: (message) => sent.push(message),
    marks: new PaintedMarks(),
    isPaged: () => true,
    turn: ignore,
    overscroll: () => false,
    onWheel: ignore,
    onSelection: ignore,
  })
  document.querySelector<HTMLElement>(pressed)?.click()
  expect(sent.filter(({ kind }) => kind === 'image' || kind === 'link')[0]).toEqual({
    kind: 'image',
    path: 'big.jpg',
    alt,
  })
})

test('a glide on a touchpad turns one screen', () => {
  const turn = vi.fn<(by: 1 | -1) => void>()
  const ignore = () => {}
  listen({
    send: ignore,
    marks: new PaintedMarks(),
    isPaged: () => true,
    turn,
    overscroll: () => false,
    onWheel: ignore,
    onSelection: ignore,
  })
  for (const [timeStamp, deltaY] of aGlide(1000))
    dispatchEvent(Object.defineProperty(new WheelEvent('wheel', { deltaY }), 'timeStamp', { value: timeStamp }))
  expect(turn.mock.calls).toEqual([[1]])
})
