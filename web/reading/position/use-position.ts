import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { isProblem } from '#contract/api/api-error.ts'
import { getPosition } from '#contract/calls/reading.ts'
import type { Place } from '#contract/shapes/place.ts'
import type { Position } from '#contract/reading.ts'
import { api } from '#web/api/api-client.ts'
import type { Passage } from '#web/reading/format/book-view.ts'
import { thisDevice } from '#web/session/device.ts'
import { isSamePlace, placeIn } from '#web/reading/format/place-in.ts'
import { readStoredPosition } from '#web/session/stored-positions.ts'
import { type PositionNotice, openingPosition, otherDeviceNotice } from './opening-position.ts'
import { type PositionOwner, sendPosition, storeOpenedPosition, storePosition } from './save-position.ts'

/** A place counts as read when it has been shown for this long. */
const DWELL_MS = 700
/** How long opening a book waits for the server. */
const LOAD_TIMEOUT_MS = 2500
const RETRY_MS = 10_000
const CARRY_TIMEOUT_MS = 8000
const CARRY_RETRY_MS = 400

const loadPosition = async (owner: PositionOwner, fileVersion?: number): Promise<Position> =>
  (await sendPosition(owner)) ??
  (await api(getPosition, {
    params: { id: owner.bookId },
    query: { device: thisDevice().id, fileVersion: fileVersion?.toString() },
  }))

/** The server's answer; undefined if it takes too long, and `onLate` gets it then. */
const loadInTime = async (
  owner: PositionOwner,
  onLate: (position: Position) => void,
): Promise<Position | undefined> => {
  const loading = loadPosition(owner).catch(() => undefined)
  const timeout = new Promise<undefined>((resolve) => window.setTimeout(resolve, LOAD_TIMEOUT_MS))
  const position = await Promise.race([loading, timeout])
  if (!position) void loading.then((late) => late && onLate(late))
  return position
}

/** Waits until the library has found the place in the current file, but not for long. */
const untilCarried = async ({ bookId }: PositionOwner, fileVersion: number, timeoutMs = CARRY_TIMEOUT_MS) => {
  for (const until = Date.now() + timeoutMs; Date.now() < until;) {
    const query = { fileVersion: String(fileVersion) }
    const position = await api(getPosition, { params: { id: bookId }, query }).catch(() => undefined)
    if (position?.newVersion?.isCarried !== false) return
    await new Promise((resolve) => window.setTimeout(resolve, CARRY_RETRY_MS))
  }
}

interface PositionOptions {
  /** What is visible, once the book is open. It changes only with its values. */
  place: Place | undefined
  /** The place in the address, which goes before the saved position. */
  addressed: Place | undefined
  goTo: (place: Place | Passage) => void
  /** That of the file that is open. */
  fileVersion: number
}

type NewVersion = NonNullable<Position['newVersion']>

/**
 * Opens the book at the saved position, saves each place that is read, and shows a notice if another device is at another
 * page. For a visitor, whose `userId` is null, nothing is saved; while it is undefined, opening waits for it.
 */
export const usePosition = (
  userId: string | null | undefined,
  bookId: string,
  { place, addressed, goTo, fileVersion }: PositionOptions,
) => {
  const owner = useMemo(() => (userId ? { userId, bookId } : undefined), [userId, bookId])
  /** What the server says of the place, once that is known, or will not be in time. */
  const [answer, setAnswer] = useState<{ position: Position | undefined; ofReplaced: number | undefined }>()
  /** That of the file that was open at its place, which another one may have replaced since. */
  const [openedVersion, setOpenedVersion] = useState<number>()
  const isRestored = userId === null || openedVersion === fileVersion
  const [notice, setNotice] = useState<PositionNotice>()
  const [newVersion, setNewVersion] = useState<NewVersion>()
  const lastTold = useRef(0)
  const [isUnsent, setUnsent] = useState(false)
  const saved = useRef<Place>(undefined)
  const isAnswered = useRef(false)

  /** Once, also of an answer that comes with each page of an earlier file. */
  const tell = useCallback((version: NewVersion | undefined) => {
    if (!version || version.number <= lastTold.current) return
    lastTold.current = version.number
    setNewVersion(version)
  }, [])

  const onPosition = useCallback(
    (position: Position) => {
      tell(position.newVersion)
      const stored = owner && readStoredPosition(owner.userId, owner.bookId)
      if (!stored || isAnswered.current) return
      const otherDevice = otherDeviceNotice(position, stored)
      setNotice((shown) => otherDevice ?? (shown?.kind === 'elsewhere' ? undefined : shown))
    },
    [owner, tell],
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
    (next: Place, seen?: number) => {
      if (!owner) return
      saved.current = next
      storePosition(owner, next, { seen, fileVersion })
      void send()
    },
    [owner, send, fileVersion],
  )

  useEffect(() => {
    if (!owner || isRestored) return
    let isUnmounted = false
    const onAnswer = (position: Position | undefined) =>
      !isUnmounted && setAnswer({ position, ofReplaced: openedVersion })
    // The book may be open by then.
    const onLate = (position: Position) => (isUnmounted ? onPosition(position) : onAnswer(position))
    const load = async () => {
      if (openedVersion !== undefined) {
        await sendPosition(owner).catch(() => undefined)
        await untilCarried(owner, openedVersion, LOAD_TIMEOUT_MS)
      }
      onAnswer(await loadInTime(owner, onLate))
    }
    void load()
    return () => {
      isUnmounted = true
    }
  }, [owner, onPosition, isRestored, openedVersion])

  const isOpen = place !== undefined
  useEffect(() => {
    if (!owner || !answer || answer.ofReplaced !== openedVersion || !isOpen || isRestored) return
    const { position } = answer
    const opening = openingPosition(readStoredPosition(owner.userId, owner.bookId), position, fileVersion)
    storeOpenedPosition(owner, opening)
    const { notice: shown, quote } = opening
    const { newVersion: version } = position ?? {}
    const isUnread = position?.at === null
    const last = placeIn(opening)
    // A book that nobody has read from is saved at its first page too, so that it is listed as begun.
    // So that a reader is told of a new version once, the place in it is saved too, as soon as it is known exactly.
    saved.current = isUnread || version?.isCarried ? undefined : last
    tell(version)
    const isReplaced = openedVersion !== undefined
    const elsewhere = isReplaced || addressed?.page === last.page ? undefined : addressed
    goTo(elsewhere ?? (quote === undefined ? last : { ...last, quote }))
    // An answer of the server that came late may have set one already.
    setNotice((late) => late ?? ((elsewhere || isReplaced) && shown?.kind === 'stopped' ? undefined : shown))
    setOpenedVersion(fileVersion)
  }, [owner, answer, isOpen, isRestored, openedVersion, addressed, goTo, tell, fileVersion])

  useEffect(() => {
    if (!isRestored || !place || isSamePlace(place, saved.current)) return
    const saveShownPlace = () => {
      // The page is left after it was saved.
      if (isSamePlace(place, saved.current)) return
      setNotice((shown) => (shown?.kind === 'stopped' ? undefined : shown))
      save(place)
    }
    const timer = window.setTimeout(saveShownPlace, DWELL_MS)
    window.addEventListener('pagehide', saveShownPlace)
    return () => {
      window.clearTimeout(timer)
      window.removeEventListener('pagehide', saveShownPlace)
    }
  }, [isRestored, place, save])

  useEffect(() => {
    if (!owner) return
    const onVisible = () => {
      if (document.visibilityState === 'hidden') return
      isAnswered.current = false
      loadPosition(owner, fileVersion).then(onPosition, () => undefined)
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
  }, [owner, onPosition, send, isUnsent, fileVersion])

  /** Goes to the place that the reader chose in a notice. Their answer about another device is saved with the version they saw. */
  const onNoticeAnswer = (chosen: Place) => {
    if (notice?.kind === 'elsewhere') {
      isAnswered.current = true
      save(chosen, notice.version)
    }
    setNotice(undefined)
    goTo(chosen)
  }
  const onNoticeGone = useCallback(() => setNotice(undefined), [])
  const onVersionGone = useCallback(() => {
    setNewVersion(undefined)
    setNotice((shown) => (shown?.kind === 'stopped' ? undefined : shown))
  }, [])
  /** At the saved place, which the library carries over: the page in the address is of the earlier file. */
  const openNewVersion = async () => {
    if (owner && place) storePosition(owner, place, { seen: undefined, fileVersion })
    await send()
    if (owner) await untilCarried(owner, fileVersion)
    window.history.replaceState(null, '', window.location.pathname + window.location.search)
    window.location.reload()
  }
  const told = newVersion && { ...newVersion, isOpen: newVersion.number <= fileVersion }
  const version = { newVersion: told, openNewVersion, onVersionGone }
  return { isRestored, notice, isUnsent, onNoticeAnswer, onNoticeGone, ...version }
}
