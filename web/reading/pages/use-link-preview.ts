import { useCallback, useEffect, useState } from 'react'
import type { PreviewedLink } from './link-preview.tsx'
import { readLink } from './read-link.ts'
import type { Pages } from './show-pages.ts'

const LINK = '.annotationLayer .linkAnnotation a'
/** The pointer only passes over a link that it leaves sooner. */
const HOVER_MS = 250

/** The link under the pointer or with the focus, or that was touched: a touch shows where a link leads, and does not follow it. */
export const useLinkPreview = (pages: Pages) => {
  const [link, setLink] = useState<PreviewedLink>()
  const close = useCallback(() => setLink(undefined), [])
  useEffect(() => {
    const { container } = pages.viewer
    const unmount = new AbortController()
    const options = { signal: unmount.signal }
    let timer: number | undefined
    let shown: Element | undefined
    // It stays until something else is touched: its button takes the focus from the link.
    let isByTouch = false
    const hide = () => {
      window.clearTimeout(timer)
      shown = undefined
      setLink(undefined)
    }
    const show = async (anchor: Element, isTouched: boolean) => {
      const id = anchor.closest<HTMLElement>('[data-annotation-id]')?.dataset.annotationId
      const page = Number(anchor.closest<HTMLElement>('.page')?.dataset.pageNumber)
      if (!id || !page) return
      shown = anchor
      isByTouch = isTouched
      const target = await readLink(pages.pdf, page, id).catch(() => undefined)
      if (target && shown === anchor && !unmount.signal.aborted)
        setLink({ target, box: anchor.getBoundingClientRect(), isTouched })
    }
    const linkOf = ({ target }: Event) => (target instanceof Element ? (target.closest(LINK) ?? undefined) : undefined)
    const onOver = (event: PointerEvent) => {
      const anchor = linkOf(event)
      if (!anchor || event.pointerType === 'touch' || anchor === shown) return
      window.clearTimeout(timer)
      timer = window.setTimeout(() => void show(anchor, false), HOVER_MS)
    }
    const onOut = (event: PointerEvent) => {
      if (linkOf(event) && event.pointerType !== 'touch') hide()
    }
    const onFocus = (event: FocusEvent) => {
      const anchor = linkOf(event)
      if (anchor?.matches(':focus-visible')) void show(anchor, false)
    }
    // A click itself has no type of pointer in Safari before 18.2 and Firefox before 129.
    let pressedBy = ''
    const onDown = ({ pointerType }: PointerEvent) => (pressedBy = pointerType)
    const onClick = (event: MouseEvent) => {
      const anchor = linkOf(event)
      // A click by a key has no detail.
      if (anchor && pressedBy === 'touch' && event.detail > 0) {
        event.preventDefault()
        event.stopPropagation()
        void show(anchor, true)
      } else hide()
    }
    container.addEventListener('pointerover', onOver, options)
    container.addEventListener('pointerout', onOut, options)
    container.addEventListener('focusin', onFocus, options)
    container.addEventListener('focusout', () => !isByTouch && hide(), options)
    // Before pdf.js follows the link.
    container.addEventListener('pointerdown', onDown, options)
    container.addEventListener('click', onClick, { ...options, capture: true })
    container.addEventListener('scroll', hide, { ...options, passive: true })
    window.addEventListener('keydown', (event) => event.key === 'Escape' && hide(), options)
    return () => {
      window.clearTimeout(timer)
      unmount.abort()
    }
  }, [pages])
  return { link, close }
}
