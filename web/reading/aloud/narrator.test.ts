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
