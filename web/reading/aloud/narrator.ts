import type { Clip } from '#web/reading/format/book-view.ts'

/** A clip that begins this near to where the recording is, in seconds, goes on from there without a gap. */
const NEAR_S = 0.3
const MAX_WAIT_MS = 60_000

interface Told {
  onEnd: () => void
  onFailed: () => void
}

/** Plays parts of the recordings of a book, one after another. */
export class Narrator {
  readonly #recordingOf: (path: string) => Promise<Blob | undefined>
  readonly #audio = new Audio()
  #path = ''
  #url = ''
  #timer = 0
  /** The last clip: one that is overtaken has no effect. */
  #current: Told | undefined

  constructor(recordingOf: (path: string) => Promise<Blob | undefined>) {
    this.#recordingOf = recordingOf
    this.#audio.addEventListener('ended', () => this.#end())
  }

  async play({ path, begin, end }: Clip, speed: number, told: Told) {
    this.#current = told
    window.clearTimeout(this.#timer)
    try {
      if (path !== this.#path) await this.#load(path, told)
      if (told !== this.#current) return
      const audio = this.#audio
      if (audio.paused || Math.abs(audio.currentTime - begin) > NEAR_S) audio.currentTime = begin
      audio.playbackRate = speed
      await audio.play()
      if (told !== this.#current) return
      // Safari goes nowhere in a recording of which it has read nothing yet.
      if (audio.currentTime < begin - NEAR_S) audio.currentTime = begin
      if (end !== null) this.#waitFor(end)
    } catch {
      if (told === this.#current) told.onFailed()
    }
  }

  /** What comes next may go on where the clip ends. */
  release() {
    this.#current = undefined
    window.clearTimeout(this.#timer)
  }

  pause() {
    this.release()
    this.#audio.pause()
  }

  close() {
    this.pause()
    this.#path = ''
    this.#audio.removeAttribute('src')
    URL.revokeObjectURL(this.#url)
  }

  async #load(path: string, told: Told) {
    this.#audio.pause()
    const recording = await this.#recordingOf(path)
    // Another clip has loaded its recording meanwhile, or the voice is closed.
    if (told !== this.#current) return
    if (!recording) throw new Error('The book has no such recording')
    URL.revokeObjectURL(this.#url)
    this.#url = URL.createObjectURL(recording)
    this.#path = path
    this.#audio.src = this.#url
  }

  #waitFor(end: number) {
    const left = (end - this.#audio.currentTime) / this.#audio.playbackRate
    if (left <= 0) return this.#end()
    this.#timer = window.setTimeout(() => this.#waitFor(end), Math.min(left * 1000, MAX_WAIT_MS))
  }

  #end() {
    const ended = this.#current
    this.release()
    ended?.onEnd()
  }
}
