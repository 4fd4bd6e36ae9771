import { Narrator } from './narrator.ts'
import type { SpokenPart } from './spoken-parts.ts'
import type { SpokenText } from './spoken-text.ts'

export interface Spoken {
  page: number
  index: number
  part: SpokenPart
}

/** How the voice speaks. */
export interface Manner {
  voice: SpeechSynthesisVoice | undefined
  speed: number
}

export interface SpeakerState {
  isSpeaking: boolean
  /** What is spoken, or was when the voice paused. */
  at: Spoken | undefined
  problem: 'noText' | 'failed' | undefined
}

interface SpeakerOptions {
  lastPage: number
  onChange: (state: SpeakerState) => void
  /** The book is at its end. */
  onEnd: () => void
}

/** Errors of an utterance that was stopped. */
const STOPPED = ['interrupted', 'canceled']

/**
 * Speaks a text sentence by sentence, on through its pages. The pause of browsers is unreliable: here the sentence is
 * stopped, and spoken again from its beginning.
 */
export class Speaker {
  #text: SpokenText
  /** Plays the recordings of a book that a person reads. */
  readonly #narrator: Narrator | undefined
  #options: SpeakerOptions
  #manner: Manner = { voice: undefined, speed: 1 }
  #state: SpeakerState = { isSpeaking: true, at: undefined, problem: undefined }
  /** Chrome forgets an utterance that nothing refers to, and never reports its end. */
  #utterance: SpeechSynthesisUtterance | undefined
  /** The last move: one that is overtaken has no effect. */
  #move = {}

  constructor(text: SpokenText, options: SpeakerOptions) {
    this.#text = text
    this.#narrator = text.narration && new Narrator(text.narration.recording)
    this.#options = options
  }

  start(page: number, index: number) {
    void this.#go(page, index, 1)
  }

  pause() {
    this.#silence()
    this.#set({ isSpeaking: false })
  }

  resume() {
    if (!this.#state.at) return
    this.#set({ isSpeaking: true, problem: undefined })
    this.#repeat()
  }

  /** To the sentence after this one, or before it. */
  skip(by: 1 | -1) {
    const { at } = this.#state
    if (at) void this.#go(at.page, at.index + by, by)
  }

  speakWith(manner: Manner) {
    const { voice, speed } = this.#manner
    this.#manner = manner
    // Browsers make new objects of the same voices.
    if (manner.voice?.voiceURI === voice?.voiceURI && manner.speed === speed) return
    if (this.#state.isSpeaking) this.#repeat()
  }

  stop() {
    this.#move = {}
    this.#silence()
    this.#narrator?.close()
  }

  #set(change: Partial<SpeakerState>) {
    this.#state = { ...this.#state, ...change }
    this.#options.onChange(this.#state)
  }

  #silence(goesOn = false) {
    this.#utterance = undefined
    if (goesOn) this.#narrator?.release()
    else this.#narrator?.pause()
    // A device may know no speech, where a person reads.
    window.speechSynthesis?.cancel()
  }

  #repeat() {
    const { at } = this.#state
    if (at) this.#say(at)
  }

  /** To a sentence of a page, or in this direction to the next page that has one. */
  async #go(page: number, index: number, direction: 1 | -1) {
    const move = (this.#move = {})
    this.#silence(true)
    for (let on = page; on >= 1 && on <= this.#options.lastPage; on += direction) {
      // A page that can't be read is left out.
      const parts = await this.#text.partsOf(on).catch(() => [])
      if (move !== this.#move) return
      const wanted = on === page ? index : direction === 1 ? 0 : parts.length - 1
      const part = parts[wanted]
      if (!part) continue
      // The next page is read ahead.
      if (on < this.#options.lastPage) this.#text.partsOf(on + 1).catch(() => undefined)
      return this.#say({ page: on, index: wanted, part })
    }
    this.#silence()
    if (!this.#state.at) this.#set({ isSpeaking: false, problem: 'noText' })
    else if (direction === 1) this.#options.onEnd()
    else this.#repeat()
  }

  #say(at: Spoken) {
    const { clip } = at.part
    this.#silence(clip !== undefined)
    this.#set({ at, problem: undefined })
    const { voice, speed } = this.#manner
    if (!this.#state.isSpeaking) return this.#narrator?.pause()
    if (clip) {
      const onFailed = () => this.#set({ isSpeaking: false, problem: 'failed' })
      return void this.#narrator?.play(clip, speed, { onEnd: () => this.skip(1), onFailed })
    }
    // Chapters that nobody reads are left out on a device without a voice.
    if (this.#narrator && !voice) return this.skip(1)
    const utterance = new SpeechSynthesisUtterance(at.part.text)
    if (voice) {
      utterance.voice = voice
      utterance.lang = voice.lang
    }
    utterance.rate = speed
    utterance.onend = () => utterance === this.#utterance && this.skip(1)
    utterance.onerror = ({ error }) => {
      if (utterance !== this.#utterance) return
      this.#set({ isSpeaking: false, problem: STOPPED.includes(error) ? undefined : 'failed' })
    }
    this.#utterance = utterance
    // Another page may have left it paused.
    window.speechSynthesis.resume()
    window.speechSynthesis.speak(utterance)
  }
}
