import { afterEach, expect, test, vi } from 'vitest'
import { Narrator } from './narrator.ts'

afterEach(() => vi.unstubAllGlobals())

test('a recording that comes late does not take the place of the one that is played', async () => {
  const played: { src: string }[] = []
  vi.stubGlobal('window', globalThis)
  vi.stubGlobal(
    'Audio',
    class extends EventTarget {
      src = ''
      paused = true
      currentTime = 0
      playbackRate = 1
      pause() {}
      async play() {
        played.push(this)
      }
    },
  )
  const late = Promise.withResolvers<Blob>()
  const narrator = new Narrator(async (path) => (path === 'late.mp3' ? late.promise : new Blob(['second'])))
  const told = () => ({ onEnd: () => undefined, onFailed: () => undefined })
  const first = narrator.play({ path: 'late.mp3', begin: 0, end: null }, 1, told())
  await narrator.play({ path: 'second.mp3', begin: 0, end: null }, 1, told())
  const { src } = played[0] ?? {}
  late.resolve(new Blob(['first']))
  await first
  expect(played.map((audio) => audio.src)).toEqual([src])
})

test('a recording that can be sought in only once it is played begins where its clip does', async () => {
  const played: { currentTime: number }[] = []
  vi.stubGlobal('window', globalThis)
  vi.stubGlobal(
    'Audio',
    class extends EventTarget {
      src = ''
      paused = true
      playbackRate = 1
      #at = 0
      get currentTime() {
        return this.#at
      }
      set currentTime(at) {
        if (!this.paused) this.#at = at
      }
      pause() {
        this.paused = true
      }
      async play() {
        this.paused = false
        played.push(this)
      }
    },
  )
  const narrator = new Narrator(async () => new Blob(['recording']))
  await narrator.play({ path: 'one.mp3', begin: 12, end: null }, 1, {
    onEnd: () => undefined,
    onFailed: () => undefined,
  })
  expect(played.map((audio) => audio.currentTime)).toEqual([12])
})
