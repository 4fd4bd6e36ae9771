import { ALargeSmall, Minus, Plus, RotateCw } from 'lucide'
import { Suspense } from 'react'
import { ROOMS, type Room, isDark } from '#web/session/room.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { optionalPart } from '#web/ui/optional-part.ts'
import { READING } from '#web/messages/reading.ts'
import { FITS } from '#web/reading/pages/page-zoom.ts'
import type { OpenedBook, PageSettings, ViewerState } from '#web/reading/format/opened-book.ts'
import { ActionButton, type Switch } from './action.tsx'
import { BarPanel } from './bar-panel.tsx'
import { Choice } from './choice.tsx'
import css from './view-panel.module.css'

export interface View {
  /** What the book shows, or the text instead of its pages. */
  shows: OpenedBook['shows'] | 'text'
  /** Shows the text instead of the pages, or the pages again. Undefined where the book has no text. */
  toggleText: (() => void) | undefined
  twoPages: Switch
  paged: Switch
  room: Room
  setRoom: (room: Room) => void
}

interface ViewPanelProps {
  view: View
  state: ViewerState
  /** Undefined until the book is open. */
  settings: PageSettings | undefined
}

const TextSettings = optionalPart(async () => (await import('./text-settings.tsx')).TextSettings)

const FIT_KEYS = { text: 't', 'page-width': 'w', 'page-fit': '0' }

/** What is shown of the book, and how: its size, how its pages are laid out and turned, and the colours. */
export const ViewPanel = ({ view, state, settings }: ViewPanelProps) => {
  const { shows, toggleText, paged, room, setRoom } = view
  return (
    <BarPanel label={READING.view} icon={ALargeSmall} className={css.panel}>
      {() => (
        <>
          {toggleText && (
            <Choice
              legend={READING.show}
              name="show"
              values={['pages', 'text'] as const}
              value={shows === 'text' ? 'text' : 'pages'}
              onChange={toggleText}
              labelOf={(value) => READING.shown[value]}
              keyOf={() => 'v'}
            />
          )}
          {(shows === 'text' || shows === 'flow') && (
            <Suspense>
              <TextSettings isOfPages={shows === 'text'} />
            </Suspense>
          )}
          {shows === 'flow' && <Turning paged={paged} />}
          {shows === 'pages' && <PagesOptions view={view} state={state} settings={settings} />}
          <Choice
            legend={READING.room}
            name="room"
            values={ROOMS}
            value={room}
            onChange={setRoom}
            labelOf={(value) => (
              <>
                <i className={css.swatch} style={coloursOf(value)} aria-hidden="true">
                  {READING.swatch}
                </i>
                {READING.rooms[value]}
              </>
            )}
          />
        </>
      )}
    </BarPanel>
  )
}

/** Those of another room: this one's are in use. */
const coloursOf = (room: Room) => ({
  background: `var(--swatch-${room})`,
  color: `var(--swatch-${isDark(room) ? 'light' : 'ink'})`,
})

const Turning = ({ paged }: Pick<View, 'paged'>) => (
  <Choice
    legend={READING.turning}
    name="turning"
    values={['scrolled', 'paged'] as const}
    value={paged.isOn ? 'paged' : 'scrolled'}
    onChange={paged.toggle}
    labelOf={(value) => READING.turningNames[value]}
    keyOf={() => 'p'}
  />
)

const PagesOptions = ({ view: { twoPages, paged }, state, settings }: ViewPanelProps) => {
  const open = state.step === 'open' ? state : undefined
  const resize = (direction: 1 | -1) => ({ isDisabled: !open, act: () => settings?.zoomStep(direction) })
  return (
    <>
      <div className={css.size} role="group" aria-label={READING.size}>
        <ActionButton action={{ icon: Minus, label: READING.smaller, keyHint: '-', ...resize(-1) }} />
        <output>{open?.zoom && READING.percent(open.zoom.percent)}</output>
        <ActionButton action={{ icon: Plus, label: READING.larger, keyHint: '+', ...resize(1) }} />
      </div>
      <Choice
        legend={READING.fits}
        name="fit"
        values={FITS}
        value={FITS.find((fit) => fit === open?.zoom?.value)}
        onChange={(fit) => settings?.setZoom(fit)}
        labelOf={(fit) => READING.fitNames[fit]}
        keyOf={(fit) => FIT_KEYS[fit]}
        disabled={!open}
      />
      <Choice
        legend={READING.spread}
        name="spread"
        values={['one', 'two'] as const}
        value={twoPages.isOn ? 'two' : 'one'}
        onChange={twoPages.toggle}
        labelOf={(value) => READING.spreads[value]}
        keyOf={() => 's'}
        className={css.wide}
      />
      <Turning paged={paged} />
      <Button kind="quiet" disabled={!open} onClick={settings?.rotate}>
        <Icon of={RotateCw} />
        {READING.rotate}
      </Button>
    </>
  )
}
