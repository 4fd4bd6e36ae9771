import { RotateCw, SlidersHorizontal } from 'lucide'
import { useId, useRef, useState } from 'react'
import type { FocusEvent, ReactNode } from 'react'
import { ROOMS, type Room } from '#web/session/room.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { READING } from '#web/messages/reading.ts'
import { FITS } from './page-zoom.ts'
import type { PageControls } from './use-viewer.ts'
import type { Switch } from './view-menu.tsx'
import css from './view-settings.module.css'

export interface Settings {
  room: Room
  setRoom: (room: Room) => void
  paged: Switch
}

interface ViewSettingsProps {
  settings: Settings
  /** Undefined until the book is open. */
  zoom: string | undefined
  controls: PageControls
}

/** The fit of the pages, how they are turned, and the colours of the room. */
export const ViewSettings = ({ settings, zoom, controls }: ViewSettingsProps) => {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  const onBlur = (event: FocusEvent) => {
    // A press on the panel itself takes the focus from its fields, to nowhere.
    if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) setOpen(false)
  }
  const { room, setRoom, paged } = settings
  return (
    <div
      role="group"
      aria-label={READING.view}
      className={css.menu}
      onBlur={onBlur}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return
        setOpen(false)
        button.current?.focus()
      }}
    >
      <IconButton
        ref={button}
        label={READING.view}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <Icon of={SlidersHorizontal} />
      </IconButton>
      <div id={id} className={css.panel} data-own-keys hidden={!open}>
        <Choice
          legend={READING.fits}
          name="fit"
          values={FITS}
          value={FITS.find((fit) => fit === zoom)}
          onChange={controls.setZoom}
          labelOf={(fit) => READING.fitNames[fit]}
          disabled={zoom === undefined}
        />
        <Choice
          legend={READING.turning}
          name="turning"
          values={['scrolled', 'paged'] as const}
          value={paged.isOn ? 'paged' : 'scrolled'}
          onChange={paged.toggle}
          labelOf={(value) => READING.turningNames[value]}
        />
        <Choice
          legend={READING.room}
          name="room"
          values={ROOMS}
          value={room}
          onChange={setRoom}
          labelOf={(value) => (
            <>
              <i className={css.swatch} data-swatch={value} aria-hidden="true">
                Aa
              </i>
              {READING.rooms[value]}
            </>
          )}
        />
        <button type="button" className={css.action} disabled={zoom === undefined} onClick={controls.rotate}>
          <Icon of={RotateCw} />
          {READING.rotate}
        </button>
      </div>
    </div>
  )
}

interface ChoiceProps<Value extends string> {
  legend: string
  name: string
  values: readonly Value[]
  value: Value | undefined
  onChange: (value: Value) => void
  labelOf: (value: Value) => ReactNode
  disabled?: boolean
}

const Choice = <Value extends string>({
  legend,
  name,
  values,
  value,
  onChange,
  labelOf,
  disabled,
}: ChoiceProps<Value>) => (
  <fieldset className={css.choice} disabled={disabled}>
    <legend>{legend}</legend>
    <div>
      {values.map((one) => (
        <label key={one}>
          <input
            type="radio"
            name={`reading-${name}`}
            value={one}
            checked={one === value}
            onChange={() => onChange(one)}
          />
          <span>{labelOf(one)}</span>
        </label>
      ))}
    </div>
  </fieldset>
)
