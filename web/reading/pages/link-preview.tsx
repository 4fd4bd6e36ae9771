import { useEffect, useRef } from 'react'
import { READING } from '#web/messages/reading.ts'
import { Button, ButtonAnchor } from '#web/ui/button.tsx'
import { usePlaceBeside } from '#web/ui/use-place-beside.ts'
import css from './link-preview.module.css'
import type { LinkTarget } from './read-link.ts'
import type { OpenPages } from './open-pdf.ts'

export interface PreviewedLink {
  target: LinkTarget
  /** The link on screen. */
  box: DOMRect
  /** By a finger, which has no other way to follow it. */
  isTouched: boolean
}

interface LinkPreviewProps {
  link: PreviewedLink
  pages: OpenPages
  onClose: () => void
}

const WIDTH = 340
const HEIGHT = 190
/** The excerpt begins so far above where the link leads. */
const GAP = 8

/** A link before it is followed: the part of the page where it leads, or the name of the other site. */
export const LinkPreview = ({ link: { target, box, isTouched }, pages, onClose }: LinkPreviewProps) => {
  const { popover, place } = usePlaceBeside(box)
  const label = target.kind === 'inside' ? pages.pageName(target.page) : ''
  return (
    <div
      ref={popover}
      className={css.preview}
      style={{ ...place, pointerEvents: isTouched ? undefined : 'none' }}
      role={isTouched ? 'dialog' : 'tooltip'}
      aria-label={READING.preview}
      data-own-keys
    >
      {target.kind === 'inside' ? (
        <>
          <Excerpt pages={pages} page={target.page} top={target.top} />
          {isTouched ? (
            <Button
              kind="quiet"
              onClick={() => {
                onClose()
                void pages.links.goToDestination(target.destination)
              }}
            >
              {READING.follow(label)}
            </Button>
          ) : (
            <p>{READING.linkTo(label)}</p>
          )}
        </>
      ) : isTouched ? (
        <ButtonAnchor
          kind="quiet"
          href={target.url}
          target="_blank"
          rel="noopener noreferrer nofollow"
          onClick={onClose}
        >
          {READING.openSite(target.host)}
        </ButtonAnchor>
      ) : (
        <p>{READING.outside(target.host)}</p>
      )}
    </div>
  )
}

/** A strip of a page as wide as the preview. */
const Excerpt = ({ pages: { pdf }, page, top }: { pages: OpenPages; page: number; top: number }) => {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    let isUnmounted = false
    const draw = async () => {
      const shown = await pdf.getPage(page)
      if (isUnmounted || !canvas.current) return
      const ratio = window.devicePixelRatio || 1
      const whole = shown.getViewport({ scale: 1 })
      const scale = (WIDTH * ratio) / whole.width
      // A line above the place, so that its beginning is not at the edge.
      const from = Math.min(Math.max(top - GAP, 0), Math.max(whole.height - (HEIGHT * ratio) / scale, 0))
      canvas.current.width = WIDTH * ratio
      canvas.current.height = Math.min(HEIGHT * ratio, whole.height * scale)
      await shown.render({ canvas: canvas.current, viewport: shown.getViewport({ scale, offsetY: -from * scale }) })
        .promise
    }
    // A page that cannot be drawn leaves the strip blank.
    draw().catch(() => undefined)
    return () => {
      isUnmounted = true
    }
  }, [pdf, page, top])
  return <canvas ref={canvas} className={css.excerpt} aria-hidden="true" />
}
