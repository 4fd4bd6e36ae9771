import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { isProblem } from '#contract/problems.ts'
import { type Position, getPosition } from '#contract/reading.ts'
import { api } from '#web/api/browser.ts'
import { thisDevice } from '#web/session/device.ts'
import { readStoredPosition } from '#web/session/stored-positions.ts'
import { type Whose, storePosition, storeOpenedPosition, sendPosition } from './save-position.ts'
import { type OpeningPosition, type PositionNotice, elsewhere, openingPosition } from './opening-position.ts'

/** A page is read when somebody stays so long. */
const DWELL_MS = 700
const PATIENCE_MS = 2500
const AGAIN_MS = 10_000

const ask = async (whose: Whose): Promise<Position> =>
  (await sendPosition(whose)) ??
  (await api(getPosition, { params: { id: whose.bookId }, query: { device: thisDevice().id } }))

/** Where the book opens; without a network, or a quick one, where this browser left it. */
const findPlace = async (whose: Whose, hearLate: (position: Position) => void): Promise<OpeningPosition> => {
  const asked = ask(whose).catch(() => undefined)
  const late = new Promise<undefined>((resolve) => window.setTimeout(resolve, PATIENCE_MS))
  const position = await Promise.race([asked, late])
  if (!position) void asked.then((answer) => answer && hearLate(answer))
  const place = openingPosition(readStoredPosition(whose.userId, whose.bookId), position)
  storeOpenedPosition(whose, place)
  return place
}

interface Shown {
  /** The page on show, once there is one. */
  page: number | undefined
  turnTo: (page: number) => void
}

/**
 * Opens the book where it was left, keeps each page that is read and sends it, and asks where another device is
 * elsewhere. Without a user nothing is kept.
 */
export const usePosition = (userId: string | undefined, bookId: string, { page, turnTo }: Shown) => {
  const whose = useMemo(() => (userId ? { userId, bookId } : undefined), [userId, bookId])
  const [opening, setOpening] = useState<OpeningPosition>()
  const [isPlaced, setPlaced] = useState(!userId)
  const [notice, setNotice] = useState<PositionNotice>()
  const [isUnsent, setUnsent] = useState(false)
  const saved = useRef<number>(undefined)
  const asksNoMore = useRef(false)

  const hear = useCallback(
    (position: Position) => {
      const kept = whose && readStoredPosition(whose.userId, whose.bookId)
      if (!kept || asksNoMore.current) return
      const question = elsewhere(position, kept)
      setNotice((told) => question ?? (told?.kind === 'elsewhere' ? undefined : told))
    },
    [whose],
  )

  const send = useCallback(async () => {
    if (!whose) return
    try {
      const position = await sendPosition(whose)
      setUnsent(false)
      if (position) hear(position)
    } catch (thrown) {
      setUnsent(!isProblem(thrown, 'not_found'))
    }
  }, [whose, hear])

  const save = useCallback(
    (reached: number, seen?: number) => {
      if (!whose) return
      saved.current = reached
      storePosition(whose, reached, seen)
      void send()
    },
    [whose, send],
  )

  useEffect(() => {
    if (!whose) return
    let isGone = false
    void findPlace(whose, hear).then((place) => !isGone && setOpening(place))
    return () => {
      isGone = true
    }
  }, [whose, hear])

  const isOpen = page !== undefined
  useEffect(() => {
    if (!opening || !isOpen || isPlaced) return
    saved.current = opening.page
    turnTo(opening.page)
    setNotice(opening.notice)
    setPlaced(true)
  }, [opening, isOpen, isPlaced, turnTo])

  useEffect(() => {
    if (!isPlaced || page === undefined || page === saved.current) return
    const settle = () => {
      setNotice((told) => (told?.kind === 'stopped' ? undefined : told))
      save(page)
    }
    const timer = window.setTimeout(settle, DWELL_MS)
    window.addEventListener('pagehide', settle)
    return () => {
      window.clearTimeout(timer)
      window.removeEventListener('pagehide', settle)
    }
  }, [isPlaced, page, save])

  useEffect(() => {
    if (!whose) return
    const comeBack = () => {
      if (document.visibilityState === 'hidden') return
      asksNoMore.current = false
      ask(whose).then(hear, () => undefined)
    }
    const sendNow = () => void send()
    window.addEventListener('online', sendNow)
    document.addEventListener('visibilitychange', comeBack)
    const timer = isUnsent ? window.setInterval(sendNow, AGAIN_MS) : undefined
    return () => {
      window.removeEventListener('online', sendNow)
      document.removeEventListener('visibilitychange', comeBack)
      window.clearInterval(timer)
    }
  }, [whose, hear, send, isUnsent])

  /** Goes to a page because its reader said so; where they were asked, they have seen where the other device is. */
  const settleAt = (reached: number) => {
    if (notice?.kind === 'elsewhere') {
      asksNoMore.current = true
      save(reached, notice.version)
    }
    setNotice(undefined)
    turnTo(reached)
  }
  return { isPlaced, notice, isUnsent, settleAt }
}
