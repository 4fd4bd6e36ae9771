import { useEffect, useRef, useState } from 'react'
import type { BookDetail } from '#contract/books.ts'
import { COMMENT_QUOTE_MAX } from '#contract/values/comments.ts'
import { QUOTE_CARD } from '#web/messages/quote-card.ts'
import { Button } from '#web/ui/button.tsx'
import { useCopy } from '#web/ui/copy-text.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { inFileName, saveBlob } from '#web/ui/save-file.ts'
import { useToast } from '#web/ui/toast.tsx'
import { type DrawnBook, drawQuote, SIDE } from './draw-quote.ts'
import css from './quote-dialog.module.css'
import { cutQuote } from './set-quote.ts'

export type QuotedBook = DrawnBook & Pick<BookDetail, 'downloads'>

interface QuoteDialogProps {
  book: QuotedBook
  quote: string
  onClose: () => void
}

/** A quote as a picture, drawn on the device, to save, share and copy. Of a book for reading here only the quote is short. */
export const QuoteDialog = ({ book, quote: whole, onClose }: QuoteDialogProps) => {
  const toast = useToast()
  const copyText = useCopy(QUOTE_CARD.textCopied, QUOTE_CARD.textNotCopied)
  const canvas = useRef<HTMLCanvasElement>(null)
  const [picture, setPicture] = useState<File>()
  const [hasFailed, setFailed] = useState(false)
  const quote = book.downloads === 'none' ? cutQuote(whole, COMMENT_QUOTE_MAX) : whole
  const alt = QUOTE_CARD.alt(quote, book.title, book.author)
  const name = `${inFileName(book.title)}.png`
  useEffect(() => {
    let isClosed = false
    const draw = async (drawn: HTMLCanvasElement) => {
      await drawQuote(drawn, quote, book)
      const blob = await new Promise<Blob | null>((resolve) => drawn.toBlob(resolve, 'image/png'))
      if (!blob) throw new Error('The canvas has no picture')
      if (!isClosed) setPicture(new File([blob], name, { type: 'image/png' }))
    }
    if (canvas.current) draw(canvas.current).catch(() => !isClosed && setFailed(true))
    return () => {
      isClosed = true
    }
  }, [quote, book, name])

  const copyPicture = async (file: File) => {
    try {
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': file })])
      toast.good(QUOTE_CARD.copied)
    } catch {
      toast.bad(QUOTE_CARD.notCopied)
    }
  }
  return (
    <Dialog
      wide
      onClose={onClose}
      title={QUOTE_CARD.title}
      actions={
        <>
          <Button onClick={onClose}>{QUOTE_CARD.close}</Button>
          <Button kind="quiet" onClick={() => void copyText(alt)}>
            {QUOTE_CARD.copyText}
          </Button>
          {canCopy() && (
            <Button busy={!picture} onClick={() => picture && void copyPicture(picture)}>
              {QUOTE_CARD.copy}
            </Button>
          )}
          {canShare(name) && (
            <Button
              busy={!picture}
              // Who closes the choice of the device has shared nothing, which is no error.
              onClick={() => picture && void navigator.share({ files: [picture] }).catch(() => undefined)}
            >
              {QUOTE_CARD.share}
            </Button>
          )}
          <Button kind="strong" busy={!picture} onClick={() => picture && saveBlob(name, picture)}>
            {QUOTE_CARD.save}
          </Button>
        </>
      }
    >
      <p>{hasFailed ? QUOTE_CARD.failed : QUOTE_CARD.about}</p>
      {quote !== whole && <p>{QUOTE_CARD.cut}</p>}
      <canvas ref={canvas} className={css.picture} width={SIDE} height={SIDE} role="img" aria-label={alt} />
    </Dialog>
  )
}

const canCopy = () => 'ClipboardItem' in window && 'clipboard' in navigator

const canShare = (name: string) =>
  'canShare' in navigator && navigator.canShare({ files: [new File([''], name, { type: 'image/png' })] })
