import { type ComponentType, useState } from 'react'
import { QUOTE_CARD } from '#web/messages/quote-card.ts'
import { useToast } from '#web/ui/toast.tsx'
import type { QuoteDialogProps, QuotedBook } from './quote-dialog.tsx'

/** Shows a quote as a picture; what draws it is loaded when it is opened. */
export const useQuoteDialog = (book: QuotedBook, onClosed: () => void) => {
  const [shown, setShown] = useState<{ quote: string; Dialog: ComponentType<QuoteDialogProps> }>()
  const toast = useToast()
  const open = (quote: string) =>
    void import('./quote-dialog.tsx').then(
      ({ QuoteDialog }) => setShown({ quote, Dialog: QuoteDialog }),
      () => toast.bad(QUOTE_CARD.notLoaded),
    )
  const dialog = shown && (
    <shown.Dialog
      book={book}
      quote={shown.quote}
      onClose={() => {
        setShown(undefined)
        onClosed()
      }}
    />
  )
  return { open, dialog }
}
