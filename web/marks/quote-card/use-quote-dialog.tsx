import { useState } from 'react'
import { openedPart } from '#web/ui/opened-part.tsx'
import type { QuotedBook } from './quote-dialog.tsx'

const QuoteDialog = openedPart(async () => (await import('./quote-dialog.tsx')).QuoteDialog)

/** Shows a quote as a picture; what draws it is loaded when it is opened. */
export const useQuoteDialog = (book: QuotedBook, onClosed: () => void) => {
  const [quote, open] = useState<string>()
  const dialog = quote !== undefined && (
    <QuoteDialog
      book={book}
      quote={quote}
      onClose={() => {
        open(undefined)
        onClosed()
      }}
    />
  )
  return { open, dialog }
}
