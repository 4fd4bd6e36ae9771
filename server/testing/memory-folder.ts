import { constants } from 'node:fs'
import { access, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'

/** Linux has a file system in memory there. Containers often have one that is too small. */
const IN_MEMORY = '/dev/shm'
/** A whole run writes less than a fourth of it. */
const FREE_BYTES = 4 * 1024 ** 3

/**
 * Where tests keep databases and files that need not outlive them: in memory if there is room, else in the temporary
 * folder. A database is copied there in a tenth of the processor time, and no commit waits for a disk.
 */
export const memoryFolder = async (): Promise<string> => {
  try {
    await access(IN_MEMORY, constants.W_OK)
    const { bavail, bsize } = await statfs(IN_MEMORY)
    return bavail * bsize > FREE_BYTES ? IN_MEMORY : tmpdir()
  } catch {
    return tmpdir()
  }
}
