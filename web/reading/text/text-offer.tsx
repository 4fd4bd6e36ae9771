import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { FootNotice } from '#web/ui/foot-notice.tsx'
import { useLastLoaded } from '#web/ui/use-loaded.ts'
import { TEXT_VIEW } from '#web/messages/text-view.ts'

/** Type that is read with ease on a phone. */
const READABLE_PX = 16

interface TextOfferProps {
  page: number
  /** The size of most letters of a page on the screen. */
  sizeOf: (page: number) => Promise<number | undefined>
  onAccept: () => void
  onDecline: () => void
}

/** Offers the text view where the letters of the page are small. */
export const TextOffer = ({ page, sizeOf, onAccept, onDecline }: TextOfferProps) => {
  // It stays while pages are turned, until one with larger letters.
  const size = useLastLoaded(page, sizeOf)
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
