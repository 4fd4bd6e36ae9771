import type { Room } from '#web/session/room.ts'
import type { TextSettings } from '#web/session/text-settings.ts'
import { MARK_COLORS } from '#contract/values/marks.ts'
import type { Looks } from './frame-messages.ts'

interface LookSettings {
  text: TextSettings
  isPaged: boolean
  room: Room
}

const MEASURE_EM = { narrow: 40, normal: 33, wide: 26 }
const SIDE_PX = { narrow: 14, normal: 24, wide: 40 }
const LEADING = { tight: 1.4, normal: undefined, wide: 1.9 }
const TOUCH = '(pointer: coarse)'
/** On touch screens the bars lie over the text: the first and the last lines stay free of them. */
const BARS = { top: '--top-bar', bottom: 4.75 }
const EDGE_PX = { top: 28, bottom: 28 }

/** The faces of the frame, which gets their files; a browser's own follow. */
export const FACES = { book: 'Literata', plain: 'Instrument Sans', dyslexic: 'OpenDyslexic', arabic: 'Amiri' } as const

/** How a book is shown now: as its reader has set it, in the colours of the room. */
export const looksOf = (container: HTMLElement, { text, isPaged, room }: LookSettings): Looks => {
  const color = colorsIn(container.firstElementChild ?? container)
  const size = Number(text.size)
  const isTouch = window.matchMedia(TOUCH).matches
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  const topBar = Number.parseFloat(getComputedStyle(container).getPropertyValue(BARS.top)) || 0
  return {
    flow: isPaged ? 'paged' : 'scrolled',
    size,
    leading: LEADING[text.leading],
    measure: MEASURE_EM[text.margins] * size,
    side: SIDE_PX[text.margins],
    top: isTouch ? (topBar + 0.25) * rem : EDGE_PX.top,
    bottom: isTouch ? BARS.bottom * rem : EDGE_PX.bottom,
    face: text.face === 'book' ? undefined : `'${FACES[text.face]}', ${FACES.arabic}, sans-serif`,
    ownFace: `'${FACES.book}', ${FACES.arabic}, Georgia, serif`,
    colors: {
      sheet: color('--sheet'),
      ink: color('--ink'),
      muted: color('--line'),
      link: color('--quill'),
      marks: Object.fromEntries(MARK_COLORS.map((name) => [name, color(`--mark-${name}`)])),
      find: color('--find-match'),
      current: color('--find-current'),
      spoken: color('--spoken'),
    },
    isDark: room === 'dusk' || room === 'night',
  }
}

/** The values of custom properties as colours that hold without this page. */
const colorsIn = (container: Element) => (name: string) => {
  const probe = document.createElement('i')
  probe.style.color = `var(${name}, #8888)`
  container.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}
