import { useEffect, useRef } from 'react'
import { latinKey } from '#web/reading/format/latin-key.ts'
import { useLatest } from '#web/ui/use-latest.ts'
import type { BookView } from '#web/reading/format/book-view.ts'
import type { PageSettings } from '#web/reading/format/opened-book.ts'

const LINE_PX = 60
/** The maximum of keys that are kept while a book opens. */
const EARLY_MAX = 20

/** The actions of the letter shortcuts. `find` also replaces the browser's search; without it, that one is used. */
interface Shortcuts {
  find: (() => void) | undefined
  textView: (() => void) | undefined
  contents: () => void
  darkPage: () => void
  twoPages: (() => void) | undefined
  copyLink: () => void
  /** Undefined where there are no voices. */
  readAloud: (() => void) | undefined
  paged: (() => void) | undefined
  fullScreen: (() => void) | undefined
  keyList: () => void
  /** Undefined until marks are loaded, and for a visitor. */
  bookmark: (() => void) | undefined
  /** Undefined too where passages can't be marked. */
  highlight: (() => void) | undefined
}

interface KeyOptions {
  /** Undefined until the book is open. */
  view: BookView | undefined
  /** The book is at its place, to which it goes once more when the server says which one that is. */
  isAtPlace: boolean
  /** Undefined while no pages are shown. */
  settings: PageSettings | undefined
  shortcuts: Shortcuts
  /** The book is read from right to left. */
  isRtl: boolean
}

/**
 * Keyboard control. Arrow keys, PageUp, PageDown, Home and End work everywhere but in form fields and in elements with
 * keys of their own; letters, signs and Space work only while the focus is on the pages.
 */
export const useKeys = (options: KeyOptions) => {
  const { view, isAtPlace } = options
  // With the buttons, so that a key does what a visible button promises.
  const latest = useLatest(options)
  // Focus stays on a button that was pressed with the pointer, where Space would press it again.
  const isPointerLast = useRef(false)
  // A book is drawn before it can be turned, and before it is known where it opens.
  const early = useRef<string[]>([])
  useEffect(() => {
    if (view && isAtPlace) for (const key of early.current.splice(0)) moves(view, latest.current.isRtl)[key]?.()
  }, [view, isAtPlace, latest])
  useEffect(() => {
    const container = () => latest.current.view?.container
    const pageKeys = ({
      view: opened,
      settings,
      shortcuts,
    }: KeyOptions): Record<string, (() => unknown) | undefined> => ({
      '+': () => opened?.resize(1),
      '=': () => opened?.resize(1),
      '-': () => opened?.resize(-1),
      ...(settings && {
        '0': () => settings.setZoom('page-fit'),
        t: () => settings.toggleTextFit(),
        w: () => settings.setZoom('page-width'),
        r: settings.rotate,
      }),
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
    const move = (key: string) => {
      const { view: opened, isAtPlace: isReady, isRtl } = latest.current
      if (opened && isReady) moves(opened, isRtl)[key]?.()
      else if (early.current.length < EARLY_MAX) early.current.push(key)
    }
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || !(event.target instanceof HTMLElement)) return
      const { shortcuts } = latest.current
      const key = latinKey(event)
      if (shortcuts.find && key === 'f' && (event.ctrlKey || event.metaKey) && !event.shiftKey) {
        event.preventDefault()
        return shortcuts.find()
      }
      if (event.ctrlKey || event.metaKey) return
      const { target } = event
      if (event.key === ' ') {
        if (target.closest('[data-own-keys]')) return
        const isReading = isOnPages(target, container()) || (isPointerLast.current && isReaderButton(target))
        if (!isReading) return
        event.preventDefault()
        return move(event.shiftKey ? 'PageUp' : 'PageDown')
      }
      if (event.key === 'Tab') isPointerLast.current = false
      const act = MOVES.has(event.key)
        ? () => move(event.key)
        : isOnPages(target, container()) && pageKeys(latest.current)[key]
      if (!act || target.closest('input, textarea, select, dialog, [data-own-keys]')) return
      // The browser extends a selection.
      if (event.shiftKey && event.key.startsWith('Arrow') && window.getSelection()?.isCollapsed === false) return
      // On a page wider than the window the browser scrolls sideways.
      if ((event.key === 'ArrowRight' || event.key === 'ArrowLeft') && latest.current.view?.isWide()) return
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
  }, [latest])
}

const MOVES = new Set(['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'ArrowRight', 'ArrowLeft', 'Home', 'End'])

const moves = (view: BookView, isRtl: boolean): Record<string, () => void> => ({
  ArrowDown: () => view.scroll(LINE_PX),
  ArrowUp: () => view.scroll(-LINE_PX),
  PageDown: () => view.turn(1),
  PageUp: () => view.turn(-1),
  ArrowRight: () => view.goBy(isRtl ? -1 : 1),
  ArrowLeft: () => view.goBy(isRtl ? 1 : -1),
  Home: () => view.jumpTo({ page: 1 }),
  End: () => view.jumpTo({ page: Infinity }),
})

const isReaderButton = (target: Element) =>
  target.closest('button') !== null && !target.closest('dialog, [data-own-keys]')

const isOnPages = (target: HTMLElement, container: HTMLElement | undefined) =>
  target === document.body || target.tagName === 'MAIN' || (container?.contains(target) ?? false)
