import { useEffect, useRef } from 'react'
import { createApi } from '#contract/api/client.ts'
import { countRecommendationClick } from '#contract/calls/recommended-book-actions.ts'
import { readToken } from '#web/session/token.ts'

/** Not the API client of the pages: after its writes the next page would be fetched past the caches. */
const send = createApi((url, init) => window.fetch(url, { ...init, keepalive: true }), readToken)

/** Counts the presses on the link of the card that has the element with this ref. */
export const useCountedClicks = (click: string | null | undefined) => {
  const ref = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const link = ref.current?.closest('li')?.querySelector('a')
    if (!click || !link) return undefined
    const count = ({ button }: MouseEvent) => {
      // Not the right button, which opens a menu.
      if (button < 2) void send(countRecommendationClick, { body: { click } }).catch(() => undefined)
    }
    // The middle button, which opens a new tab, is an 'auxclick'.
    const events = ['click', 'auxclick'] as const
    for (const event of events) link.addEventListener(event, count)
    return () => {
      for (const event of events) link.removeEventListener(event, count)
    }
  }, [click])
  return ref
}
