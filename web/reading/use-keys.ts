import { useEffect } from 'react'
import type { RefObject } from 'react'
import type { Turn } from './use-viewer.ts'

const LINE = 60

/** Arrows, PageUp and PageDown, Home, End, + and - wherever the focus is, but in a field. */
export const useKeys = (desk: RefObject<HTMLDivElement | null>, turn: Turn) => {
  useEffect(() => {
    const scroll = (pixels: number) => desk.current?.scrollBy({ top: pixels })
    const screenful = () => (desk.current?.clientHeight ?? 0) * 0.9
    const isWide = () => (desk.current?.scrollWidth ?? 0) > (desk.current?.clientWidth ?? 0) + 1
    const keys: Record<string, () => unknown> = {
      ArrowDown: () => scroll(LINE),
      ArrowUp: () => scroll(-LINE),
      PageDown: () => scroll(screenful()),
      PageUp: () => scroll(-screenful()),
      ArrowRight: () => turn.by(1),
      ArrowLeft: () => turn.by(-1),
      Home: () => turn.to(1),
      End: () => turn.to(Infinity),
      '+': turn.larger,
      '=': turn.larger,
      '-': turn.smaller,
      '0': turn.fit,
    }
    const press = (event: KeyboardEvent) => {
      const act = keys[event.key]
      if (!act || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.target instanceof HTMLElement && event.target.closest('input, textarea, select')) return
      // A page wider than the window is moved sideways first.
      if ((event.key === 'ArrowRight' || event.key === 'ArrowLeft') && isWide()) return
      event.preventDefault()
      act()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [desk, turn])
}
