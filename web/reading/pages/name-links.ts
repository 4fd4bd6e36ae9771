import type { EventBus } from 'pdfjs-dist/web/pdf_viewer.mjs'
import { READING } from '#web/messages/reading.ts'

/** Names the links of each rendered page for screen readers, where pdf.js has no text and no address to name them by. */
export const nameLinks = (events: EventBus) =>
  events.on('annotationlayerrendered', ({ source }: { source: { div: HTMLElement } }) => {
    for (const link of source.div.querySelectorAll('.linkAnnotation > a:not([title])'))
      link.setAttribute('aria-label', READING.linkInBook)
  })
