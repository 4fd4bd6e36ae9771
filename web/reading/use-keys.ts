import { useEffect, useLayoutEffect, useRef } from 'react'
import type { RefObject } from 'react'
import type { PageControls } from './use-viewer.ts'

const LINE_PX = 60

/** The actions of the letter shortcuts. `find` also replaces the browser's search; without it, that one is used. */
export interface Shortcuts {
  find: (() => void) | undefined
  textView: (() => void) | undefined
  contents: () => void
  darkPage: () => void
  twoPages: () => void
  copyLink: () => void
  /** Undefined where there are no voices. */
  readAloud: (() => void) | undefined
  paged: () => void
  fullScreen: (() => void) | undefined
  keyList: () => void
  /** Undefined until marks are loaded, and for a visitor. */
  bookmark: (() => void) | undefined
  highlight: (() => void) | undefined
}

interface KeyOptions {
  controls: PageControls
  shortcuts: Shortcuts
  /** The book is read from right to left. */
  isRtl: boolean
}

/**
 * Keyboard control. Arrow keys, PageUp, PageDown, Home and End work everywhere but in form fields and in elements with
 * keys of their own; letters, signs and Space work only while the focus is on the pages.
 */
export const useKeys = (viewerContainer: RefObject<HTMLDivElement | null>, options: KeyOptions) => {
  const latest = useRef(options)
  // With the buttons, so that a key does what a visible button promises.
  useLayoutEffect(() => {
    latest.current = options
  })
  // Focus stays on a button that was pressed with the pointer, where Space would press it again.
  const isPointerLast = useRef(false)
  useEffect(() => {
    const scroll = (pixels: number) => viewerContainer.current?.scrollBy({ top: pixels })
    const isWide = () => (viewerContainer.current?.scrollWidth ?? 0) > (viewerContainer.current?.clientWidth ?? 0) + 1
    const globalKeys = ({ controls, isRtl }: KeyOptions): Record<string, () => unknown> => ({
      ArrowDown: () => scroll(LINE_PX),
      ArrowUp: () => scroll(-LINE_PX),
      PageDown: () => controls.turn(1),
      PageUp: () => controls.turn(-1),
      ArrowRight: () => controls.goBy(isRtl ? -1 : 1),
      ArrowLeft: () => controls.goBy(isRtl ? 1 : -1),
      Home: () => controls.jumpTo(1),
      End: () => controls.jumpTo(Infinity),
    })
    const pageKeys = ({ controls, shortcuts }: KeyOptions): Record<string, (() => unknown) | undefined> => ({
      '+': controls.zoomIn,
      '=': controls.zoomIn,
      '-': controls.zoomOut,
      '0': () => controls.setZoom('page-fit'),
      t: () => controls.toggleTextFit(),
      w: () => controls.setZoom('page-width'),
      r: controls.rotate,
      p: shortcuts.paged,
      '/': shortcuts.find,
      '?': shortcuts.keyList,
      o: shortcuts.contents,
      d: shortcuts.darkPage,
      s: shortcuts.twoPages,
      v: shortcuts.textView,
      f: shortcuts.fullScreen,
      b: shortcuts.bookmark,
      h: shortcuts.highlight,
      c: shortcuts.copyLink,
      l: shortcuts.readAloud,
    })
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || !(event.target instanceof HTMLElement)) return
      const { controls, shortcuts } = latest.current
      if (shortcuts.find && event.key === 'f' && (event.ctrlKey || event.metaKey) && !event.shiftKey) {
        event.preventDefault()
        return shortcuts.find()
      }
      if (event.ctrlKey || event.metaKey) return
      const { target } = event
      if (event.key === ' ') {
        if (target.closest('[data-own-keys]')) return
        const isReading =
          isOnPages(target, viewerContainer.current) || (isPointerLast.current && isReaderButton(target))
        if (!isReading) return
        event.preventDefault()
        return controls.turn(event.shiftKey ? -1 : 1)
      }
      if (event.key === 'Tab') isPointerLast.current = false
      const act =
        globalKeys(latest.current)[event.key] ??
        (isOnPages(target, viewerContainer.current) && pageKeys(latest.current)[event.key])
      if (!act || target.closest('input, textarea, select, dialog, [data-own-keys]')) return
      // The browser extends a selection.
      if (event.shiftKey && event.key.startsWith('Arrow') && window.getSelection()?.isCollapsed === false) return
      // On a page wider than the window the browser scrolls sideways.
      if ((event.key === 'ArrowRight' || event.key === 'ArrowLeft') && isWide()) return
      event.preventDefault()
      act()
    }
    // Firefox presses the button when the key is released.
    const onKeyUp = (event: KeyboardEvent) => {
      if (event.key === ' ' && isPointerLast.current && isReaderButton(event.target as Element)) event.preventDefault()
    }
    const onPointerDown = () => (isPointerLast.current = true)
    window.addEventListener('keydown', onKeyDown)
    window.addEventListener('keyup', onKeyUp)
    window.addEventListener('pointerdown', onPointerDown)
    return () => {
      window.removeEventListener('keydown', onKeyDown)
      window.removeEventListener('keyup', onKeyUp)
      window.removeEventListener('pointerdown', onPointerDown)
    }
  }, [viewerContainer])
}

const isReaderButton = (target: Element) =>
  target.closest('button') !== null && !target.closest('dialog, [data-own-keys]')

const isOnPages = (target: HTMLElement, viewerContainer: HTMLElement | null) =>
  target === document.body || target.tagName === 'MAIN' || (viewerContainer?.contains(target) ?? false)
