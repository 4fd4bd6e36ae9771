import { useEffect } from 'react'
import type { RefObject } from 'react'
import type { Turn } from './use-viewer.ts'

const LINE = 60

/** What single letters do, and what takes the place of the browser's own search. */
export interface Letters {
  find: () => void
  contents: () => void
  darkPage: () => void
  twoPages: () => void
  fullScreen: (() => void) | undefined
}

/**
 * Arrows, PageUp and PageDown, Home and End wherever the focus is, but in a field or a list of its own keys;
 * letters and signs while nothing else has the focus.
 */
export const useKeys = (desk: RefObject<HTMLDivElement | null>, turn: Turn, letters: Letters) => {
  useEffect(() => {
    const scroll = (pixels: number) => desk.current?.scrollBy({ top: pixels })
    const screenful = () => (desk.current?.clientHeight ?? 0) * 0.9
    const isWide = () => (desk.current?.scrollWidth ?? 0) > (desk.current?.clientWidth ?? 0) + 1
    const everywhere: Record<string, () => unknown> = {
      ArrowDown: () => scroll(LINE),
      ArrowUp: () => scroll(-LINE),
      PageDown: () => scroll(screenful()),
      PageUp: () => scroll(-screenful()),
      ArrowRight: () => turn.by(1),
      ArrowLeft: () => turn.by(-1),
      Home: () => turn.to(1),
      End: () => turn.to(Infinity),
    }
    const atThePages: Record<string, (() => unknown) | undefined> = {
      '+': turn.larger,
      '=': turn.larger,
      '-': turn.smaller,
      '0': turn.fit,
      '/': letters.find,
      o: letters.contents,
      d: letters.darkPage,
      s: letters.twoPages,
      f: letters.fullScreen,
    }
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || !(event.target instanceof HTMLElement)) return
      if (event.key === 'f' && (event.ctrlKey || event.metaKey) && !event.shiftKey) {
        event.preventDefault()
        return letters.find()
      }
      if (event.ctrlKey || event.metaKey) return
      const act = everywhere[event.key] ?? (isAtThePages(event.target, desk.current) && atThePages[event.key])
      if (!act || event.target.closest('input, textarea, select, [data-own-keys]')) return
      // A page wider than the window is moved sideways first.
      if ((event.key === 'ArrowRight' || event.key === 'ArrowLeft') && isWide()) return
      event.preventDefault()
      act()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [desk, turn, letters])
}

const isAtThePages = (target: HTMLElement, desk: HTMLElement | null) =>
  target === document.body || target.tagName === 'MAIN' || (desk?.contains(target) ?? false)
