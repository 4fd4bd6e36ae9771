import { useCallback, useEffect, useRef } from 'react'
import { useLocation, useNavigate, useNavigationType } from 'react-router'
import type { Jump, Pages } from './show-pages.ts'

/** A page that is shown for this long gets into the address. */
const DWELL_MS = 700
/** After a jump the way back is offered until the reader is this many pages away from its target. */
const PAGES_NEARBY = 2

/** The state of the history entry of a jump: where it came from. */
interface JumpState {
  from: number
  to: number
  isMatch: boolean
}

interface PageAddressOptions {
  pages: Pages | undefined
  /** The visible page, once the book is open at its position. */
  page: number | undefined
  goToPage: (page: number) => void
}

/** The address of a page of this document. */
const hashOf = (page: number) => `#page=${page}`

/** The address of a page of this book, to share. */
export const addressOfPage = (page: number) => new URL(hashOf(page), window.location.href).href

/** The page in an address, if there is one. */
export const pageOfHash = (hash: string): number | undefined =>
  Number(/^#page=([1-9]\d{0,5})(?:&|$)/.exec(hash)?.[1]) || undefined

/**
 * Writes the visible page into the address, and a history entry for each jump, so that Back returns to where it came from.
 * The matches of one search are one jump.
 */
export const usePageAddress = ({ pages, page, goToPage }: PageAddressOptions) => {
  const location = useLocation()
  const { hash, search, state } = location
  const navigate = useNavigate()
  const isPop = useNavigationType() === 'POP'
  const jump = state as JumpState | null
  const handled = useRef(location)
  const openedAt = useRef<number>(undefined)

  const write = useCallback(
    (at: number, options: { replace: boolean; state: JumpState | null }) => {
      void navigate({ search, hash: hashOf(at) }, { ...options, preventScrollReset: true })
    },
    [navigate, search],
  )

  useEffect(() => {
    if (!pages) return
    const onJump = ({ from, to, isMatch }: Jump) => {
      if (isMatch && jump?.isMatch) return write(to, { replace: true, state: { ...jump, to } })
      write(from, { replace: true, state: jump })
      write(to, { replace: false, state: { from, to, isMatch } })
    }
    pages.events.on('jump', onJump)
    return () => pages.events.off('jump', onJump)
  }, [pages, jump, write])

  useEffect(() => {
    if (page === undefined) return
    openedAt.current ??= page
    // A book that was only opened keeps the address without a page, which opens it at the saved position.
    if (pageOfHash(hash) === page || (!hash && page === openedAt.current)) return
    const isNearby = jump !== null && Math.abs(page - jump.to) <= PAGES_NEARBY
    const timer = window.setTimeout(() => write(page, { replace: true, state: isNearby ? jump : null }), DWELL_MS)
    return () => window.clearTimeout(timer)
  }, [page, hash, jump, write])

  useEffect(() => {
    // Not by its key, which is the same for all addresses that are typed in.
    if (handled.current === location) return
    handled.current = location
    if (isPop) goToPage(pageOfHash(hash) ?? openedAt.current ?? 1)
  }, [location, hash, isPop, goToPage])

  const goBack = useCallback(() => void navigate(-1), [navigate])
  return { jumpedFrom: jump?.from, goBack }
}
