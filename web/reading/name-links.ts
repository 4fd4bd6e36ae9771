import type { EventBus } from 'pdfjs-dist/web/pdf_viewer.mjs'
import { READING } from '#web/messages/reading.ts'

/** Names the links of each rendered page that cover no text, and that a screen reader could not name. */
export const nameLinks = (events: EventBus) =>
  events.on('annotationlayerrendered', ({ source }: { source: { div: HTMLElement } }) => {
    for (const link of source.div.querySelectorAll<HTMLAnchorElement>('.linkAnnotation > a:not([title])'))
      link.setAttribute('aria-label', nameOf(link))
  })

const nameOf = ({ href, host, protocol, pathname }: HTMLAnchorElement): string => {
  if (protocol === 'mailto:') return READING.linkTo(pathname)
  return href === '' || host === location.host ? READING.linkInBook : READING.linkTo(host)
}
