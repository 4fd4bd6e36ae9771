import { expect, test, vi } from 'vitest'
import { memoryMarks } from '#web/session/stored-marks.ts'
import { syncBooks } from './open-marks.ts'

const storage = memoryMarks()
vi.mock('#web/session/stored-marks.ts', async (load) => ({
  ...(await load<object>()),
  storedMarks: async () => storage,
}))

test('marks that could not be read once are read the next time', async () => {
  vi.spyOn(storage, 'load').mockRejectedValueOnce(new Error('The connection is lost'))
  await expect(syncBooks('ida', ['tides'])).rejects.toThrow('The connection is lost')
  await syncBooks('ida', ['tides'])
})
