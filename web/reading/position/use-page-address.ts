import type { Place } from '#contract/shapes/place.ts'
import { hashOfPlace, placeOfHash } from '#contract/shapes/place-address.ts'
import { useCallback, useEffect, useRef } from 'react'
import { useLocation, useNavigate, useNavigation, useNavigationType } from 'react-router'
import type { OpenedBook } from '#web/reading/format/opened-book.ts'

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
  book: OpenedBook | undefined
  /** The visible page, once the book is open at its position. */
  page: number | undefined
  goTo: (place: Place) => void
}

/** The address of a page of this document. */
const hashOf = (page: number) => hashOfPlace({ page })

/** The address of a page of this book, to share. */
export const addressOfPage = (page: number) => new URL(hashOf(page), window.location.href).href

/** The page in an address, if there is one. */
const pageOfHash = (hash: string): number | undefined => placeOfHash(hash)?.page

/**
 * Writes the visible page into the address, and a history entry for each jump, so that Back returns to where it came from.
 * The matches of one search are one jump.
 */
export const usePageAddress = ({ book, page, goTo }: PageAddressOptions) => {
  const location = useLocation()
  const { hash, search, state } = location
  const navigate = useNavigate()
  const isPop = useNavigationType() === 'POP'
  // Whatever is written into the address then would end the way to the next page.
  const isLeaving = useNavigation().state !== 'idle'
  const jump = state as JumpState | null
  const handled = useRef(location)
  const openedAt = useRef<number>(undefined)
  /** What the history has. The location follows later, when it is rendered, and a second jump may come before. */
  const current = useRef({ page: pageOfHash(hash), jump })

  const write = useCallback(
    (at: number, options: { replace: boolean; state: JumpState | null }) => {
      current.current = { page: at, jump: options.state }
      void navigate({ search, hash: hashOf(at) }, { ...options, preventScrollReset: true })
    },
    [navigate, search],
  )

  useEffect(() => {
    if (!book) return
    return book.followJumps(({ from, to, isMatch }) => {
      const { jump: before } = current.current
      if (isMatch && before?.isMatch) return write(to, { replace: true, state: { ...before, to } })
      write(from, { replace: true, state: before })
      write(to, { replace: false, state: { from, to, isMatch } })
    })
  }, [book, write])

  useEffect(() => {
    if (page === undefined || isLeaving) return
    openedAt.current ??= page
    // A book that was only opened keeps the address without a page, which opens it at the saved position.
    if ((current.current.page ?? openedAt.current) === page) return
    const timer = window.setTimeout(() => {
      const { jump: before } = current.current
      const isNearby = before !== null && Math.abs(page - before.to) <= PAGES_NEARBY
      write(page, { replace: true, state: isNearby ? before : null })
    }, DWELL_MS)
    return () => window.clearTimeout(timer)
  }, [page, write, isLeaving])

  useEffect(() => {
    // Not by its key, which is the same for all addresses that are typed in.
    if (handled.current === location) return
    handled.current = location
    if (!isPop) return
    current.current = { page: pageOfHash(hash), jump }
    goTo({ page: current.current.page ?? openedAt.current ?? 1 })
  }, [location, hash, jump, isPop, goTo])

  const goBack = useCallback(() => void navigate(-1), [navigate])
  return { jumpedFrom: jump?.from, goBack }
}
