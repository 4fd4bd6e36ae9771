import { useMemo, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { FootNotice } from '#web/ui/foot-notice.tsx'
import { useLoaded } from '#web/ui/use-loaded.ts'
import type { PDFPageProxy } from 'pdfjs-dist'
import { TEXT_VIEW } from '#web/messages/text-view.ts'
import type { Pages } from '#web/reading/pages/show-pages.ts'

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
  const size = useLoaded(
    useMemo(() => ({ pages, page }), [pages, page]),
    sizeOnScreen,
  )
  const [isGone, setGone] = useState(false)
  if (isGone || size === undefined || size >= READABLE_PX) return null
  return (
    <FootNotice text={TEXT_VIEW.offer} onGone={() => setGone(true)}>
      <Button kind="quiet" onClick={onAccept}>
        {TEXT_VIEW.accept}
      </Button>
      <Button kind="quiet" aria-label={TEXT_VIEW.decline} onClick={onDecline}>
        {TEXT_VIEW.declineShort}
      </Button>
    </FootNotice>
  )
}

/** The size of most letters of a page, in pixels of the screen. */
const sizeOnScreen = async ({ pages, page }: Pick<TextOfferProps, 'pages' | 'page'>) => {
  const view = pages.viewer.getPageView(page - 1) as { pdfPage?: PDFPageProxy; viewport: { scale: number } } | undefined
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
