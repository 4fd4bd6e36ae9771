import { Suspense, useEffect } from 'react'
import type { LayerProps } from '#web/reading/format/opened-book.ts'
import { isDark } from '#web/session/room.ts'
import { optionalPart } from '#web/ui/optional-part.ts'
import type { OpenPages } from './open-pdf.ts'
import { sparePictures } from './spare-pictures.ts'
import { useGestures } from './use-gestures.ts'
import { useLinkPreview } from './use-link-preview.ts'
import { usePaged } from './use-paged.ts'
import { useTwoPages } from './use-two-pages.ts'

const LinkPreview = optionalPart(async () => (await import('./link-preview.tsx')).LinkPreview)

interface PagesLayerProps extends LayerProps {
  bookId: string
  pages: OpenPages
}

/** What pages have besides their drawings: how they are laid out, what fingers do there, and links before they are followed. */
export const PagesLayer = ({ bookId, pages, isPaged, isDouble, isRtl, room, onTap }: PagesLayerProps) => {
  const preview = useLinkPreview(pages)
  useTwoPages(pages, { bookId, isEnabled: isDouble })
  usePaged(pages, isPaged)
  useGestures(pages, { isPaged, isRtl, onTap })
  const hasDarkPage = isDark(room)
  useEffect(() => (hasDarkPage ? sparePictures(pages) : undefined), [pages, hasDarkPage])
  if (!preview.link) return null
  return (
    <Suspense>
      <LinkPreview link={preview.link} pages={pages} onClose={preview.close} />
    </Suspense>
  )
}
