import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { isProblem } from '#contract/api-error.ts'
import { getPosition } from '#contract/calls/reading.ts'
import type { Position } from '#contract/reading.ts'
import { api } from '#web/api/api-client.ts'
import { thisDevice } from '#web/session/device.ts'
import { readStoredPosition } from '#web/session/stored-positions.ts'
import { type OpeningPosition, type PositionNotice, openingPosition, otherDeviceNotice } from './opening-position.ts'
import { type PositionOwner, sendPosition, storeOpenedPosition, storePosition } from './save-position.ts'

/** A page counts as read when it has been shown for this long. */
const DWELL_MS = 700
/** How long opening a book waits for the server. */
const LOAD_TIMEOUT_MS = 2500
const RETRY_MS = 10_000

const loadPosition = async (owner: PositionOwner): Promise<Position> =>
  (await sendPosition(owner)) ??
  (await api(getPosition, { params: { id: owner.bookId }, query: { device: thisDevice().id } }))

/** Where the book opens. If the server does not answer in time, the stored position is used, and `onLate` gets the answer. */
const loadOpeningPosition = async (
  owner: PositionOwner,
  onLate: (position: Position) => void,
): Promise<OpeningPosition & { isUnread: boolean }> => {
  const loading = loadPosition(owner).catch(() => undefined)
  const timeout = new Promise<undefined>((resolve) => window.setTimeout(resolve, LOAD_TIMEOUT_MS))
  const position = await Promise.race([loading, timeout])
  if (!position) void loading.then((late) => late && onLate(late))
  const opening = openingPosition(readStoredPosition(owner.userId, owner.bookId), position)
  storeOpenedPosition(owner, opening)
  return { ...opening, isUnread: position?.at === null }
}

interface PositionOptions {
  /** The visible page, once the book is open. */
  page: number | undefined
  /** The page in the address, which goes before the saved position. */
  addressed: number | undefined
  goToPage: (page: number) => void
}

/**
 * Opens the book at the saved position, saves each page that is read, and shows a notice if another device is at another
 * page. For a visitor, whose `userId` is null, nothing is saved; while it is undefined, opening waits for it.
 */
export const usePosition = (
  userId: string | null | undefined,
  bookId: string,
  { page, addressed, goToPage }: PositionOptions,
) => {
  const owner = useMemo(() => (userId ? { userId, bookId } : undefined), [userId, bookId])
  const [opening, setOpening] = useState<Awaited<ReturnType<typeof loadOpeningPosition>>>()
  const [isOpened, setOpened] = useState(false)
  const isRestored = isOpened || userId === null
  const [notice, setNotice] = useState<PositionNotice>()
  const [isUnsent, setUnsent] = useState(false)
  const savedPage = useRef<number>(undefined)
  const isAnswered = useRef(false)

  const onPosition = useCallback(
    (position: Position) => {
      const stored = owner && readStoredPosition(owner.userId, owner.bookId)
      if (!stored || isAnswered.current) return
      const otherDevice = otherDeviceNotice(position, stored)
      setNotice((shown) => otherDevice ?? (shown?.kind === 'elsewhere' ? undefined : shown))
    },
    [owner],
  )

  const send = useCallback(async () => {
    if (!owner) return
    try {
      const position = await sendPosition(owner)
      setUnsent(false)
      if (position) onPosition(position)
    } catch (thrown) {
      setUnsent(!isProblem(thrown, 'not_found'))
    }
  }, [owner, onPosition])

  const save = useCallback(
    (newPage: number, seen?: number) => {
      if (!owner) return
      savedPage.current = newPage
      storePosition(owner, newPage, seen)
      void send()
    },
    [owner, send],
  )

  useEffect(() => {
    if (!owner) return
    let isUnmounted = false
    void loadOpeningPosition(owner, onPosition).then((loaded) => !isUnmounted && setOpening(loaded))
    return () => {
      isUnmounted = true
    }
  }, [owner, onPosition])

  const isOpen = page !== undefined
  useEffect(() => {
    if (!opening || !isOpen || isRestored) return
    const { page: saved, notice: shown, isUnread } = opening
    // A book that nobody has read from is saved at its first page too, so that it is listed as begun.
    savedPage.current = isUnread ? undefined : saved
    goToPage(addressed ?? saved)
    const isElsewhere = addressed !== undefined && addressed !== saved
    setNotice(isElsewhere && shown?.kind === 'stopped' ? undefined : shown)
    setOpened(true)
  }, [opening, isOpen, isRestored, addressed, goToPage])

  useEffect(() => {
    if (!isRestored || page === undefined || page === savedPage.current) return
    const saveShownPage = () => {
      setNotice((shown) => (shown?.kind === 'stopped' ? undefined : shown))
      save(page)
    }
    const timer = window.setTimeout(saveShownPage, DWELL_MS)
    window.addEventListener('pagehide', saveShownPage)
    return () => {
      window.clearTimeout(timer)
      window.removeEventListener('pagehide', saveShownPage)
    }
  }, [isRestored, page, save])

  useEffect(() => {
    if (!owner) return
    const onVisible = () => {
      if (document.visibilityState === 'hidden') return
      isAnswered.current = false
      loadPosition(owner).then(onPosition, () => undefined)
    }
    const sendNow = () => void send()
    window.addEventListener('online', sendNow)
    document.addEventListener('visibilitychange', onVisible)
    const timer = isUnsent ? window.setInterval(sendNow, RETRY_MS) : undefined
    return () => {
      window.removeEventListener('online', sendNow)
      document.removeEventListener('visibilitychange', onVisible)
      window.clearInterval(timer)
    }
  }, [owner, onPosition, send, isUnsent])

  /** Goes to the page that the reader chose in a notice. Their answer about another device is saved with the version they saw. */
  const onNoticeAnswer = (chosenPage: number) => {
    if (notice?.kind === 'elsewhere') {
      isAnswered.current = true
      save(chosenPage, notice.version)
    }
    setNotice(undefined)
    goToPage(chosenPage)
  }
  return { isRestored, notice, isUnsent, onNoticeAnswer }
}
