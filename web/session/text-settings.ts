import { useSyncExternalStore } from 'react'
import { createListeners, readStored, writeStored } from './browser-storage.ts'

/** How the text view is set. The first of each is used until another is chosen. */
export const TEXT_CHOICES = {
  size: ['18', '16', '20', '24', '28'],
  leading: ['normal', 'tight', 'wide'],
  margins: ['normal', 'narrow', 'wide'],
  face: ['book', 'plain', 'dyslexic'],
} as const

type Choices = typeof TEXT_CHOICES
export type TextSettings = { [Name in keyof Choices]: Choices[Name][number] }

const KEY = 'reading:text-'
const { subscribe, notify } = createListeners()

const readChoice = <Name extends keyof Choices>(name: Name): TextSettings[Name] => {
  const stored = readStored('localStorage', KEY + name)
  const choices = TEXT_CHOICES[name] as readonly string[] as readonly TextSettings[Name][]
  return choices.find((choice) => choice === stored) ?? (choices[0] as TextSettings[Name])
}

const setChoice = <Name extends keyof Choices>(name: Name, value: TextSettings[Name]) => {
  writeStored('localStorage', KEY + name, value)
  notify()
}

export const SIZES = TEXT_CHOICES.size.toSorted((one, other) => Number(one) - Number(other))

/** The next larger or smaller letters. */
export const resizeText = (direction: 1 | -1) => {
  const next = SIZES[SIZES.indexOf(readChoice('size')) + direction]
  if (next) setChoice('size', next)
}

const useChoice = <Name extends keyof Choices>(name: Name) =>
  useSyncExternalStore(
    subscribe,
    () => readChoice(name),
    () => TEXT_CHOICES[name][0] as TextSettings[Name],
  )

/** The settings as they are now. */
export const readTextSettings = (): TextSettings => ({
  size: readChoice('size'),
  leading: readChoice('leading'),
  margins: readChoice('margins'),
  face: readChoice('face'),
})

/** The settings of flowing text, stored in this browser. */
export const useTextSettings = () => {
  const settings: TextSettings = {
    size: useChoice('size'),
    leading: useChoice('leading'),
    margins: useChoice('margins'),
    face: useChoice('face'),
  }
  return [settings, setChoice] as const
}
