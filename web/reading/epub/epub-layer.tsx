import { ArrowRight, X } from 'lucide'
import { useCallback, useEffect, useRef, useState } from 'react'
import { EPUB } from '#web/messages/epub.ts'
import { READING } from '#web/messages/reading.ts'
import type { LayerProps } from '#web/reading/format/opened-book.ts'
import type { Room } from '#web/session/room.ts'
import { useTextSettings } from '#web/session/text-settings.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useLatest } from '#web/ui/use-latest.ts'
import css from './epub-layer.module.css'
import { looksOf } from './looks.ts'
import type { OpenEpub } from './open-epub.ts'
import { useFrameActions } from './use-frame-actions.ts'
import { PlacePreview } from './place-preview.tsx'
import { useLinks } from './use-links.ts'
import { usePointedLink } from './use-pointed-link.ts'

interface EpubLayerProps extends LayerProps {
  epub: OpenEpub
}

/** What an EPUB has besides its frames: how it looks, what fingers and keys do there, notes, links and images. */
export const EpubLayer = ({ epub, isPaged, room, onTap, onReadOn }: EpubLayerProps) => {
  useLooks(epub, { isPaged, room })
  useFrameActions(epub, { isPaged, onTap, onReadOn })
  const { link, close } = useLinks(epub)
  const { pointed, close: closePointed } = usePointedLink(epub)
  const { image, closeImage } = useImage(epub)
  useFocusBack(epub, link !== undefined || image !== undefined || pointed?.isTouch === true)
  // Behind the effects above, which follow.
  useEffect(() => epub.reader.tellEarly(), [epub.reader])
  return (
    <>
      {!isPaged && <NextChapter epub={epub} />}
      {link?.kind === 'note' && (
        <LinkPanel
          text={link.text || EPUB.noteMissing}
          label={EPUB.note}
          action={EPUB.goToNote}
          onFollow={link.follow}
          onClose={close}
        />
      )}
      {pointed?.isTouch && (
        <LinkPanel
          text={pointed.words}
          label={READING.preview}
          action={READING.follow(pointed.page)}
          onFollow={pointed.follow}
          onClose={closePointed}
        />
      )}
      {pointed && !pointed.isTouch && <PlacePreview link={pointed} />}
      <OutsideLink address={link?.kind === 'out' ? link.address : undefined} onClose={close} />
      <Dialog
        open={image !== undefined}
        wide
        title={image?.alt || EPUB.image}
        onClose={closeImage}
        closeLabel={EPUB.close}
      >
        {image && <img className={css.image} src={image.url} alt={image.alt} />}
      </Dialog>
    </>
  )
}

/** Once what is shown over the book has given the focus back to its frame, the frame to what had it there. */
const useFocusBack = ({ reader }: OpenEpub, isOver: boolean) => {
  useEffect(() => {
    if (!isOver) return
    return () => {
      if (document.activeElement instanceof HTMLIFrameElement) reader.sendAll({ kind: 'focus' })
    }
  }, [reader, isOver])
}

const useLooks = ({ reader, view }: OpenEpub, { isPaged, room }: { isPaged: boolean; room: Room }) => {
  const [{ size, leading, margins, face }] = useTextSettings()
  useEffect(() => {
    const text = { size, leading, margins, face }
    reader.setLooks(looksOf(view.container, { text, isPaged, room }))
  }, [reader, view, size, leading, margins, face, isPaged, room])
  useEffect(() => {
    void reader.addFace(face)
  }, [reader, face])
}

/** In scrolled text, at the end of a chapter: the way on for pointers and screen readers. */
const NextChapter = ({ epub: { reader, map, view } }: Pick<EpubLayerProps, 'epub'>) => {
  const [next, setNext] = useState<number>()
  useEffect(
    () =>
      reader.follow(() => {
        const isEnd = reader.screen?.isEnd === true
        const following = (reader.chapters.at(-1) ?? 0) + 1
        setNext(isEnd && map.hasChapter(following) ? following : undefined)
      }),
    [reader, map],
  )
  const goOn = async (chapter: number) => {
    await reader.goAndFocus({ chapter, to: { position: 0 } })
    // The button goes with the end of the chapter.
    view.container.focus({ preventScroll: true })
  }
  if (next === undefined) return null
  return (
    <div className={css.next}>
      <Button kind="strong" onClick={() => void goOn(next).catch(() => undefined)}>
        <span dir="auto">{EPUB.nextChapter(map.titleOf(next))}</span>
        <Icon of={ArrowRight} pointing />
      </Button>
    </div>
  )
}

interface LinkPanelProps {
  text: string
  label: string
  /** The name of the button that follows the link. */
  action: string
  onFollow: () => void
  onClose: () => void
}

/** The text of a footnote, or where a link leads, without leaving the page. */
const LinkPanel = ({ text, label, action, onFollow, onClose }: LinkPanelProps) => {
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The frame, where the link still has the focus.
    const opener = document.activeElement
    panel.current?.focus()
    return () => {
      if (document.activeElement === document.body && opener instanceof HTMLElement) opener.focus()
    }
  }, [text])
  return (
    <div
      ref={panel}
      className={`on-blotter ${css.note}`}
      role="dialog"
      aria-label={label}
      tabIndex={-1}
      data-own-keys
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
    >
      <IconButton label={EPUB.close} className={css.close} onClick={onClose}>
        <Icon of={X} />
      </IconButton>
      <p dir="auto">{text}</p>
      <Button
        kind="quiet"
        onClick={() => {
          onClose()
          onFollow()
        }}
      >
        {action}
      </Button>
    </div>
  )
}

/** A link out of the book is shown before it is opened: its words may promise another address. */
const OutsideLink = ({ address, onClose }: { address: string | undefined; onClose: () => void }) => (
  <Dialog
    open={address !== undefined}
    title={EPUB.leaves}
    onClose={onClose}
    actions={
      <>
        <Button kind="quiet" onClick={onClose}>
          {EPUB.stay}
        </Button>
        <Button
          kind="strong"
          onClick={() => {
            window.open(address, '_blank', 'noopener,noreferrer')
            onClose()
          }}
        >
          {EPUB.openLink}
        </Button>
      </>
    }
  >
    <p className={css.address} dir="ltr">
      {address}
    </p>
  </Dialog>
)

/** The image that is enlarged, from the edition: the frame names its path. */
const useImage = ({ reader, edition }: OpenEpub) => {
  const [image, setImage] = useState<{ url: string; alt: string }>()
  const opener = useLatest(image)
  useEffect(() => {
    let isUnmounted = false
    const unfollow = reader.follow((event) => {
      if (event.kind !== 'image') return
      const { path, alt } = event
      const open = async () => {
        const file = (await edition.resources([path])).get(path)
        if (file?.type.startsWith('image/') && !isUnmounted) setImage({ url: URL.createObjectURL(file), alt })
      }
      open().catch(() => undefined)
    })
    return () => {
      isUnmounted = true
      unfollow()
    }
  }, [reader, edition])
  const closeImage = useCallback(() => {
    if (opener.current) URL.revokeObjectURL(opener.current.url)
    setImage(undefined)
  }, [opener])
  return { image, closeImage }
}
