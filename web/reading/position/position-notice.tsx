import type { Place } from '#contract/shapes/place.ts'
import { thisDevice } from '#web/session/device.ts'
import { placeIn } from '#web/reading/format/place-in.ts'
import { Button } from '#web/ui/button.tsx'
import { FootNotice } from '#web/ui/foot-notice.tsx'
import { DEVICES, READING } from '#web/messages/reading.ts'
import { timeAgo } from './time-ago.ts'
import type { PositionNotice as Notice } from './opening-position.ts'

interface PositionNoticeProps {
  notice: Notice
  /** Where the reader is. */
  place: Place
  onAnswer: (place: Place) => void
  onGone: () => void
}

/** Tells the reader where they stopped, or asks whether to go where another device is. */
export const PositionNotice = ({ notice, place, onAnswer, onGone }: PositionNoticeProps) =>
  notice.kind === 'stopped' ? (
    <FootNotice text={stoppedText(notice)} onGone={onGone}>
      <Button kind="quiet" onClick={() => onAnswer({ page: 1 })}>
        {READING.startOver}
      </Button>
    </FootNotice>
  ) : (
    <FootNotice text={READING.elsewhere(deviceText(notice.device), notice.page)}>
      <Button kind="quiet" aria-label={READING.go(notice.page)} onClick={() => onAnswer(placeIn(notice))}>
        {READING.goShort}
      </Button>
      <Button kind="quiet" aria-label={READING.stay(place.page)} onClick={() => onAnswer(place)}>
        {READING.stayShort}
      </Button>
    </FootNotice>
  )

const stoppedText = ({ page, readAt, device }: Extract<Notice, { kind: 'stopped' }>) =>
  device ? READING.stoppedOn(deviceText(device), page, timeAgo(readAt)) : READING.stopped(page, timeAgo(readAt))

/** 'Another phone' if the other device has the same name as this one. */
const deviceText = (device: string) => {
  const names: Record<string, string> = device === thisDevice().name ? READING.another : DEVICES
  return names[device] ?? device
}
