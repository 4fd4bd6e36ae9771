import { Pause, Play, SkipBack, SkipForward, X } from 'lucide'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { SPEEDS, hearsDescriptions, writeDescriptions } from '#web/session/read-aloud.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { READ_ALOUD } from '#web/messages/read-aloud.ts'
import { languagesOf } from './choose-voice.ts'
import css from './read-aloud.module.css'
import type { BookView } from '#web/reading/format/book-view.ts'
import { spokenText } from './spoken-text.ts'
import { useSpeaker } from './use-speaker.ts'
import { type Speech, useSpeech } from './use-speech.ts'
import { useSpokenMark } from './use-spoken-mark.ts'
import { BACK_KEY, ON_KEY } from '#web/ui/reading-direction.ts'

interface ReadAloudProps {
  view: BookView
  page: number
  lastPage: number
  /** What the book says of its language. */
  language: string | undefined
  onClose: () => void
}

/** Reads the book aloud with the voices of the device. No live region, which would talk over the voice. */
export const ReadAloud = ({ view, page, lastPage, language, onClose }: ReadAloudProps) => {
  const panel = useRef<HTMLDivElement>(null)
  const [isDescribed, setDescribed] = useState(hearsDescriptions)
  const text = useMemo(() => spokenText(view, isDescribed), [view, isDescribed])
  const speech = useSpeech(text, page, language)
  const { state, speaker } = useSpeaker(text, {
    page,
    lastPage,
    manner: speech?.manner,
    onEnd: onClose,
  })
  const { follow } = useSpokenMark(text, { at: state.at, panel, goTo: view.goTo })
  useEffect(() => panel.current?.querySelector<HTMLElement>('[data-first]')?.focus(), [])

  const skip = (by: 1 | -1) => {
    follow()
    speaker?.skip(by)
  }
  const toggle = () => {
    if (state.isSpeaking) return speaker?.pause()
    follow()
    speaker?.resume()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return onClose()
    if (event.target instanceof HTMLSelectElement) return
    if (event.key === ON_KEY) skip(1)
    if (event.key === BACK_KEY) skip(-1)
  }
  return (
    <div
      ref={panel}
      className={css.panel}
      role="group"
      aria-label={READ_ALOUD.title}
      data-own-keys
      onKeyDown={onKeyDown}
    >
      <div className={css.buttons}>
        <IconButton label={READ_ALOUD.previous} disabled={!state.at} onClick={() => skip(-1)}>
          <Icon of={SkipBack} pointing />
        </IconButton>
        <IconButton
          data-first
          label={state.isSpeaking ? READ_ALOUD.pause : READ_ALOUD.resume}
          className={css.main}
          onClick={toggle}
        >
          <Icon of={state.isSpeaking ? Pause : Play} pointing />
        </IconButton>
        <IconButton label={READ_ALOUD.next} disabled={!state.at} onClick={() => skip(1)}>
          <Icon of={SkipForward} pointing />
        </IconButton>
        <IconButton label={READ_ALOUD.stop} className={css.stop} onClick={onClose}>
          <Icon of={X} />
        </IconButton>
      </div>
      {speech && <Choices speech={speech} />}
      {view.spokenChanges && (
        <label className={css.described}>
          <input
            type="checkbox"
            checked={isDescribed}
            onChange={({ target }) => {
              writeDescriptions(target.checked)
              setDescribed(target.checked)
            }}
          />
          {READ_ALOUD.descriptions}
        </label>
      )}
      {state.problem && (
        <p className={css.problem} role="alert">
          {READ_ALOUD[state.problem]}
        </p>
      )}
    </div>
  )
}

const Choices = ({ speech }: { speech: Speech }) => {
  const { manner, language, voices, choices, setLanguage, setVoice, setSpeed } = speech
  return (
    <div className={css.choices}>
      <Choice label={READ_ALOUD.speed} value={String(manner.speed)} onChange={(value) => setSpeed(Number(value))}>
        {SPEEDS.map((speed) => (
          <option key={speed} value={speed}>
            {READ_ALOUD.times(speed)}
          </option>
        ))}
      </Choice>
      {voices.length > 0 && (
        <>
          <Choice label={READ_ALOUD.language} value={language} onChange={setLanguage}>
            {languagesOf(voices).map(({ language: code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </Choice>
          <Choice label={READ_ALOUD.voice} value={manner.voice?.voiceURI ?? ''} onChange={setVoice}>
            {choices.map(({ voiceURI, name }) => (
              <option key={voiceURI} value={voiceURI}>
                {name}
              </option>
            ))}
          </Choice>
        </>
      )}
    </div>
  )
}

interface ChoiceProps {
  label: string
  value: string
  onChange: (value: string) => void
  children: ReactNode
}

const Choice = ({ label, value, onChange, children }: ChoiceProps) => {
  const id = useId()
  return (
    <div className={css.choice}>
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => onChange(event.target.value)}>
        {children}
      </select>
    </div>
  )
}
