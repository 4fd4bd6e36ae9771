import { useEffect, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import type { PDFPageProxy } from 'pdfjs-dist'
import { TEXT_VIEW } from '#web/messages/text-view.ts'
import css from './text-offer.module.css'
import type { Pages } from './show-pages.ts'

/** Type that is read with ease on a phone. */
const READABLE_PX = 16
/** A page with less is a title or a picture. */
const MIN_CHARACTERS = 200

interface TextOfferProps {
  pages: Pages
  page: number
  onAccept: () => void
  onDecline: () => void
}

/** Offers the text view where the letters of the page are small. */
export const TextOffer = ({ pages, page, onAccept, onDecline }: TextOfferProps) => {
  const [isSmall, setSmall] = useState(false)
  useEffect(() => {
    let isUnmounted = false
    void sizeOnScreen(pages, page).then((size) => {
      if (!isUnmounted && size !== undefined) setSmall(size < READABLE_PX)
    })
    return () => {
      isUnmounted = true
    }
  }, [pages, page])
  if (!isSmall) return null
  return (
    <section className={`on-quill ${css.offer}`} aria-label={TEXT_VIEW.accept}>
      <p>{TEXT_VIEW.offer}</p>
      <div>
        <Button kind="strong" onClick={onAccept}>
          {TEXT_VIEW.accept}
        </Button>
        <Button kind="quiet" onClick={onDecline}>
          {TEXT_VIEW.decline}
        </Button>
      </div>
    </section>
  )
}

/** The size of most letters of a page, in pixels of the screen. */
const sizeOnScreen = async ({ viewer }: Pages, page: number): Promise<number | undefined> => {
  const view = viewer.getPageView(page - 1) as { pdfPage?: PDFPageProxy; viewport: { scale: number } } | undefined
  if (!view?.pdfPage) return undefined
  const { items } = await view.pdfPage.getTextContent()
  const sizes = items.flatMap((item) =>
    'str' in item
      ? Array.from(item.str.replace(/\s/g, ''), () => Math.hypot(Number(item.transform[2]), Number(item.transform[3])))
      : [],
  )
  if (sizes.length < MIN_CHARACTERS) return undefined
  return (sizes.toSorted((one, other) => one - other)[sizes.length >> 1] ?? 0) * view.viewport.scale
}
