import { expect, test, vi } from 'vitest'
import { memoryMarks } from '#web/session/stored-marks.ts'
import { readToken } from '#web/session/token.ts'
import { sendUnsentMarks, syncBooks } from './open-marks.ts'

const storage = memoryMarks()
vi.mock('#web/session/stored-marks.ts', async (load) => ({
  ...(await load<object>()),
  storedMarks: async () => storage,
}))
vi.mock('#web/session/token.ts', async (load) => ({
  ...(await load<object>()),
  readToken: vi.fn<() => string>(() => 'of ida'),
}))

test('marks are not sent for somebody who logs in while another call waits', async () => {
  const mark = { userId: 'ida', content: null, version: 0, change: 'one', sent: [], unsent: 1 as const }
  for (const bookId of ['one', 'two'])
    await storage.change({ userId: 'ida', bookId }, [bookId], (_, id) => ({ ...mark, bookId, id }))
  vi.stubGlobal('window', globalThis)
  const asked = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => {
    vi.mocked(readToken).mockReturnValue('of jo')
    throw new TypeError('The network is lost')
  })
  await sendUnsentMarks('ida')
  expect(asked).toHaveBeenCalledTimes(1)
  asked.mockRestore()
  vi.unstubAllGlobals()
})

test('marks that could not be read once are read the next time', async () => {
  vi.spyOn(storage, 'load').mockRejectedValueOnce(new Error('The connection is lost'))
  await expect(syncBooks('ida', ['tides'])).rejects.toThrow('The connection is lost')
  await syncBooks('ida', ['tides'])
})

test('where storage is blocked, and Firefox refuses a channel to other tabs, marks are read all the same', async () => {
  vi.resetModules()
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      constructor() {
        throw new DOMException('The operation is insecure.', 'SecurityError')
      }
    },
  )
  const marks = await import('./open-marks.ts')
  await marks.syncBooks('ida', ['tides'])
  vi.unstubAllGlobals()
})
